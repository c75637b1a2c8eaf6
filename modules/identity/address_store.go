package identity

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// addressOf returns the user's address, or fault.Missing.
func addressOf(db *gorm.DB, userID, addressID string) (address, error) {
	return database.ByID[address](db.Where("user_id = ?", userID), addressID)
}

// addressesOf returns the user's addresses, oldest first.
func addressesOf(db *gorm.DB, userID string) (addresses []address, err error) {
	err = db.Where("user_id = ?", userID).Order("created_at, id").Find(&addresses).Error
	return addresses, err
}

// saveAddress writes every column of the address.
func saveAddress(tx *gorm.DB, a *address) error { return tx.Select("*").Updates(a).Error }
