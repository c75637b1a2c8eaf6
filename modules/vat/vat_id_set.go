package vat

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/vat/events"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// setID gives the user a VAT id, which VIES is asked about after the commit. The number that the
// user has changes nothing; another one takes its place, with no answer. It returns
// fault.Unauthenticated when the user is erased.
func setID(
	ctx context.Context, tx *gorm.DB, wake background.Signal, userID, number string, now time.Time,
) (vatID, error) {
	if err := lockCaller(tx, userID); err != nil {
		return vatID{}, err
	}
	v, err := idOf(tx, userID)
	switch {
	case err == nil && v.VATID == number:
		return v, nil
	case err != nil && !fault.Is(err, fault.NotFound):
		return vatID{}, err
	}
	if _, err := deleteID(tx, userID); err != nil {
		return vatID{}, err
	}
	v = newID(userID, number, now)
	if err := insertID(tx, &v); err != nil {
		return vatID{}, err
	}
	database.AfterCommit(tx, wake.Send)
	return v, eventbus.Publish(ctx, tx, v.changed())
}

// removeID deletes the user's VAT id, but not the evidence. It returns fault.NotFound when there is
// none, and fault.Unauthenticated when the user is erased.
func removeID(ctx context.Context, tx *gorm.DB, userID string) error {
	if err := lockCaller(tx, userID); err != nil {
		return err
	}
	deleted, err := deleteID(tx, userID)
	switch {
	case err != nil:
		return err
	case !deleted:
		return fault.Missing()
	}
	return eventbus.Publish(ctx, tx, events.IDChanged{UserID: userID, Status: events.StatusPending})
}
