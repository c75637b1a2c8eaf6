package catalog

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
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

// productLines are the lines of a file about one product, and what becomes of it.
type productLines struct {
	importGroup
	lines    []*line
	mayCount bool // the caller may set the stock
	rules    productRules
	names    *importNames // nil: brands and categories are slugs alone
	formerID string       // of the product that had the slug last, or ""
	existing product
	outcome  importOutcome
	fetches  string   // the id of the import that lets pictures be fetched, or ""
	wanted   []string // their addresses
	missed   bool     // a variant's picture is elsewhere
}

// save creates or changes the product as its lines say. It adds errors to lines that are wrong; one
// that is has no effect at all. The caller holds the lock of the catalogue.
func (p *productLines) save(
	ctx context.Context, tx *gorm.DB, t *taxonomy, now time.Time,
) (outcome importOutcome, err error) {
	if p.existing, err = loadByAnySlug(tx, p.slug, p.formerID); err != nil {
		return importRejected, err
	}
	if err := p.checkEach(tx, t); err != nil {
		return importRejected, err
	}
	// Each attempt leaves out the lines that the one before has found wrong.
	for {
		lines := p.good()
		if len(lines) == 0 {
			return importRejected, nil
		}
		spec, byVariant := p.spec(lines, t)
		if len(p.good()) < len(lines) {
			continue
		}
		saved, outcome, err := p.saveSpec(ctx, tx, spec, now)
		var f *fault.Fault
		if errors.As(err, &f) && f.Code == fault.ValidationFailed {
			assignErrors(f.Fields, lines, byVariant)
			continue
		}
		if err != nil {
			return importRejected, err
		}
		if err := p.requestPictures(ctx, tx, saved, lines); err != nil {
			return importRejected, err
		}
		counted, err := publishCounts(ctx, tx, saved, lines)
		if counted && outcome == importUnchanged {
			outcome = importUpdated
		}
		return outcome, err
	}
}

// requestPictures lets the pictures of a saved product be fetched, if the import does so.
func (p *productLines) requestPictures(ctx context.Context, tx *gorm.DB, saved product, lines []*line) (err error) {
	ofVariants := map[string][]string{}
	for _, l := range lines {
		url := l.cell(variantImage)
		i := slices.IndexFunc(saved.Variants, func(v variant) bool { return url != "" && v.SKU == l.cell("sku") })
		if i >= 0 && saved.Variants[i].MediaID == nil {
			ofVariants[url] = append(ofVariants[url], saved.Variants[i].ID)
		}
	}
	p.missed, p.wanted = p.fetches == "" && len(ofVariants) > 0, nil
	if p.fetches != "" {
		p.wanted, err = saved.wantPictures(ctx, tx, p.fetches, ofVariants)
	}
	return err
}

// saveSpec makes the product what the spec says, with the brands and categories that it needs.
func (p *productLines) saveSpec(
	ctx context.Context, tx *gorm.DB, spec productSpec, now time.Time,
) (saved product, o importOutcome, err error) {
	if !p.names.isNeeded(&spec) {
		return saveImported(ctx, tx, p.existing, spec, p.rules, now)
	}
	err = database.Savepoint(tx, func(tx *gorm.DB) (err error) {
		if err := p.names.make(ctx, tx, &spec, now); err != nil {
			return err
		}
		saved, o, err = saveImported(ctx, tx, p.existing, spec, p.rules, now)
		return err
	})
	if err != nil {
		p.names.takeBack()
		return product{}, importRejected, err
	}
	p.names.keep()
	return saved, o, nil
}

// good are the lines without errors.
func (p *productLines) good() []*line {
	return slices.DeleteFunc(slices.Clone(p.lines), func(l *line) bool { return len(l.errors) > 0 })
}

// base is what the lines change: the product as it is, or what a file need not say about a new one.
func (p *productLines) base() productSpec {
	if p.existing.ID != "" {
		return specOf(p.existing)
	}
	return productSpec{
		Slug: p.slug, Status: events.ProductDraft, TaxClass: events.TaxStandard,
		CategoryIDs: []string{}, Images: []image{}, Options: []option{}, Variants: []variantSpec{},
		Safety: []safetyNote{}, Tags: []string{}, Condition: events.ConditionNew, Attributes: []attributeValues{},
	}
}

// checkEach adds to each line what is wrong with it by itself.
func (p *productLines) checkEach(tx *gorm.DB, t *taxonomy) error {
	for _, l := range p.lines {
		spec := p.base()
		l.applyToProduct(&spec, t)
		l.applyToVariant(&spec)
		l.checkCount(p.existing, p.mayCount)
	}
	return rejectTakenSKUs(tx, p.lines, p.existing.ID)
}

// spec is the product as the lines say, and the line of each variant that one is about, by the
// variant's index. It adds an error to a line that contradicts an earlier one.
func (p *productLines) spec(lines []*line, t *taxonomy) (spec productSpec, byVariant map[int]*line) {
	spec = p.base()
	p.merge(lines).applyToProduct(&spec, t)
	if spec.Name == "" {
		p.rejectNameless(lines)
	}
	byVariant = map[int]*line{}
	for _, l := range lines {
		l.applyToVariant(&spec)
		if i := slices.IndexFunc(spec.Variants, func(v variantSpec) bool { return v.SKU == l.cell("sku") }); i >= 0 {
			byVariant[i] = l
		}
	}
	return spec, byVariant
}

// merge returns what the lines say about the product: of each column the first cell that is not
// blank. A later one that says something else is an error.
func (p *productLines) merge(lines []*line) *line {
	merged := &line{
		number: lines[0].number, header: lines[0].header, names: p.names, cells: slices.Clone(lines[0].cells),
	}
	for _, name := range merged.header.productFields() {
		at, first := merged.header.at[name], lines[0]
		for _, l := range lines[1:] {
			switch cell := l.cells[at]; {
			case cell == "" || cell == merged.cells[at]:
			case merged.cells[at] == "":
				merged.cells[at], first = cell, l
			default:
				l.addError(name, fault.NotAllowed, fmt.Sprintf("contradicts line %d, which is about the same product",
					first.number))
			}
		}
	}
	return merged
}

// rejectNameless adds an error to the lines of a new product that no line names.
func (p *productLines) rejectNameless(lines []*line) {
	wrong := p.wrongName
	for _, l := range p.lines {
		if len(l.errors) > 0 && l.cell("name") != "" && (wrong == 0 || l.number < wrong) {
			wrong = l.number
		}
	}
	for _, l := range lines {
		if wrong > 0 {
			l.addError("", fault.NotAllowed, fmt.Sprintf("is left out because line %d, which names the product, is wrong",
				wrong))
		} else {
			l.addError("name", fault.Required, "is required in a new product")
		}
	}
}

// saveImported makes the existing product, or with a blank one a new product, what the spec says.
func saveImported(
	ctx context.Context, tx *gorm.DB, existing product, spec productSpec, rules productRules, now time.Time,
) (saved product, o importOutcome, err error) {
	spec.normalize()
	if err := spec.resolvePictures(tx, existing.Images); err != nil {
		return product{}, importRejected, err
	}
	spec.forgetPictures()
	if existing.ID != "" && reflect.DeepEqual(spec, specOf(existing)) {
		return existing, importUnchanged, nil
	}
	err = database.Savepoint(tx, func(tx *gorm.DB) (err error) {
		if existing.ID == "" {
			o = importCreated
			saved, err = createProduct(ctx, tx, spec, rules, now)
			return err
		}
		o = importUpdated
		replace := func(s *productSpec) { *s = spec }
		saved, err = editProduct(ctx, tx, existing.ID, httpapi.IfMatch{}, replace, rules, now)
		return err
	})
	return saved, o, err
}

// resolvePictures makes the images of a file what is stored of them, and lets the variants have
// those that it names. It returns ValidationFailed.
func (spec *productSpec) resolvePictures(tx *gorm.DB, before []image) error {
	urls := convert.All(spec.Images, func(i image) string { return i.URL })
	var wrong []fault.Field
	if !reflect.DeepEqual(spec.Images, before) {
		err := spec.useFetched(tx)
		if err != nil {
			return err
		}
		if wrong, err = resolveMedia(tx, spec, before); err != nil {
			return err
		}
	}
	if wrong = append(wrong, spec.choosePictures(urls)...); len(wrong) > 0 {
		return fault.Invalid(wrong...)
	}
	return nil
}

// variantPointer matches the pointers of productSpec.validate to a variant.
var variantPointer = regexp.MustCompile(`^/variants/([0-9]+)`)

// assignErrors adds the faults of a spec to the lines that they come from: those of a variant to
// its line, those of the product to all lines.
func assignErrors(fields []fault.Field, lines []*line, byVariant map[int]*line) {
	for _, f := range fields {
		if m := variantPointer.FindStringSubmatch(f.Pointer); m != nil {
			i, _ := strconv.Atoi(m[1])
			if l := byVariant[i]; l != nil {
				l.addVariantError(f.Pointer[len(m[0]):], f)
				continue
			}
		}
		for _, l := range lines {
			l.addError("", f.Code, f.Pointer+" "+f.Detail.English(f.Args...))
		}
	}
}

// addVariantError adds the fault of a field of the variant.
func (l *line) addVariantError(field string, f fault.Field) {
	detail := f.Detail.English(f.Args...)
	if field == "/"+variantImage {
		l.addError(variantImage, f.Code, detail)
		return
	}
	l.addError("", f.Code, field+" "+detail)
}

// rejectTakenSKUs adds an error to each line whose SKU belongs to another product.
func rejectTakenSKUs(tx *gorm.DB, lines []*line, productID string) error {
	var skus []string
	for _, l := range lines {
		if sku := l.cell("sku"); sku != "" {
			skus = append(skus, sku)
		}
	}
	taken, err := skusOfOthers(tx, productID, skus)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if slices.Contains(taken, l.cell("sku")) {
			l.addError("sku", codeSKUTaken, "is another product's")
		}
	}
	return nil
}
