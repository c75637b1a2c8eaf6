package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// maxErasedRequests is how many events one EraseSubject removes the request's id from: a client may
// have given all of its requests the same id.
const maxErasedRequests = 10_000

// blank is the SET clause that removes the personal data of an event.
const blank = "personal = '{}', subject = NULL, trace = NULL, request_id = ''"

// SubjectEraser deletes what a part of the platform keeps on a subject outside the log.
type SubjectEraser func(ctx context.Context, tx *gorm.DB, subject string) error

// OnEraseSubject makes EraseSubject call erase in its transaction. It registers erase with the bus
// on db, and without a bus or without a database it does nothing. Call it before Start.
func OnEraseSubject(db *gorm.DB, erase SubjectEraser) {
	if db == nil {
		return
	}
	if b := busOf(db); b != nil {
		b.erasers = append(b.erasers, erase)
	}
}

// EraseSubject blanks the personal fields of every event of subject, and the subject itself. An
// event that is still on its way to a consumer arrives blank. Then it deletes what the platform
// keeps outside the log (OnEraseSubject), such as stored responses.
//
// The request's id that a client chose may name the subject too: EraseSubject removes it from these
// events and from all other events of the same requests.
//
// With an outbox it also publishes SubjectErased, and every database that imports this one's events
// does the same. An event that occurred before the erasure and is imported after it comes blank.
// An event that this database publishes after it does not: an address may come back as a new
// customer's. So a module whose request may still be under way erases once more, in the transaction
// that makes such a request find the user erased.
func EraseSubject(ctx context.Context, tx *gorm.DB, subject string) error {
	b := busOf(tx)
	e := SubjectErased{Subject: subject, ErasedAt: b.now()}
	err := b.eraseSubject(ctx, tx, e, "")
	if err == nil {
		err = b.publishErasure(ctx, tx, e)
	}
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseKey blanks the personal fields, the subjects and the requests' ids of the events of one key:
// for one thing that is erased while its subject's other data stays. With an outbox it also
// publishes KeyErased when there were any.
func EraseKey(ctx context.Context, tx *gorm.DB, key string) error {
	return eraseAndPublish(ctx, tx, KeyErased{Key: key}, "key = ?", key)
}

// EraseOlder blanks the personal fields, the subjects and the requests' ids of the events of one
// name that occurred before a moment: for events about people without an account, whose erasure
// would blank them. With an outbox it also publishes OlderErased when there were any.
func EraseOlder(ctx context.Context, tx *gorm.DB, name string, before time.Time) error {
	return eraseAndPublish(ctx, tx, OlderErased{Name: name, Before: before}, "name = ? AND occurred_at < ?", name, before)
}

func eraseAndPublish(ctx context.Context, tx *gorm.DB, e Event, which string, args ...any) error {
	erased, err := blankEvents(ctx, tx, which, args...)
	if err == nil && erased > 0 {
		err = busOf(tx).publishErasure(ctx, tx, e)
	}
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// eraseSubject erases a subject here. The condition which restricts the events that it blanks; ""
// means all.
func (b *Bus) eraseSubject(ctx context.Context, tx *gorm.DB, e SubjectErased, which string, args ...any) error {
	if b != nil {
		if err := b.outbox.erased(ctx, tx, e); err != nil {
			return err
		}
	}
	which, args = "subject = ?"+which, append([]any{e.Subject}, args...)
	err := tx.WithContext(ctx).Exec(`UPDATE events SET request_id = '' WHERE seq IN (SELECT seq FROM events
		WHERE request_id <> '' AND request_id IN
		(SELECT request_id FROM events WHERE `+which+`) LIMIT ?)`, append(args, maxErasedRequests)...).Error
	if err != nil {
		return err
	}
	if _, err := blankEvents(ctx, tx, which, args...); err != nil || b == nil {
		return err
	}
	for _, erase := range b.erasers {
		if err := erase(ctx, tx, e.Subject); err != nil {
			return err
		}
	}
	return nil
}

// blankEvents blanks the events with a subject that a condition selects.
func blankEvents(ctx context.Context, tx *gorm.DB, which string, args ...any) (blanked int64, err error) {
	done := tx.WithContext(ctx).Exec("UPDATE events SET "+blank+" WHERE subject IS NOT NULL AND "+which, args...)
	return done.RowsAffected, done.Error
}

// now returns the time of the bus's clock, and without a bus the machine's.
func (b *Bus) now() time.Time {
	if b == nil {
		return clock.System().Now()
	}
	return b.clock.Now()
}
