package wholesale

import (
	"context"
	"errors"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// account is a read model of identity's: whose address is whose, so that an export by user finds the applications,
// which know addresses only. After an erasure it is a tombstone, which no late event brings back to life.
type account struct {
	UserID    string `gorm:"primaryKey"`
	AddressID *string
	Erased    bool
	Seq       int64 // of the event that it stems from
}

func (account) TableName() string { return "wholesale_accounts" }

// rememberAccount keeps the address of a new account. An event whose personal fields were blanked meanwhile is dropped.
func (d Deps) rememberAccount(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	if m.Event.Email == "" {
		return nil
	}
	addressID := d.Pseudonyms.OfEmail(m.Event.Email)
	return upsertAccount(tx, account{UserID: m.Event.UserID, AddressID: &addressID, Seq: m.Seq})
}

// forgetAccount leaves a tombstone.
func forgetAccount(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return upsertAccount(tx, account{UserID: m.Event.UserID, Erased: true, Seq: m.Seq})
}

// upsertAccount writes a unless what stands there is newer or a tombstone.
func upsertAccount(tx *gorm.DB, a account) error {
	return database.UpsertNewer(tx, &a, "address_id", "erased")
}

// applicationsOf are the applications that were made with the user's address.
func applicationsOf(db *gorm.DB, userID string) (found []application, err error) {
	var a account
	err = db.Where("user_id = ? AND NOT erased", userID).Take(&a).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	if err == nil {
		err = db.Where("address_id = ?", a.AddressID).Order("submitted_at, id").Find(&found).Error
	}
	return found, err
}
