package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// approve decides for the applicant. The account follows from the event: identity makes it and has the code mailed.
func approve(ctx context.Context, tx *gorm.DB, applicationID, admin string, note *string, now time.Time) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := a.approve(admin, note, now); err != nil {
		return application{}, err
	}
	if err := saveOpen(tx, &a, "status", "note", "decided_at", "decided_by"); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationApproved{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, DecidedAt: now, DecidedBy: admin,
		BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail, AddressID: a.subject(),
	})
}
