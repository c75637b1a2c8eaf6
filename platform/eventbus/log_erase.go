package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// erasedRequests is how many events one Erase takes the request's id from: a client may have given
// all of its requests the same.
const erasedRequests = 10_000

// EraseSubject blanks the personal fields of every event of subject, and the subject itself. An event that is still on its way arrives blank.
// The id that a client gave a request may name the subject too: it goes from these events and from the others of the same requests.
func EraseSubject(ctx context.Context, tx *gorm.DB, subject string) error {
	tx = tx.WithContext(ctx)
	err := tx.Exec(`UPDATE events SET request_id = '' WHERE seq IN (SELECT seq FROM events WHERE request_id <> '' AND request_id IN
		(SELECT request_id FROM events WHERE subject = ?) LIMIT ?)`, subject, erasedRequests).Error
	if err == nil {
		err = tx.Exec("UPDATE events SET personal = '{}', subject = NULL, trace = NULL, request_id = '' WHERE subject = ?", subject).Error
	}
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseKey blanks the personal fields, the subjects and the requests' ids of the events of one key: for one thing of somebody's, where not all of theirs is over.
func EraseKey(ctx context.Context, tx *gorm.DB, key string) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET personal = '{}', subject = NULL, trace = NULL, request_id = '' WHERE key = ? AND subject IS NOT NULL", key).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseOlder blanks the personal fields, the subjects and the requests' ids of the events of one name that occurred before a moment: for what is about
// people who never became somebody whose erasure would blank it.
func EraseOlder(ctx context.Context, tx *gorm.DB, name string, before time.Time) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET personal = '{}', subject = NULL, trace = NULL, request_id = '' WHERE name = ? AND subject IS NOT NULL AND occurred_at < ?", name, before).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}
