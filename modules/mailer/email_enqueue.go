package mailer

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// enqueueHandler makes a handler that enqueues the emails that draftOf makes of events. A draft
// without a recipient is no email: the event has none, or its personal fields have been erased.
func enqueueHandler[E eventbus.Event](m *mailer, draftOf func(E) draft) eventbus.BatchHandler[E] {
	return func(_ context.Context, tx *gorm.DB, messages []eventbus.Message[E]) error {
		var drafts []causedDraft
		for _, msg := range messages {
			d := draftOf(msg.Event)
			if d.To == "" {
				continue
			}
			d.AboutID = cmp.Or(d.AboutID, msg.Event.EventKey())
			d.Locale = m.settings.Current().profile.LocaleFor(d.Locale)
			drafts = append(drafts, causedDraft{d, origin{
				eventID: msg.ID, requestID: msg.RequestID, addressID: m.Pseudonyms.OfEmail(d.To), domain: domain(m.Config.From),
			}, msg.OccurredAt})
		}
		enqueued, err := m.enqueueDrafts(tx, drafts)
		if enqueued {
			database.AfterCommit(tx, m.enqueued.Send)
		}
		return err
	}
}

// causedDraft is a draft, and the event that it is about.
type causedDraft struct {
	draft
	origin     origin
	occurredAt time.Time
}

// enqueueDrafts enqueues the emails of the drafts, but for those of which an address has had
// enough.
func (m *mailer) enqueueDrafts(tx *gorm.DB, drafts []causedDraft) (bool, error) {
	now := m.Clock.Now()
	drafts, err := withoutExcess(tx, drafts, now)
	if err != nil {
		return false, err
	}
	var caused []causedEmail
	for _, d := range drafts {
		e, err := newEmail(d.draft, d.origin, now)
		if err != nil {
			return false, err
		}
		caused = append(caused, causedEmail{e, d.occurredAt})
	}
	return enqueue(tx, caused)
}

// causedEmail is a new email, and when the event occurred that it is about.
type causedEmail struct {
	email      email
	occurredAt time.Time
}

// enqueue inserts the emails, once for each event, without those whose recipient was erased after
// the event. It is false when there was nothing to insert.
func enqueue(tx *gorm.DB, caused []causedEmail) (bool, error) {
	if len(caused) == 0 {
		return false, nil
	}
	emails, err := withoutErased(tx, caused)
	if err != nil || len(emails) == 0 {
		return false, err
	}
	return true, insert(tx, emails...)
}
