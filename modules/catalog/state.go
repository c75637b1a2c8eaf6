package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// state is the catalogue's lock and its versions.
type state struct {
	ID       int   `gorm:"primaryKey"`
	Version  int64 // another one after every change that a list or a count can show
	Taxonomy int64 // another one after every change of a brand or category
}

func (state) TableName() string { return "catalog_state" }

// change takes the catalogue for writing until the transaction ends, and gives it a new version. It comes before every
// other lock, so that writers queue here and nowhere else.
func change(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET version = version + 1`).Error
}

// changeTaxonomy is change for brands and categories.
func changeTaxonomy(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET version = version + 1, taxonomy = taxonomy + 1`).Error
}

// hold is change for what no filter and no count looks at: a number of pieces, a number of sales.
func hold(tx *gorm.DB) error {
	return database.ForUpdate(tx).Take(&state{}).Error
}
