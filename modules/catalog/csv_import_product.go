package catalog

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// importProduct makes or changes the product that the lines are about. Lines that are wrong are blamed and left out; when the first one is,
// nothing is known of the product and all are left out. The caller holds the catalogue.
func importProduct(ctx context.Context, tx *gorm.DB, lines []*line, t *taxonomy, now time.Time) error {
	there, err := findBySlug(tx, lines[0].cells["slug"])
	if err != nil {
		return err
	}
	if err := blameTaken(tx, lines, there.ID); err != nil {
		return err
	}
	// Once with the lines that are right by themselves, and once more without those that don't fit to the others.
	for range 2 {
		c := contentOf(there.product, there.variants)
		if there.ID == "" {
			c = content{Slug: lines[0].cells["slug"], Status: draft, TaxClass: standardTax, CategoryIDs: []string{}, Images: []image{}, Options: []option{}, Variants: []variantContent{}}
		}
		used, about := apply(lines, &c, t)
		if len(used) == 0 {
			return nil
		}
		err := database.Savepoint(tx, func(tx *gorm.DB) error {
			if there.ID == "" {
				_, err := createProduct(ctx, tx, c, now)
				return err
			}
			_, err := editProduct(ctx, tx, there.ID, func(old *content) { *old = c }, now)
			return err
		})
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != fault.ValidationFailed {
			return err
		}
		if !blameFields(f.Fields, used, about) {
			return nil
		}
	}
	return nil
}

// apply says to the content what the good lines say. It returns them, and which one is about which of the content's variants.
func apply(lines []*line, c *content, t *taxonomy) (used []*line, about map[int]*line) {
	about = map[int]*line{}
	for n, l := range lines {
		known := len(l.faults)
		if n == 0 {
			if l.product(c, t); c.Name == "" && !l.has("name") {
				l.blame("name", fault.Required, "is required in a new product")
			}
			if len(l.faults) > known {
				for _, other := range lines[1:] {
					other.blame("", fault.NotAllowed, "is left out because line "+strconv.Itoa(l.number)+", which is about the same product, is wrong")
				}
				return nil, nil
			}
		}
		if known > 0 {
			continue
		}
		variants, options := slices.Clone(c.Variants), slices.Clone(c.Options)
		if l.variant(c); len(l.faults) > 0 {
			c.Variants, c.Options = variants, options
			continue
		}
		used = append(used, l)
		if at := slices.IndexFunc(c.Variants, func(v variantContent) bool { return v.SKU == l.cells["sku"] }); at >= 0 {
			about[at] = l
		}
	}
	return used, about
}

// variantPointer matches what content.faults says of a variant.
var variantPointer = regexp.MustCompile(`^/variants/([0-9]+)`)

// blameFields turns the faults of a content into those of lines. It tells whether it is worth trying without the lines that are about variants;
// else the fault is the product's, and all lines are blamed.
func blameFields(fields []fault.Field, used []*line, about map[int]*line) (again bool) {
	for _, f := range fields {
		if m := variantPointer.FindStringSubmatch(f.Pointer); m != nil {
			n, _ := strconv.Atoi(m[1])
			if l := about[n]; l != nil {
				l.blame("", f.Code, f.Pointer[len(m[0]):]+" "+f.Detail)
				again = true
				continue
			}
		}
		for _, l := range used {
			l.blame("", f.Code, f.Pointer+" "+f.Detail)
		}
		return false
	}
	return again
}

// blameTaken blames the lines whose SKUs are another product's.
func blameTaken(tx *gorm.DB, lines []*line, productID string) error {
	var skus []string
	for _, l := range lines {
		if sku := l.cells["sku"]; sku != "" {
			skus = append(skus, sku)
		}
	}
	if len(skus) == 0 {
		return nil
	}
	var taken []variant
	if err := tx.Where("sku IN ?", skus).Find(&taken).Error; err != nil {
		return err
	}
	for _, l := range lines {
		if slices.ContainsFunc(taken, func(v variant) bool { return v.SKU == l.cells["sku"] && v.ProductID != productID }) {
			l.blame("sku", fault.SKUTaken, "is another product's")
		}
	}
	return nil
}
