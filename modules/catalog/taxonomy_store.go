package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// named is a brand or category, which have an id and a slug.
type named interface{ brand | category }

// findNamed is the row with the id or slug, or fault.Missing.
func findNamed[T named](db *gorm.DB, idOrSlug string) (T, error) {
	if id.Valid(idOrSlug) {
		return database.ByID[T](db, idOrSlug)
	}
	return database.Take[T](db.Where("slug = ?", idOrSlug))
}

// remove deletes the row with the id. It returns Missing, and InUse with the reason when another row needs it.
func remove[T named](tx *gorm.DB, rowID, reason string) error {
	if !id.Valid(rowID) {
		return fault.Missing()
	}
	if err := changeTaxonomy(tx); err != nil {
		return err
	}
	gone := tx.Where("id = ?", rowID).Delete(new(T))
	switch {
	case errors.Is(gone.Error, gorm.ErrForeignKeyViolated):
		return fault.New(fault.InUse, reason)
	case gone.Error == nil && gone.RowsAffected == 0:
		return fault.Missing()
	}
	return gone.Error
}
