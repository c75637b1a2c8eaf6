package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// createBrand adds a brand. It returns SlugTaken when another has its slug.
func createBrand(ctx context.Context, tx *gorm.DB, b brand) (brand, error) {
	if err := changeTaxonomy(tx); err != nil {
		return brand{}, err
	}
	if err := tx.Create(&b).Error; err != nil {
		return brand{}, brandFault(err)
	}
	return b, eventbus.Publish(ctx, tx, b.saved(true))
}

// editBrand changes a brand. An edit that changes nothing announces nothing. It returns Missing and SlugTaken.
func editBrand(ctx context.Context, tx *gorm.DB, brandID string, edit func(b *brand), now time.Time) (brand, error) {
	if err := changeTaxonomy(tx); err != nil {
		return brand{}, err
	}
	b, err := database.ByID[brand](database.ForUpdate(tx), brandID)
	if err != nil {
		return brand{}, err
	}
	before := b
	if edit(&b); b.Name == before.Name && b.Slug == before.Slug && equal(b.LogoURL, before.LogoURL) {
		return b, nil
	}
	b.UpdatedAt = now
	if err := tx.Select("*").Updates(&b).Error; err != nil {
		return brand{}, brandFault(err)
	}
	if err := reindexBrand(tx, b.ID, before.Name, b.Name); err != nil {
		return brand{}, err
	}
	return b, eventbus.Publish(ctx, tx, b.saved(false))
}

// deleteBrand removes a brand that has no products, not even archived ones. It returns Missing and InUse.
func deleteBrand(ctx context.Context, tx *gorm.DB, brandID string) error {
	if err := remove[brand](tx, brandID, "The brand has products."); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.BrandDeleted{BrandID: brandID})
}

func brandFault(err error) error {
	if database.IsUnique(err, "catalog_brands_slug_key", "catalog_brands.slug") {
		return slugTaken()
	}
	return err
}

func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
