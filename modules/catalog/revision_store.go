package catalog

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// catalogState is the catalogue's lock, and three counters by which readers validate their caches.
// One small query reads them, so a cached value is right in every replica, and for the client who
// has just made a change.
type catalogState struct {
	ID       int   `gorm:"primaryKey"` // always 1
	Revision int64 // grows with every visible change
	Version  int64 // grows with every change that a filter or a count depends on
	Taxonomy int64 // grows with every change of a brand or a category
}

func (catalogState) TableName() string { return "catalog_state" }

// lockCatalog locks the catalogue for writing until the transaction ends, as bumpRevision does, for
// one that may find nothing to change.
func lockCatalog(tx *gorm.DB) error {
	_, err := database.Take[catalogState](database.ForUpdate(tx))
	return err
}

// bumpRevision locks the catalogue for writing until the transaction ends, and marks pages as out
// of date. It is for changes that no filter looks at: the available quantity, the units sold. Call
// it before taking any other lock: writers then queue here only, and cannot deadlock.
func bumpRevision(tx *gorm.DB) error { return bump(tx, "revision") }

// bumpVersion is bumpRevision for a change that a filter or a count depends on.
func bumpVersion(tx *gorm.DB) error { return bump(tx, "revision", "version") }

// bumpTaxonomy is bumpVersion for a change of a brand or a category.
func bumpTaxonomy(tx *gorm.DB) error { return bump(tx, "revision", "version", "taxonomy") }

func bump(tx *gorm.DB, counters ...string) error {
	increments := map[string]any{}
	for _, c := range counters {
		increments[c] = gorm.Expr("? + 1", clause.Column{Name: c})
	}
	return tx.Model(&catalogState{ID: 1}).UpdateColumns(increments).Error
}
