package loyalty

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// earned is what goods of so many cents earn: 10 points for each whole EUR.
func earned(goods int64) int64 { return goods / 100 * 10 }

// earn credits an order that has been delivered and paid.
func (s *service) earn(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderEarned]) error {
	points := earned(m.Event.Goods)
	if points == 0 {
		return nil
	}
	if _, open, err := s.open(tx, m.Event.UserID, m.ID); !open || err != nil {
		return err
	}
	e := entry{UserID: m.Event.UserID, Kind: kindOrder, Points: points, Reference: &m.Event.OrderID, EventID: &m.ID}
	return s.postAndTell(ctx, tx, e)
}

// takeBack takes back what the goods of a return had earned, at most what is there. The rest is noted and forgiven.
func (s *service) takeBack(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.ReturnReceived]) error {
	due := earned(m.Event.GoodsBefore) - earned(m.Event.GoodsAfter)
	if !m.Event.Earned || due == 0 {
		return nil
	}
	owner, open, err := s.open(tx, m.Event.UserID, m.ID)
	if !open || err != nil {
		return err
	}
	taken := min(due, owner.Balance)
	e := entry{UserID: owner.UserID, Kind: kindReversal, Points: -taken, Reference: &m.Event.OrderID, EventID: &m.ID}
	if taken < due {
		note := fmt.Sprintf("%d of %d points were no longer there and are forgiven.", due-taken, due)
		e.Note = &note
	}
	return s.postAndTell(ctx, tx, e)
}

// open locks the member for what an event does to them, unless they are erased or the event has been done.
func (s *service) open(tx *gorm.DB, userID, eventID string) (m member, open bool, err error) {
	if m, err = lock(tx, userID); err != nil || m.Erased {
		return m, false, err
	}
	var done int64
	err = tx.Model(&entry{}).Where("event_id = ?", eventID).Count(&done).Error
	return m, done == 0, err
}

func (s *service) postAndTell(ctx context.Context, tx *gorm.DB, e entry) error {
	if err := post(tx, &e, s.Clock.Now()); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e.announcement())
}
