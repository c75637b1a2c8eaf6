package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
)

// tombstone is what stays of an erased account.
type tombstone struct {
	UserID    string `gorm:"primaryKey"`
	AddressID string
	ErasedAt  time.Time
}

func (tombstone) TableName() string { return "identity_erasures" }

// eraseAccount deletes the account that authenticate found, with all personal data about its owner
// and the email address: in this module, in the event log and in the stored responses. The event
// makes the other modules do the same. It returns codeLastAdmin for the only admin.
func eraseAccount(ctx context.Context, tx *gorm.DB, authority *auth.Authority, found authenticated, now time.Time) error {
	addressID := found.attempt.addressID
	if err := lockEmailAddress(tx, addressID, now); err != nil {
		return err
	}
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return err
	}
	if err := requireOtherAdmin(tx, found.ID); err != nil {
		return err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return err
	}
	if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByErasure); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.AccountErased{UserID: u.ID, AddressID: addressID, ErasedAt: now}); err != nil {
		return err
	}
	if err := deleteUser(ctx, tx, &u, addressID); err != nil {
		return err
	}
	if err := tx.Create(&tombstone{UserID: u.ID, AddressID: addressID, ErasedAt: now}).Error; err != nil {
		return err
	}
	for _, subject := range []string{u.ID, addressID} {
		if err := eventbus.EraseSubject(ctx, tx, subject); err != nil {
			return err
		}
	}
	return nil
}
