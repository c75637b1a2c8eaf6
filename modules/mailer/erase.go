package mailer

import (
	"context"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// erasure is a tombstone: letters of the user are never queued any more, those of an address only for what
// happened after the erasure, for its owner may come back.
type erasure struct {
	SubjectID string `gorm:"primaryKey"`
	ErasedAt  time.Time
}

func (erasure) TableName() string { return "mailer_erasures" }

// erase deletes the letters of the account that were not sent yet and takes everything personal out of the others.
// A letter whose conversation is under way may still arrive; nothing is recorded of it then.
func erase(tx *gorm.DB, e identity.AccountErased) error {
	if err := lockGate(database.ForUpdate(tx)); err != nil {
		return err
	}
	if err := bury(tx, erasure{e.UserID, e.ErasedAt}, erasure{e.AddressID, e.ErasedAt}); err != nil {
		return err
	}
	theirs, err := lettersOf(tx, e.UserID, e.AddressID)
	if err != nil {
		return err
	}
	for _, l := range theirs {
		if l.Status == queued {
			if err := tx.Delete(&l).Error; err != nil {
				return err
			}
			continue
		}
		l.erase()
		if err := tx.Save(&l).Error; err != nil {
			return err
		}
	}
	return nil
}

// export gives the letters to the user, those to the address before it had an account included.
func (s *service) export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	type row struct {
		Kind      string        `json:"kind"`
		To        string        `json:"to"`
		Status    string        `json:"status"`
		CreatedAt httpapi.Time  `json:"createdAt"`
		SentAt    *httpapi.Time `json:"sentAt"`
	}
	theirs, err := lettersTo(db.WithContext(ctx), userID)
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(theirs))
	for i, l := range theirs {
		rows[i] = row{l.Kind, l.Recipient, l.Status, httpapi.TimeOf(l.CreatedAt), httpapi.TimePtr(l.SentAt)}
	}
	return rows, nil
}
