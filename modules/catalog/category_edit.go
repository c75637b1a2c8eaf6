package catalog

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// createCategory adds a category to the tree. It returns SlugTaken, and ValidationFailed when there is no such parent.
func createCategory(ctx context.Context, tx *gorm.DB, c category) (category, error) {
	if c.ParentID != nil && !id.Valid(*c.ParentID) {
		return category{}, noParent()
	}
	if err := changeTaxonomy(tx); err != nil {
		return category{}, err
	}
	if err := tx.Create(&c).Error; err != nil {
		return category{}, categoryFault(err)
	}
	return c, eventbus.Publish(ctx, tx, c.saved(true))
}

// editCategory changes a category or moves it, with all that is below. An edit that changes nothing announces nothing.
// It returns Missing, SlugTaken, and ValidationFailed when there is no such parent or the parent is below the category.
func editCategory(ctx context.Context, tx *gorm.DB, categoryID string, edit func(c *category), now time.Time) (category, error) {
	if err := changeTaxonomy(tx); err != nil {
		return category{}, err
	}
	c, err := database.ByID[category](database.ForUpdate(tx), categoryID)
	if err != nil {
		return category{}, err
	}
	before := c
	edit(&c)
	moved := !equal(c.ParentID, before.ParentID)
	if c.Name == before.Name && c.Slug == before.Slug && !moved {
		return c, nil
	}
	if moved && c.ParentID != nil {
		if err := mayStandUnder(tx, c, *c.ParentID); err != nil {
			return category{}, err
		}
	}
	c.UpdatedAt = now
	if err := tx.Select("*").Updates(&c).Error; err != nil {
		return category{}, categoryFault(err)
	}
	if moved {
		if err := moveProducts(tx, c.ID); err != nil {
			return category{}, err
		}
	}
	if err := reindexCategory(tx, c, before.Name); err != nil {
		return category{}, err
	}
	return c, eventbus.Publish(ctx, tx, c.saved(false))
}

// mayStandUnder refuses a parent that does not exist, is the category itself or is below it: the tree would have a circle.
// The caller holds the catalogue, so that no other move can close one at the same time.
func mayStandUnder(tx *gorm.DB, c category, parentID string) error {
	if !id.Valid(parentID) {
		return noParent()
	}
	var above []string
	err := tx.Raw(`WITH RECURSIVE above (id, parent_id) AS (
			SELECT id, parent_id FROM catalog_categories WHERE id = ?
			UNION SELECT c.id, c.parent_id FROM catalog_categories c JOIN above a ON c.id = a.parent_id)
		SELECT id FROM above`, parentID).Scan(&above).Error
	if err != nil {
		return err
	}
	if len(above) == 0 {
		return noParent()
	}
	if slices.Contains(above, c.ID) {
		return fault.Invalid(fault.Field{Pointer: "/parentId", Code: fault.NotAllowed, Detail: "must not be the category itself or below it"})
	}
	return nil
}

// deleteCategory removes a category that holds neither categories nor products. It returns Missing and InUse.
func deleteCategory(ctx context.Context, tx *gorm.DB, categoryID string) error {
	if err := remove[category](tx, categoryID, "The category holds products or other categories."); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.CategoryDeleted{CategoryID: categoryID})
}

func categoryFault(err error) error {
	switch {
	case database.IsUnique(err, "catalog_categories_slug_key", "catalog_categories.slug"):
		return slugTaken()
	case errors.Is(err, gorm.ErrForeignKeyViolated):
		return noParent()
	}
	return err
}

func noParent() error {
	return fault.Invalid(fault.Field{Pointer: "/parentId", Code: fault.NotAllowed, Detail: "must be a category"})
}
