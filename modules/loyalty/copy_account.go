package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// account is a copy of identity's account: which users exist, and since when. After an erasure it
// is a tombstone.
type account struct {
	UserID    string     `gorm:"primaryKey"`
	CreatedAt *time.Time `gorm:"autoCreateTime:false"`
	Erased    bool
	Seq       int64 // of the event that it comes from
}

func (account) TableName() string { return "loyalty_accounts" }

func onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, CreatedAt: &m.Event.CreatedAt, Seq: m.Seq})
}

// onAccountErased leaves a tombstone.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Erased: true, Seq: m.Seq})
}

// upsertAccount stores a, unless the stored row is newer or a tombstone.
func upsertAccount(tx *gorm.DB, a account) error {
	return database.UpsertNewer(tx, &a, "created_at", "erased")
}

// memberSince is when the user's account was created, nil for an unknown user.
func memberSince(db *gorm.DB, userID string) (*time.Time, error) {
	if !id.Valid(userID) {
		return nil, nil
	}
	var found []account
	err := db.Where("user_id = ?", userID).Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0].CreatedAt, nil
}

// knownAccount is the account of a user. It returns fault.Missing for an unknown or erased one.
func knownAccount(db *gorm.DB, userID string) (account, error) {
	if !id.Valid(userID) {
		return account{}, fault.Missing()
	}
	return database.Take[account](db.Where("user_id = ? AND NOT erased", userID))
}
