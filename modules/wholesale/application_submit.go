package wholesale

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// submitApplication saves an application and publishes it. A contact may apply more than once:
// admins decide what a second application means.
func submitApplication(ctx context.Context, tx *gorm.DB, a application, now time.Time) (application, error) {
	if err := insertTracked(tx, &a, now); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationSubmitted{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, SubmittedAt: a.SubmittedAt,
		BusinessName:    a.BusinessName,
		ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail,
		AddressID: a.subject(),
	})
}

// insertTracked inserts the application under a tracking id of its own.
func insertTracked(tx *gorm.DB, a *application, now time.Time) error {
	for range 5 {
		trackingID, err := newTrackingID()
		if err != nil {
			return err
		}
		a.submit(trackingID, now)
		if free, err := insertApplication(tx, a); err != nil || free {
			return err
		}
	}
	return errors.New("wholesale: five tracking ids in a row were taken")
}
