package mailer

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/eventbus"
)

// retryEmail makes an email due again at an admin's request. It returns NotFound, or
// InvalidTransition for an email that was erased.
func retryEmail(ctx context.Context, tx *gorm.DB, emailID string, now time.Time) (email, error) {
	e, err := lockEmail(tx, emailID)
	if err != nil {
		return email{}, err
	}
	before := e.Status
	if err := e.retry(now); err != nil {
		return email{}, err
	}
	if err := saveEmail(tx, e, before); err != nil {
		return email{}, err
	}
	return e, eventbus.Publish(ctx, tx, events.EmailRetried{EmailID: e.ID, Kind: e.Kind})
}
