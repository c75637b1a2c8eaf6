package mailer

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// enqueueHandler makes a handler that enqueues the email that draftOf makes of an event. A draft
// without a recipient is no email: the event has none, or its personal fields have been erased.
func enqueueHandler[E eventbus.Event](m *mailer, draftOf func(E) draft) eventbus.Handler[E] {
	return func(_ context.Context, tx *gorm.DB, msg eventbus.Message[E]) error {
		d := draftOf(msg.Event)
		if d.To == "" {
			return nil
		}
		e, err := newEmail(d, origin{
			eventID: msg.ID, requestID: msg.RequestID, addressID: m.Pseudonyms.OfEmail(d.To), domain: domain(m.from),
		}, m.Clock.Now())
		if err != nil {
			return err
		}
		enqueued, err := enqueue(tx, e, msg.OccurredAt)
		if enqueued {
			database.AfterCommit(tx, m.enqueued.Send)
		}
		return err
	}
}

// enqueue inserts the email, once for each event. It is false, and inserts nothing, when the
// recipient was erased after occurredAt, the time of the event.
func enqueue(tx *gorm.DB, e email, occurredAt time.Time) (bool, error) {
	erased, err := isErased(tx, e, occurredAt)
	if err != nil || erased {
		return false, err
	}
	return true, insert(tx, e)
}
