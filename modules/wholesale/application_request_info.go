package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// requestInfo saves a question to the applicant, in place of an earlier one and its answer, and
// publishes it; it is mailed to the contact. The application stays under review. It returns
// fault.NotFound and codeAlreadyDecided.
func requestInfo(
	ctx context.Context, tx *gorm.DB, applicationID, admin, question string, now time.Time,
) (application, error) {
	a, err := changeUnderReview(tx, applicationID, func(a *application) error { return a.requestInfo(question, now) },
		"question", "asked_at", "answer", "answered_at")
	if err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.InfoRequested{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, AskedBy: admin, Question: question,
		BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactEmail: a.ContactEmail,
		AddressID: a.subject(),
	})
}
