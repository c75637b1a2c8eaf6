package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// maxErasedRequests is how many events one EraseSubject removes the request's id from: a client may
// have given all of its requests the same id.
const maxErasedRequests = 10_000

// blank is the SET clause that removes the personal data of an event.
const blank = "personal = '{}', subject = NULL, trace = NULL, request_id = ''"

// EraseSubject blanks the personal fields of every event of subject, and the subject itself. An
// event that is still on its way to a consumer arrives blank.
//
// The request's id that a client chose may name the subject too: EraseSubject removes it from these
// events and from all other events of the same requests.
func EraseSubject(ctx context.Context, tx *gorm.DB, subject string) error {
	tx = tx.WithContext(ctx)
	if b := busOf(tx); b != nil {
		if err := b.outbox.erased(ctx, tx, subject); err != nil {
			return fmt.Errorf("eventbus: erase: %w", err)
		}
	}
	err := tx.Exec(`UPDATE events SET request_id = '' WHERE seq IN (SELECT seq FROM events WHERE request_id <> '' AND request_id IN
		(SELECT request_id FROM events WHERE subject = ?) LIMIT ?)`, subject, maxErasedRequests).Error
	if err == nil {
		err = tx.Exec("UPDATE events SET "+blank+" WHERE subject = ?", subject).Error
	}
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseKey blanks the personal fields, the subjects and the requests' ids of the events of one key:
// for one thing that is erased while its subject's other data stays.
func EraseKey(ctx context.Context, tx *gorm.DB, key string) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET "+blank+" WHERE key = ? AND subject IS NOT NULL", key).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseOlder blanks the personal fields, the subjects and the requests' ids of the events of one
// name that occurred before a moment: for events about people without an account, whose erasure
// would blank them.
func EraseOlder(ctx context.Context, tx *gorm.DB, name string, before time.Time) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET "+blank+" WHERE name = ? AND subject IS NOT NULL AND occurred_at < ?", name, before).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}
