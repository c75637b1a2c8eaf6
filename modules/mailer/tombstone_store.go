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

// withoutErased returns the emails but for those whose user was erased, or whose address was erased
// since the time of the event. No erasure commits until tx ends.
func withoutErased(tx *gorm.DB, caused []causedEmail) (emails []email, err error) {
	if err := lockErasureGate(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare})); err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range caused {
		ids = append(ids, *c.email.SubjectID, *c.email.AddressID)
	}
	var found []tombstone
	if err := tx.Where("subject_id IN ?", ids).Find(&found).Error; err != nil {
		return nil, err
	}
	tombstones := map[string]tombstone{}
	for _, t := range found {
		tombstones[t.SubjectID] = t
	}
	for _, c := range caused {
		if !c.isErased(tombstones) {
			emails = append(emails, c.email)
		}
	}
	return emails, nil
}

// isErased reports whether one of the tombstones is about the email.
func (c causedEmail) isErased(tombstones map[string]tombstone) bool {
	subject, address := *c.email.SubjectID, *c.email.AddressID
	if _, erased := tombstones[subject]; erased && subject != address {
		return true
	}
	t, erased := tombstones[address]
	return erased && !t.ErasedAt.Before(c.occurredAt)
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
