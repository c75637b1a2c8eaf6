package catalog

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// createProduct adds a product. It returns ValidationFailed with all that does not fit, SlugTaken and SKUTaken.
func createProduct(ctx context.Context, tx *gorm.DB, c content, now time.Time) (stored, error) {
	if err := change(tx); err != nil {
		return stored{}, err
	}
	c.complete()
	where, err := accept(tx, c, nil)
	if err != nil {
		return stored{}, err
	}
	s := stored{product: newProduct(c, now)}
	s.variants = merge(s.ID, nil, c.Variants)
	s.summarize(s.variants)
	if err := tx.Create(&s.product).Error; err != nil {
		return stored{}, productFault(err)
	}
	return s, s.write(ctx, tx, nil, where, true)
}

// editProduct changes what was said about a product. An edit that changes nothing announces nothing. It returns Missing,
// ValidationFailed with all that does not fit, SlugTaken and SKUTaken.
func editProduct(ctx context.Context, tx *gorm.DB, productID string, edit func(c *content), now time.Time) (stored, error) {
	if err := change(tx); err != nil {
		return stored{}, err
	}
	s, err := load(tx, productID)
	if err != nil {
		return stored{}, err
	}
	before, c := contentOf(s.product, s.variants), contentOf(s.product, s.variants)
	edit(&c)
	c.complete()
	if reflect.DeepEqual(c, before) {
		return s, nil
	}
	where, err := accept(tx, c, s.variants)
	if err != nil {
		return stored{}, err
	}
	there := s.variants
	s.set(c, now)
	s.variants = merge(s.ID, there, c.Variants)
	s.summarize(s.variants)
	if err := tx.Select("*").Updates(&s.product).Error; err != nil {
		return stored{}, productFault(err)
	}
	return s, s.write(ctx, tx, there, where, false)
}

// archiveProduct takes a product out of the shop. It keeps its slug and its SKUs. It returns Missing.
func archiveProduct(ctx context.Context, tx *gorm.DB, productID string, now time.Time) error {
	_, err := editProduct(ctx, tx, productID, func(c *content) { c.Status = archived }, now)
	return err
}

// write stores what hangs on the product's row, and announces the product.
func (s *stored) write(ctx context.Context, tx *gorm.DB, there []variant, where surroundings, created bool) error {
	if err := writeVariants(tx, there, s.variants); err != nil {
		return err
	}
	if err := place(tx, s.ID, s.CategoryIDs); err != nil {
		return err
	}
	if err := reindex(tx, s.ID, entriesOf(*s, where)); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, s.saved(s.variants, created))
}
