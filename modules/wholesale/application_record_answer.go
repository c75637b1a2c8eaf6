package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// recordAnswer saves what the applicant answered by mail or phone to the last question, in place of
// an answer recorded earlier, and publishes it. Nothing is mailed. It returns fault.NotFound and
// fault.InvalidTransition.
func recordAnswer(
	ctx context.Context, tx *gorm.DB, applicationID, admin, answer string, now time.Time,
) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := a.recordAnswer(answer, now); err != nil {
		return application{}, err
	}
	if err := saveAnswer(tx, &a); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.AnswerRecorded{
		ApplicationID: a.ID, TrackingID: a.TrackingID, RecordedAt: now, RecordedBy: admin,
		Question: *a.Question, Answer: answer, BusinessName: a.BusinessName, AddressID: a.subject(),
	})
}

// notAnswerable is the fault of an answer to an application that was decided, or has no question.
func notAnswerable() error {
	return fault.New(fault.InvalidTransition,
		"An answer is recorded while the application is under review and a question was asked.")
}
