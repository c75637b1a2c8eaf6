package catalog

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// stored is a product with its variants: those that are sold, then those that no longer are.
type stored struct {
	product
	variants []variant
}

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

// surroundings are the names of a product's brand and categories, by which it is found too.
type surroundings struct {
	brand      string
	categories []string
}

// accept refuses a content that does not fit together, or names a brand, a category or a variant that does not exist.
func accept(tx *gorm.DB, c content, there []variant) (where surroundings, err error) {
	faults := c.faults()
	blame := func(detail, pointer string) {
		faults = append(faults, fault.Field{Pointer: pointer, Code: fault.NotAllowed, Detail: detail})
	}
	if c.BrandID != nil {
		b, err := database.ByID[brand](tx, *c.BrandID)
		switch {
		case fault.Is(err, fault.NotFound):
			blame("must be a brand", "/brandId")
		case err != nil:
			return where, err
		}
		where.brand = b.Name
	}
	var known []category
	if ids := slices.DeleteFunc(slices.Clone(c.CategoryIDs), func(s string) bool { return !id.Valid(s) }); len(ids) > 0 {
		if err := tx.Where("id IN ?", ids).Find(&known).Error; err != nil {
			return where, err
		}
	}
	for i, categoryID := range c.CategoryIDs {
		at := slices.IndexFunc(known, func(k category) bool { return k.ID == categoryID })
		if at < 0 {
			blame("must be a category", fmt.Sprintf("/categoryIds/%d", i))
			continue
		}
		where.categories = append(where.categories, known[at].Name)
	}
	for i, v := range c.Variants {
		if v.ID != "" && !slices.ContainsFunc(there, func(t variant) bool { return t.ID == v.ID }) {
			blame("must be a variant of this product", fmt.Sprintf("/variants/%d/id", i))
		}
	}
	if len(faults) > 0 {
		return where, fault.Invalid(faults...)
	}
	return where, nil
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

// writeVariants makes the rows those of the variants. An SKU may pass from one variant to another.
func writeVariants(tx *gorm.DB, there, variants []variant) error {
	var renamed []string
	for _, v := range there {
		if i := slices.IndexFunc(variants, func(w variant) bool { return w.ID == v.ID }); variants[i].SKU != v.SKU {
			renamed = append(renamed, v.ID)
		}
	}
	if len(renamed) > 0 {
		if err := tx.Exec(`UPDATE catalog_variants SET sku = 'was ' || id WHERE id IN ?`, renamed).Error; err != nil {
			return err
		}
	}
	if len(variants) == 0 {
		return nil
	}
	return productFault(tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, UpdateAll: true}).Create(&variants).Error)
}

// place puts the product into its categories and those above them.
func place(tx *gorm.DB, productID string, categoryIDs []string) error {
	if err := tx.Exec(`DELETE FROM catalog_placements WHERE product_id = ?`, productID).Error; err != nil || len(categoryIDs) == 0 {
		return err
	}
	return tx.Exec(`INSERT INTO catalog_placements (category_id, product_id, direct)
		WITH RECURSIVE above (id, parent_id, direct) AS (
			SELECT id, parent_id, 1 FROM catalog_categories WHERE id IN ?
			UNION SELECT c.id, c.parent_id, 0 FROM catalog_categories c JOIN above a ON c.id = a.parent_id)
		SELECT id, CAST(? AS `+idType(tx)+`), max(direct) = 1 FROM above GROUP BY id`, categoryIDs, productID).Error
}

// idType is what a column of ids is, for where a parameter's type can't be told.
func idType(tx *gorm.DB) string {
	if database.Dialect(tx) == database.Postgres {
		return "uuid"
	}
	return "text"
}

func productFault(err error) error {
	switch {
	case database.IsUnique(err, "catalog_products_slug_key", "catalog_products.slug"):
		return slugTaken()
	case database.IsUnique(err, "catalog_variants_sku_key", "catalog_variants.sku"):
		return fault.New(fault.SKUTaken, "Another variant has one of these SKUs.")
	}
	return err
}
