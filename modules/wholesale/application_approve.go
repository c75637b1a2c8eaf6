package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// approveApplication approves an application and publishes it. Handling that event, identity
// creates the account and requests the mail with its code. It returns fault.NotFound and
// codeAlreadyDecided.
func approveApplication(
	ctx context.Context, tx *gorm.DB, applicationID, admin string, note *string, now time.Time,
) (application, error) {
	a, err := changeUnderReview(tx, applicationID, func(a *application) error {
		return a.approve(admin, note, now)
	}, "status", "note", "decided_at", "decided_by")
	if err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationApproved{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, DecidedAt: now, DecidedBy: admin,
		BusinessName:    a.BusinessName,
		ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail,
		AddressID: a.subject(),
	})
}
