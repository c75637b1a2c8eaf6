package mailer

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// tombstone says that a user or an address was erased. No email about the user is enqueued any
// more; to the address, none about what happened before the erasure: its owner may come back.
type tombstone struct {
	SubjectID string `gorm:"primaryKey"` // a user id, or pseudonym.Key.OfEmail
	ErasedAt  time.Time
}

func (tombstone) TableName() string { return "mailer_erasures" }

// isErased reports whether the email's user was erased, or its address since occurredAt, the time
// of its event. No erasure commits until tx ends.
func isErased(tx *gorm.DB, e email, occurredAt time.Time) (bool, error) {
	if err := lockErasureGate(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare})); err != nil {
		return false, err
	}
	q := tx.Model(&tombstone{}).Where("subject_id = ? AND erased_at >= ?", e.AddressID, occurredAt)
	if *e.SubjectID != *e.AddressID {
		q = q.Or("subject_id = ?", e.SubjectID)
	}
	var n int64
	err := q.Count(&n).Error
	return n > 0, err
}

// erasureGate is a table of one row. Enqueueing locks it shared and erasing locks it exclusively,
// so that neither misses what the other has not committed yet.
type erasureGate struct {
	ID int `gorm:"primaryKey"`
}

func (erasureGate) TableName() string { return "mailer_gate" }

// lockErasureGate locks the gate, shared or exclusively as q says, until the transaction ends.
func lockErasureGate(q *gorm.DB) error {
	return q.Take(&erasureGate{}).Error
}
