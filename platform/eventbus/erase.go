package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// Erase blanks the personal fields of every event of subject, and the subject itself. An event that is still on its way arrives blank.
func Erase(ctx context.Context, tx *gorm.DB, subject string) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET personal = '{}', subject = NULL WHERE subject = ?", subject).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseKey blanks the personal fields, and the subjects, of the events of one key: for one thing of somebody's, where not all of theirs is over.
func EraseKey(ctx context.Context, tx *gorm.DB, key string) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET personal = '{}', subject = NULL WHERE key = ? AND subject IS NOT NULL", key).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}

// EraseOlder blanks the personal fields, and the subjects, of the events of one name that occurred before a moment: for what is about
// people who never became somebody whose erasure would blank it.
func EraseOlder(ctx context.Context, tx *gorm.DB, name string, before time.Time) error {
	err := tx.WithContext(ctx).Exec("UPDATE events SET personal = '{}', subject = NULL WHERE name = ? AND subject IS NOT NULL AND occurred_at < ?", name, before).Error
	if err != nil {
		return fmt.Errorf("eventbus: erase: %w", err)
	}
	return nil
}
