package eventbus

import (
	"context"
	"fmt"

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
