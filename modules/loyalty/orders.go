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

// takeBackReturned takes back what the goods of a return had earned.
func (s *service) takeBackReturned(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.ReturnReceived]) error {
	if !m.Event.Earned {
		return nil
	}
	return s.takeBack(ctx, tx, m.ID, m.Event.Order, m.Event.GoodsBefore, m.Event.GoodsAfter)
}

// takeBackRefunded takes back what goods had earned that were refunded without a return, and gives it again when that refund fails after all.
func (s *service) takeBackRefunded(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundSettled]) error {
	if !m.Event.Earned {
		return nil
	}
	return s.takeBack(ctx, tx, m.ID, m.Event.Order, m.Event.GoodsBefore, m.Event.GoodsAfter)
}

// takeBack takes back the difference of what an order's goods earn before and after: first what is available, then what vouchers hold, and the rest is a debt.
func (s *service) takeBack(ctx context.Context, tx *gorm.DB, eventID string, o ordering.Order, before, after int64) error {
	due := earned(before) - earned(after)
	if due == 0 {
		return nil
	}
	owner, open, err := s.open(tx, o.UserID, eventID)
	if !open || err != nil {
		return err
	}
	e := entry{UserID: owner.UserID, Kind: kindReversal, Points: -due, Reference: &o.OrderID, EventID: &eventID}
	switch {
	case due < 0:
		e.Kind = kindAdjustment // a refund that failed after all
	case due > owner.Balance:
		note := fmt.Sprintf("%d of %d points were no longer there. They are taken from unspent vouchers, else from the next points.", due-owner.Balance, due)
		e.Note = &note
	}
	if err := s.postAndTell(ctx, tx, e); err != nil {
		return err
	}
	return askVouchers(ctx, tx, owner.UserID)
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
	if err := post(tx, &e, 0, s.Clock.Now()); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e.announcement())
}
