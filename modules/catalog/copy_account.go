package catalog

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// account is a copy of identity's data: who sees wholesale prices.
type account struct {
	UserID    string `gorm:"primaryKey"`
	Wholesale bool
	Erased    bool  // a tombstone: a late event does not bring the account back
	Seq       int64 // sequence of the event that the row comes from
}

func (account) TableName() string { return "catalog_accounts" }

func onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	return upsertAccount(tx, account{
		UserID: m.Event.UserID, Wholesale: m.Event.AccountType == identity.WholesaleAccount, Seq: m.Seq,
	})
}

func onAccountTypeChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountTypeChanged]) error {
	return upsertAccount(tx, account{
		UserID: m.Event.UserID, Wholesale: m.Event.AccountType == identity.WholesaleAccount, Seq: m.Seq,
	})
}

func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Erased: true, Seq: m.Seq})
}

// upsertAccount writes the row, unless the stored one is newer or a tombstone.
func upsertAccount(tx *gorm.DB, a account) error {
	return database.UpsertNewer(tx, &a, "wholesale", "erased")
}

// isWholesale reports whether the user has a wholesale account.
func isWholesale(db *gorm.DB, userID string) (bool, error) {
	var found []account
	err := db.Where("user_id = ? AND wholesale", userID).Limit(1).Find(&found).Error
	return len(found) > 0, err
}

// export returns what the catalogue stores about the user: whether they see wholesale prices.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	sees, err := isWholesale(db.WithContext(ctx), userID)
	return map[string]bool{"wholesalePrices": sees}, err
}
