package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// erasure is the tombstone of an account.
type erasure struct {
	UserID    string `gorm:"primaryKey"`
	AddressID string
	ErasedAt  time.Time
}

func (erasure) TableName() string { return "identity_erasures" }

// erase deletes the account that authenticate found, with everything that is known of its owner and of the address: here,
// in the event log and in the stored answers. The other modules hear of it and do the same. It returns fault.LastAdmin.
func (s *service) erase(ctx context.Context, tx *gorm.DB, found authenticated) error {
	now, addressID := s.Clock.Now(), s.Pseudonyms.OfEmail(found.Email)
	if err := lockAddress(tx, addressID, now); err != nil {
		return err
	}
	if err := s.countSuccess(tx, found.credential, now); err != nil {
		return err
	}
	if err := spareLastAdmin(tx, found.ID); err != nil {
		return err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return err
	}
	if err := s.endSessions(ctx, tx, u.ID, "", events.SessionEndedByErasure); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.AccountErased{UserID: u.ID, AddressID: addressID, ErasedAt: now}); err != nil {
		return err
	}
	if err := deleteAccount(ctx, tx, &u, addressID); err != nil {
		return err
	}
	if err := tx.Create(&erasure{UserID: u.ID, AddressID: addressID, ErasedAt: now}).Error; err != nil {
		return err
	}
	for _, subject := range []string{u.ID, addressID} {
		if err := eventbus.EraseSubject(ctx, tx, subject); err != nil {
			return err
		}
	}
	return httpapi.EraseAnswers(tx, u.ID, addressID)
}
