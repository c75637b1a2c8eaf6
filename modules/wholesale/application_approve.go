package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// approveApplication approves an application and publishes it. Handling that event, identity
// creates the account and requests the mail with its code. It returns fault.NotFound and
// codeAlreadyDecided.
func approveApplication(ctx context.Context, tx *gorm.DB, applicationID, admin string, note *string, now time.Time) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := a.approve(admin, note, now); err != nil {
		return application{}, err
	}
	if err := saveUnderReview(tx, &a, "status", "note", "decided_at", "decided_by"); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationApproved{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, DecidedAt: now, DecidedBy: admin, BusinessName: a.BusinessName,
		ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail, AddressID: a.subject(),
	})
}
