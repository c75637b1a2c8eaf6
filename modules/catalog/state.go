package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// state is the catalogue's lock and its version.
type state struct {
	ID      int `gorm:"primaryKey"`
	Version int64
}

func (state) TableName() string { return "catalog_state" }

// change takes the catalogue for writing until the transaction ends and gives it a new version. It comes before every
// other lock, so that writers queue here and nowhere else.
func change(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET version = version + 1`).Error
}

// hold is change for what alters no list, no count and no name: a number of pieces, a number of sales.
func hold(tx *gorm.DB) error {
	return database.ForUpdate(tx).Take(&state{}).Error
}
