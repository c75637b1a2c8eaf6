package identity

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// lockAddressesAfter locks the first addresses after one, by id.
func lockAddressesAfter(tx *gorm.DB, after string, limit int) (addresses []address, err error) {
	err = database.ForUpdate(tx).Where("id > ?", after).Order("id").Limit(limit).Find(&addresses).Error
	return addresses, err
}
