package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// createBrand adds a brand and publishes BrandSaved. It returns codeSlugTaken when another brand
// has the slug, and the faults of resolveLogo.
func createBrand(ctx context.Context, tx *gorm.DB, b brand) (brand, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return brand{}, err
	}
	if err := b.resolveLogo(tx); err != nil {
		return brand{}, err
	}
	if err := insertBrand(tx, &b); err != nil {
		return brand{}, err
	}
	if err := takeSlug(tx, slugOfBrand, b.Slug); err != nil {
		return brand{}, err
	}
	if err := b.nameLogo(ctx, tx); err != nil {
		return brand{}, err
	}
	return b, eventbus.Publish(ctx, tx, b.savedEvent(true))
}

// editBrand changes a brand and publishes BrandSaved, unless edit changes nothing. It returns
// fault.Missing, fault.PreconditionFailed or codeSlugTaken, and the faults of resolveLogo.
func editBrand(
	ctx context.Context, tx *gorm.DB, brandID string, match httpapi.IfMatch, edit func(b *brand), now time.Time,
) (brand, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return brand{}, err
	}
	b, err := database.ByID[brand](database.ForUpdate(tx), brandID)
	if err != nil {
		return brand{}, err
	}
	if err := match.Require(b.Version); err != nil {
		return brand{}, err
	}
	before := b
	if edit(&b); b.Name == before.Name && b.Slug == before.Slug && equalValues(b.LogoURL, before.LogoURL) {
		return b, nil
	}
	b.UpdatedAt = now
	if err := b.resolveLogo(tx); err != nil {
		return brand{}, err
	}
	if err := updateBrand(tx, &b); err != nil {
		return brand{}, err
	}
	if err := changeSlug(tx, oldSlug{slugOfBrand, before.Slug, b.ID}, b.Slug); err != nil {
		return brand{}, err
	}
	if err := b.nameLogo(ctx, tx); err != nil {
		return brand{}, err
	}
	if err := reindexBrand(tx, b.ID, before.Name, b.Name); err != nil {
		return brand{}, err
	}
	return b, eventbus.Publish(ctx, tx, b.savedEvent(false))
}

// deleteBrand deletes a brand without products. It returns Missing, PreconditionFailed, or InUse
// when a product refers to the brand, even an archived one.
func deleteBrand(ctx context.Context, tx *gorm.DB, brandID string, match httpapi.IfMatch) error {
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	b, err := database.ByID[brand](database.ForUpdate(tx), brandID)
	if err != nil {
		return err
	}
	if err := match.Require(b.Version); err != nil {
		return err
	}
	if err := inUseFault(database.DeleteVersion(tx, &b, &b.Version), "The brand has products."); err != nil {
		return err
	}
	if err := b.publishLogo(ctx, tx, []string{}); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.BrandDeleted{BrandID: brandID})
}

// equalValues reports whether both pointers are nil or point to equal values.
func equalValues[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
