package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// pointsPerEuroBefore is what orders earned before the shop could set it.
const pointsPerEuroBefore = 10

// pointsEarned are the points that an order earns for goods of so many cents: some for each whole
// EUR, as the shop gave them when the order was placed.
func pointsEarned(o ordering.Order, goods int64) int64 {
	perEuro := int64(pointsPerEuroBefore)
	if o.PointsPerEuro != nil {
		perEuro = *o.PointsPerEuro
	}
	return goods / 100 * perEuro
}

// creditOrder credits the points of an order that was delivered and paid, and whose goods are worth
// so many cents, once for the event with the id, and publishes it.
func creditOrder(ctx context.Context, tx *gorm.DB, o ordering.Order, goods int64, eventID string, now time.Time) error {
	points := pointsEarned(o, goods)
	if points == 0 {
		return nil
	}
	if _, apply, err := lockForEvent(tx, o.UserID, eventID); !apply || err != nil {
		return err
	}
	e := entry{UserID: o.UserID, Kind: events.EntryOrder, Points: points, Reference: &o.OrderID, EventID: &eventID}
	return postAndPublish(ctx, tx, e, now)
}

// lockForEvent locks the member whom an event is about. apply is false for an erased member, and
// when an entry was added for the event before.
func lockForEvent(tx *gorm.DB, userID, eventID string) (m member, apply bool, err error) {
	if m, err = lockMember(tx, userID); err != nil || m.Erased {
		return m, false, err
	}
	applied, err := hasEntryFor(tx, eventID)
	return m, !applied, err
}

func postAndPublish(ctx context.Context, tx *gorm.DB, e entry, now time.Time) error {
	if err := postEntry(tx, &e, 0, now); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e.pointsChanged())
}
