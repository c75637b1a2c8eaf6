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

// inUseFault turns the error of a row that another row refers to into InUse with the reason.
func inUseFault(err error, reason fault.Text) error {
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return fault.New(fault.InUse, reason).WithCause(err)
	}
	return err
}
