package catalog

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// importOutcome is what became of a product in an import.
type importOutcome string

const (
	importRejected  importOutcome = "" // all its lines are wrong
	importCreated   importOutcome = "created"
	importUpdated   importOutcome = "updated"
	importUnchanged importOutcome = "unchanged"
)

// importedProduct is a product as an import leaves it, and what became of it.
type importedProduct struct {
	product
	outcome importOutcome
}

// importProduct creates or changes the product that the lines are about. It adds errors to lines
// that are wrong and leaves them out. When the first line is wrong about the product, it leaves out
// all. The caller holds the lock of the catalogue.
func importProduct(ctx context.Context, tx *gorm.DB, lines []*line, t *taxonomy, now time.Time) (importedProduct, error) {
	slug := lines[0].cells["slug"]
	existing, err := loadBySlug(tx, slug)
	if err != nil {
		return importedProduct{}, err
	}
	if err := rejectTakenSKUs(tx, lines, existing.ID); err != nil {
		return importedProduct{}, err
	}
	// The first attempt takes all lines that are right by themselves, the second one leaves out
	// those that contradict others.
	for range 2 {
		spec := blankSpec(slug)
		if existing.ID != "" {
			spec = specOf(existing)
		}
		applied, byVariant := applyLines(lines, &spec, t)
		if len(applied) == 0 {
			break
		}
		imported, err := saveImported(ctx, tx, existing, spec, now)
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != fault.ValidationFailed {
			return imported, err
		}
		if !assignErrors(f.Fields, applied, byVariant) {
			break
		}
	}
	return importedProduct{}, nil
}

// saveImported makes the existing product, or with a blank one a new product, what the spec says.
func saveImported(ctx context.Context, tx *gorm.DB, existing product, spec productSpec, now time.Time) (importedProduct, error) {
	spec.normalize()
	if existing.ID != "" && reflect.DeepEqual(spec, specOf(existing)) {
		return importedProduct{existing, importUnchanged}, nil
	}
	var saved importedProduct
	err := database.Savepoint(tx, func(tx *gorm.DB) (err error) {
		if existing.ID == "" {
			saved.outcome = importCreated
			saved.product, err = createProduct(ctx, tx, spec, now)
			return err
		}
		saved.outcome = importUpdated
		saved.product, err = editProduct(ctx, tx, existing.ID, httpapi.IfMatch{}, func(s *productSpec) { *s = spec }, now)
		return err
	})
	return saved, err
}

// blankSpec is what a file need not say about a new product.
func blankSpec(slug string) productSpec {
	return productSpec{
		Slug: slug, Status: events.ProductDraft, TaxClass: events.TaxStandard,
		CategoryIDs: []string{}, Images: []image{}, Options: []option{}, Variants: []variantSpec{},
	}
}

// applyLines changes the spec as the lines without errors say. It returns those, and the line of
// each variant that one is about, by the variant's index.
func applyLines(lines []*line, spec *productSpec, t *taxonomy) (applied []*line, byVariant map[int]*line) {
	if !applyProductColumns(lines, spec, t) {
		return nil, nil
	}
	byVariant = map[int]*line{}
	for _, l := range lines {
		if len(l.errors) > 0 {
			continue
		}
		variants, options := slices.Clone(spec.Variants), slices.Clone(spec.Options)
		if l.applyToVariant(spec); len(l.errors) > 0 {
			spec.Variants, spec.Options = variants, options
			continue
		}
		applied = append(applied, l)
		if i := slices.IndexFunc(spec.Variants, func(v variantSpec) bool { return v.SKU == l.cells["sku"] }); i >= 0 {
			byVariant[i] = l
		}
	}
	return applied, byVariant
}

// applyProductColumns applies the product's columns of the first line. It reports false when they
// have errors; the other lines then get one each.
func applyProductColumns(lines []*line, spec *productSpec, t *taxonomy) bool {
	first, others := lines[0], lines[1:]
	before := len(first.errors)
	if first.applyToProduct(spec, t); spec.Name == "" && !first.has("name") {
		first.addError("name", fault.Required, "is required in a new product")
	}
	if len(first.errors) == before {
		return true
	}
	for _, l := range others {
		l.addError("", fault.NotAllowed, "is left out because line "+strconv.Itoa(first.number)+", which is about the same product, is wrong")
	}
	return false
}

// variantPointer matches the pointers of productSpec.validate to a variant.
var variantPointer = regexp.MustCompile(`^/variants/([0-9]+)`)

// assignErrors adds the faults of a spec to the lines that they come from. It reports whether
// another attempt without those lines makes sense. It does not when a fault is the product's: then
// every applied line gets it.
func assignErrors(fields []fault.Field, applied []*line, byVariant map[int]*line) (again bool) {
	for _, f := range fields {
		if m := variantPointer.FindStringSubmatch(f.Pointer); m != nil {
			i, _ := strconv.Atoi(m[1])
			if l := byVariant[i]; l != nil {
				l.addError("", f.Code, f.Pointer[len(m[0]):]+" "+f.Detail)
				again = true
				continue
			}
		}
		for _, l := range applied {
			l.addError("", f.Code, f.Pointer+" "+f.Detail)
		}
		return false
	}
	return again
}

// rejectTakenSKUs adds an error to each line whose SKU belongs to another product.
func rejectTakenSKUs(tx *gorm.DB, lines []*line, productID string) error {
	var skus []string
	for _, l := range lines {
		if sku := l.cells["sku"]; sku != "" {
			skus = append(skus, sku)
		}
	}
	taken, err := skusOfOthers(tx, productID, skus)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if slices.Contains(taken, l.cells["sku"]) {
			l.addError("sku", codeSKUTaken, "is another product's")
		}
	}
	return nil
}
