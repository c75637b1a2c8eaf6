package wholesale

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// apply files what the applicant sent and announces it. Anything valid is taken, a second time too: an admin tells them apart.
func apply(ctx context.Context, tx *gorm.DB, a application, now time.Time) (application, error) {
	if err := insertTracked(tx, &a, now); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.ApplicationSubmitted{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, SubmittedAt: a.SubmittedAt,
		BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail, AddressID: a.subject(),
	})
}

// insertTracked inserts the application under a tracking id that no other has.
func insertTracked(tx *gorm.DB, a *application, now time.Time) error {
	for range 5 {
		trackingID, err := newTrackingID()
		if err != nil {
			return err
		}
		a.submit(trackingID, now)
		if free, err := insert(tx, a); err != nil || free {
			return err
		}
	}
	return errors.New("wholesale: five tracking ids in a row were taken")
}

// trackingIDs is the form of a tracking id.
var trackingIDs = regexp.MustCompile(`^WHS-[0-9]{14}$`)

// newTrackingID draws one of 10^14, so that knowing some is no help in guessing another.
func newTrackingID() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000_000_000))
	if err != nil {
		return "", fmt.Errorf("wholesale: draw a tracking id: %w", err)
	}
	return fmt.Sprintf("WHS-%014d", n), nil
}
