package eventbus

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// SubjectErased is published by EraseSubject for other databases.
type SubjectErased struct {
	Subject  string    `json:"subject"` // a user's id, or a pseudonym
	ErasedAt time.Time `json:"erasedAt"`
}

// EventName implements Event.
func (SubjectErased) EventName() string { return "eventbus.subject_erased.v1" }

// EventKey implements Event.
func (e SubjectErased) EventKey() string { return e.Subject }

// KeyErased is published by EraseKey for other databases.
type KeyErased struct {
	Key string `json:"key"` // of the erased events
}

// EventName implements Event.
func (KeyErased) EventName() string { return "eventbus.key_erased.v1" }

// EventKey implements Event.
func (e KeyErased) EventKey() string { return e.Key }

// OlderErased is published by EraseOlder for other databases.
type OlderErased struct {
	Name   string    `json:"name"` // of the erased events
	Before time.Time `json:"before"`
}

// EventName implements Event.
func (OlderErased) EventName() string { return "eventbus.older_erased.v1" }

// EventKey implements Event.
func (e OlderErased) EventKey() string { return e.Name }

// publishErasure publishes an erasure for other databases. The event carries neither request id nor
// trace, because a client may have chosen them.
func (b *Bus) publishErasure(ctx context.Context, tx *gorm.DB, e Event) error {
	if b == nil || b.outbox == nil {
		return nil
	}
	r, err := b.newRecord(ctx, e)
	if err != nil {
		return err
	}
	r.requestID, r.trace = "", ""
	return b.publishRecords(tx, []eventRecord{r}, runNow)
}

// subscribeToErasures makes this database erase what another one has erased. It publishes nothing,
// so that no erasure comes back.
func (b *Bus) subscribeToErasures() {
	erasures := Consumer{Name: "eventbus.erasures"}
	On(b, erasures, b.onSubjectErased, Imported[SubjectErased]())
	On(b, erasures, onKeyErased, Imported[KeyErased]())
	On(b, erasures, onOlderErased, Imported[OlderErased]())
}

// onSubjectErased blanks what was imported or published before the erasure was imported, and what
// occurred before it. Later events stay: an address may come back as a new customer's.
func (b *Bus) onSubjectErased(ctx context.Context, tx *gorm.DB, m Message[SubjectErased]) error {
	return b.eraseSubject(ctx, tx, m.Event, " AND (seq < ? OR occurred_at <= ?)", m.Seq, m.Event.ErasedAt)
}

func onKeyErased(ctx context.Context, tx *gorm.DB, m Message[KeyErased]) error {
	_, err := blankEvents(ctx, tx, "key = ? AND (seq < ? OR occurred_at <= ?)", m.Event.Key, m.Seq, m.OccurredAt)
	return err
}

func onOlderErased(ctx context.Context, tx *gorm.DB, m Message[OlderErased]) error {
	_, err := blankEvents(ctx, tx, "name = ? AND occurred_at < ?", m.Event.Name, m.Event.Before)
	return err
}
