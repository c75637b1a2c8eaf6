package catalog

import "gorm.io/gorm"

// state is the catalogue's lock, and three numbers that tell readers whether what they remember still holds. A number is read with one
// small query, so that it is true in every replica, and for whoever has just changed something.
type state struct {
	ID       int   `gorm:"primaryKey"`
	Revision int64 // another one after every change that anybody can see
	Version  int64 // … that a filter or a count can tell
	Taxonomy int64 // … of a brand or category
}

func (state) TableName() string { return "catalog_state" }

// touch takes the catalogue for writing until the transaction ends, and says that what is shown is another: a number of pieces, a number of
// sales. It comes before every other lock, so that writers queue here and nowhere else.
func touch(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET revision = revision + 1`).Error
}

// change is touch for what filters look at.
func change(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET revision = revision + 1, version = version + 1`).Error
}

// changeTaxonomy is change for brands and categories.
func changeTaxonomy(tx *gorm.DB) error {
	return tx.Exec(`UPDATE catalog_state SET revision = revision + 1, version = version + 1, taxonomy = taxonomy + 1`).Error
}
