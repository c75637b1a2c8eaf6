package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// brandOrCategory is a model with an id and a slug.
type brandOrCategory interface{ brand | category }

// findByIDOrSlug returns the row with the id or slug, or Missing.
func findByIDOrSlug[T brandOrCategory](db *gorm.DB, idOrSlug string) (T, error) {
	if id.Valid(idOrSlug) {
		return database.ByID[T](db, idOrSlug)
	}
	return database.Take[T](db.Where("slug = ?", idOrSlug))
}

// deleteUnused deletes the row with the id. It returns Missing, or InUse with the reason when
// another row refers to it.
func deleteUnused[T brandOrCategory](tx *gorm.DB, rowID, reason string) error {
	if !id.Valid(rowID) {
		return fault.Missing()
	}
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	deleted := tx.Where("id = ?", rowID).Delete(new(T))
	switch {
	case errors.Is(deleted.Error, gorm.ErrForeignKeyViolated):
		return fault.New(fault.InUse, reason)
	case deleted.Error == nil && deleted.RowsAffected == 0:
		return fault.Missing()
	}
	return deleted.Error
}
