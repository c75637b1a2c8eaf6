package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// rejectApplication rejects an application and publishes the reason, which is mailed to the
// contact. It returns fault.NotFound and codeAlreadyDecided.
func rejectApplication(ctx context.Context, tx *gorm.DB, applicationID, admin, reason string, now time.Time) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := a.reject(admin, reason, now); err != nil {
		return application{}, err
	}
	if err := saveUnderReview(tx, &a, "status", "reason", "decided_at", "decided_by"); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationRejected{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, DecidedAt: now, DecidedBy: admin, Reason: reason,
		BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactEmail: a.ContactEmail, AddressID: a.subject(),
	})
}
