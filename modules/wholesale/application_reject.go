package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// rejectApplication rejects an application and publishes the reason, which is mailed to the
// contact. It returns fault.NotFound and codeAlreadyDecided.
func rejectApplication(
	ctx context.Context, tx *gorm.DB, applicationID, admin, reason string, now time.Time,
) (application, error) {
	a, err := changeUnderReview(tx, applicationID, func(a *application) error {
		return a.reject(admin, reason, now)
	}, "status", "reason", "decided_at", "decided_by")
	if err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationRejected{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, DecidedAt: now, DecidedBy: admin, Reason: reason,
		BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactEmail: a.ContactEmail,
		AddressID: a.subject(),
	})
}
