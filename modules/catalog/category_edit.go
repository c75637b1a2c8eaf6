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
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// createCategory adds a category to the tree and publishes CategorySaved. It returns codeSlugTaken,
// or fault.ValidationFailed when the parent does not exist.
func createCategory(ctx context.Context, tx *gorm.DB, c category) (category, error) {
	if c.ParentID != nil && !id.Valid(*c.ParentID) {
		return category{}, unknownParent()
	}
	if err := bumpTaxonomy(tx); err != nil {
		return category{}, err
	}
	if err := c.resolveImage(tx); err != nil {
		return category{}, c.withParentFault(tx, err)
	}
	if err := insertCategory(tx, &c); err != nil {
		return category{}, err
	}
	if err := c.nameImage(ctx, tx, nil); err != nil {
		return category{}, err
	}
	if err := takeSlug(tx, slugOfCategory, c.Slug); err != nil {
		return category{}, err
	}
	return c, eventbus.Publish(ctx, tx, c.savedEvent(true))
}

// editCategory changes a category, or moves it with everything below it, and publishes
// CategorySaved, unless edit changes nothing. It returns fault.Missing, fault.PreconditionFailed,
// codeSlugTaken, or fault.ValidationFailed when the new parent does not exist or is below the
// category.
func editCategory(
	ctx context.Context, tx *gorm.DB, categoryID string, match httpapi.IfMatch, edit func(c *category), now time.Time,
) (category, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return category{}, err
	}
	c, err := database.ByID[category](database.ForUpdate(tx), categoryID)
	if err != nil {
		return category{}, err
	}
	if err := match.Require(c.Version); err != nil {
		return category{}, err
	}
	before := c
	edit(&c)
	moved := !equalValues(c.ParentID, before.ParentID)
	if c.Name == before.Name && c.Slug == before.Slug && !moved && c.Position == before.Position &&
		equalValues(c.Description, before.Description) && equalValues(c.MediaID, before.MediaID) {
		return c, nil
	}
	if err := c.resolveImage(tx); err != nil {
		if moved {
			err = c.withParentFault(tx, err)
		}
		return category{}, err
	}
	if moved && c.ParentID != nil {
		if err := checkParent(tx, c, *c.ParentID); err != nil {
			return category{}, err
		}
	}
	c.UpdatedAt = now
	if err := updateCategory(tx, &c); err != nil {
		return category{}, err
	}
	if err := c.nameImage(ctx, tx, before.MediaID); err != nil {
		return category{}, err
	}
	if err := changeSlug(tx, oldSlug{slugOfCategory, before.Slug, c.ID}, c.Slug); err != nil {
		return category{}, err
	}
	if moved {
		if err := recomputePlacements(tx, c.ID); err != nil {
			return category{}, err
		}
	}
	if err := reindexCategory(tx, c, before.Name); err != nil {
		return category{}, err
	}
	return c, eventbus.Publish(ctx, tx, c.savedEvent(false))
}

// checkParent returns ValidationFailed when the parent does not exist, is the category itself or is
// below it: the tree would get a cycle. The caller holds the lock of the catalogue, so no
// concurrent move can close a cycle either.
func checkParent(tx *gorm.DB, c category, parentID string) error {
	if !id.Valid(parentID) {
		return unknownParent()
	}
	path, err := loadPathToRoot(tx, parentID)
	switch {
	case err != nil:
		return err
	case len(path) == 0:
		return unknownParent()
	case slices.Contains(path, c.ID):
		return fault.Invalid(fault.Field{
			Pointer: "/parentId", Code: fault.NotAllowed, Detail: "must not be the category itself or below it",
		})
	}
	return nil
}

// withParentFault adds to ValidationFailed what is wrong with the parent. Any other error stays.
func (c *category) withParentFault(tx *gorm.DB, err error) error {
	refused, ok := errors.AsType[*fault.Fault](err)
	if !ok || refused.Code != fault.ValidationFailed || c.ParentID == nil {
		return err
	}
	parent := checkParent(tx, *c, *c.ParentID)
	also, ok := errors.AsType[*fault.Fault](parent)
	switch {
	case parent == nil:
		return err
	case !ok || also.Code != fault.ValidationFailed:
		return parent
	}
	return fault.Invalid(append(refused.Fields, also.Fields...)...)
}

// deleteCategory deletes a category without products and without categories below it. It returns
// Missing, PreconditionFailed or InUse.
func deleteCategory(ctx context.Context, tx *gorm.DB, categoryID string, match httpapi.IfMatch) error {
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	c, err := database.ByID[category](database.ForUpdate(tx), categoryID)
	if err != nil {
		return err
	}
	if err := match.Require(c.Version); err != nil {
		return err
	}
	if err := inUseFault(database.DeleteVersion(tx, &c, &c.Version),
		"The category holds products or other categories."); err != nil {
		return err
	}
	named := c.MediaID
	c.MediaID = nil
	if err := c.nameImage(ctx, tx, named); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.CategoryDeleted{CategoryID: categoryID})
}

func unknownParent() error {
	return fault.Invalid(fault.Field{Pointer: "/parentId", Code: fault.NotAllowed, Detail: "must be a category"})
}
