package catalog

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// account is a read model of identity's: who sees wholesale prices. The token says so too, and may be ten minutes behind.
type account struct {
	UserID    string `gorm:"primaryKey"`
	Wholesale bool
	Erased    bool  // a tombstone, which no late event brings back to life
	Seq       int64 // of the event that it stems from
}

func (account) TableName() string { return "catalog_accounts" }

func accountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Wholesale: m.Event.AccountType == identity.WholesaleAccount, Seq: m.Seq})
}

func accountTypeChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountTypeChanged]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Wholesale: m.Event.AccountType == identity.WholesaleAccount, Seq: m.Seq})
}

func accountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Erased: true, Seq: m.Seq})
}

// upsertAccount writes a unless what stands there is newer or a tombstone.
func upsertAccount(tx *gorm.DB, a account) error {
	return database.UpsertNewer(tx, &a, "wholesale", "erased")
}

// isWholesale tells whether the user has a wholesale account.
func isWholesale(db *gorm.DB, userID string) (bool, error) {
	var found []account
	err := db.Where("user_id = ? AND wholesale", userID).Limit(1).Find(&found).Error
	return len(found) > 0, err
}

// export is what the catalogue knows of the user: which prices it shows.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	tiers, err := isWholesale(db.WithContext(ctx), userID)
	return map[string]bool{"wholesalePrices": tiers}, err
}
