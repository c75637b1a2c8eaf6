package wholesale

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// account is a copy of identity's account: which email address is whose. Applications know email
// addresses only, so that an export by user finds them by it. After an erasure it is a tombstone.
type account struct {
	UserID    string `gorm:"primaryKey"`
	AddressID *string
	Erased    bool
	Seq       int64 // of the event that it comes from
}

func (account) TableName() string { return "wholesale_accounts" }

// onAccountCreated copies the email address of a new account. It is blank in an event whose
// personal fields were erased before it arrived; then it does nothing.
func (s *subscriber) onAccountCreated(
	_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated],
) error {
	if m.Event.Email == "" {
		return nil
	}
	addressID := s.pseudonyms.OfEmail(m.Event.Email)
	return upsertAccount(tx, account{UserID: m.Event.UserID, AddressID: &addressID, Seq: m.Seq})
}

// onEmailChanged copies another address of an account, like onAccountCreated.
func (s *subscriber) onEmailChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailChanged]) error {
	if m.Event.Email == "" {
		return nil
	}
	addressID := s.pseudonyms.OfEmail(m.Event.Email)
	return upsertAccount(tx, account{UserID: m.Event.UserID, AddressID: &addressID, Seq: m.Seq})
}

// onAccountErased leaves a tombstone.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Erased: true, Seq: m.Seq})
}

// upsertAccount stores a, unless the stored row is newer or a tombstone.
func upsertAccount(tx *gorm.DB, a account) error {
	return database.UpsertNewer(tx, &a, "address_id", "erased")
}
