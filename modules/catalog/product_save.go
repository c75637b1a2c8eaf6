package catalog

import (
	"context"
	"reflect"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

// createProduct adds a product and publishes ProductSaved. It returns ValidationFailed with
// everything that is wrong, what was found before too, codeSlugTaken or codeSKUTaken.
func createProduct(
	ctx context.Context, tx *gorm.DB, spec productSpec, rules productRules, now time.Time, found ...fault.Field,
) (product, error) {
	if err := bumpVersion(tx); err != nil {
		return product{}, err
	}
	spec.normalize()
	wrong, err := resolveMedia(tx, &spec, nil)
	if err != nil {
		return product{}, err
	}
	found = append(found, wrong...)
	defined, wrong, err := resolveAttributes(tx, &spec, nil)
	if err != nil {
		return product{}, err
	}
	names, err := checkSpec(tx, spec, nil, rules, append(found, wrong...))
	if err != nil {
		return product{}, err
	}
	p := newProduct(spec, now)
	prices, err := p.changePrices(tx, savedPrices{}, now)
	if err != nil {
		return product{}, err
	}
	if err := insertProduct(tx, &p); err != nil {
		return product{}, err
	}
	if err := storePrices(tx, prices); err != nil {
		return product{}, err
	}
	if err := takeSlug(tx, slugOfProduct, p.Slug); err != nil {
		return product{}, err
	}
	if err := p.saveFilters(tx, defined, filterValues{}); err != nil {
		return product{}, err
	}
	if err := p.nameMedia(ctx, tx, nil); err != nil {
		return product{}, err
	}
	names.attributes = defined.searchTexts(&p)
	return p, p.afterSave(ctx, tx, names, nil, true)
}

// editProduct changes a product and publishes ProductSaved, unless edit leaves the spec as it is.
// It returns fault.Missing, fault.PreconditionFailed, fault.ValidationFailed with everything that
// is wrong, what was found before too, codeSlugTaken or codeSKUTaken.
func editProduct(
	ctx context.Context, tx *gorm.DB, productID string, match httpapi.IfMatch, edit func(spec *productSpec),
	rules productRules, now time.Time, found ...fault.Field,
) (product, error) {
	if err := bumpVersion(tx); err != nil {
		return product{}, err
	}
	p, err := loadProduct(tx, productID)
	if err != nil {
		return product{}, err
	}
	if err := match.Require(p.Version); err != nil {
		return product{}, err
	}
	before, spec := specOf(p), specOf(p)
	edit(&spec)
	spec.normalize()
	defined, wrong, err := spec.resolve(tx, &before)
	if err != nil {
		return product{}, err
	}
	found = append(found, wrong...)
	if spec.variantsStay {
		spec.variantsStay = false
		spec.forgetPictures()
	}
	if len(found) == 0 && reflect.DeepEqual(spec, before) {
		return p, nil
	}
	names, err := checkSpec(tx, spec, p.Variants, rules, found)
	if err != nil {
		return product{}, err
	}
	existing, foundBy, choices, offered := p.Variants, p.Search, p.choices(), pricesOf(p)
	filtered := p.filterValues(defined)
	p.apply(spec, now)
	prices, err := p.changePrices(tx, offered, now)
	if err != nil {
		return product{}, err
	}
	if p.Search != foundBy {
		if err := productIndex.Changed(tx, p.ID); err != nil {
			return product{}, err
		}
	}
	if err := updateProduct(tx, &p, existing); err != nil {
		return product{}, err
	}
	if err := storePrices(tx, prices); err != nil {
		return product{}, err
	}
	if err := p.saveFilters(tx, defined, filtered); err != nil {
		return product{}, err
	}
	if err := changeSlug(tx, oldSlug{slugOfProduct, before.Slug, p.ID}, p.Slug); err != nil {
		return product{}, err
	}
	if err := p.nameMedia(ctx, tx, before.Images); err != nil {
		return product{}, err
	}
	names.attributes = defined.searchTexts(&p)
	return p, p.afterSave(ctx, tx, names, choices, false)
}

// resolve looks up the pictures and the attributes of the spec. It returns the attributes that the
// spec or the former one has values of, and what is wrong.
func (spec *productSpec) resolve(tx *gorm.DB, before *productSpec) (definitions, []fault.Field, error) {
	var found []fault.Field
	if !reflect.DeepEqual(spec.Images, before.Images) {
		wrong, err := resolveMedia(tx, spec, before.Images)
		if err != nil {
			return nil, nil, err
		}
		found = wrong
	}
	defined, wrong, err := resolveAttributes(tx, spec, before)
	return defined, append(found, wrong...), err
}

// resolveAttributes makes the values of attributes in the spec what is stored of them. It returns
// the attributes that the spec or the former one has values of, and what is wrong.
func resolveAttributes(tx *gorm.DB, spec, before *productSpec) (definitions, []fault.Field, error) {
	lists := spec.attributeLists()
	if before != nil {
		lists = append(lists, before.attributeLists()...)
	}
	defined, err := loadDefinitions(tx, lists...)
	if err != nil {
		return nil, nil, err
	}
	return defined, spec.checkAttributes(defined), nil
}

// filterValues are what lists filter a product by beside its columns.
type filterValues struct {
	tags       []string
	attributes map[attributeKey]attributeRow
	metadata   []metadata.Object
}

func (p *product) filterValues(defined definitions) filterValues {
	return filterValues{p.Tags, p.attributeRows(defined), p.allMetadata()}
}

// saveFilters stores what lists filter the product by, which was the given before.
func (p *product) saveFilters(tx *gorm.DB, defined definitions, before filterValues) error {
	after := p.filterValues(defined)
	if err := replaceTags(tx, p.ID, before.tags, after.tags); err != nil {
		return err
	}
	if err := replaceAttributeRows(tx, p.ID, before.attributes, after.attributes); err != nil {
		return err
	}
	return replaceMetadata(tx, p.ID, before.metadata, after.metadata)
}

// archiveProduct takes a product out of the shop. It keeps its slug and its SKUs. It returns
// Missing or PreconditionFailed.
func archiveProduct(ctx context.Context, tx *gorm.DB, productID string, match httpapi.IfMatch, now time.Time) error {
	archive := func(spec *productSpec) { spec.Status = events.ProductArchived }
	_, err := editProduct(ctx, tx, productID, match, archive, productRules{}, now)
	return err
}

// afterSave updates what is derived from the product, and publishes ProductSaved. choices are those
// of the product before.
func (p *product) afterSave(
	ctx context.Context, tx *gorm.DB, names taxonomyNames, choices map[choiceKey]choice, created bool,
) error {
	if p.Status == events.ProductArchived && !created {
		if err := leaveCollections(tx, p.ID, p.UpdatedAt); err != nil {
			return err
		}
	}
	if err := replaceChoices(tx, p.ID, choices, p.choices()); err != nil {
		return err
	}
	if !created {
		if err := deletePlacements(tx, p.ID); err != nil {
			return err
		}
	}
	if err := insertPlacements(tx, p.ID, p.CategoryIDs); err != nil {
		return err
	}
	if err := reindexProduct(tx, p.ID, indexEntriesOf(p, names)); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, p.savedEvent(created))
}

// checkSpec returns the names of the spec's brand and categories. It returns ValidationFailed when
// something was found before, or when the spec contradicts itself or the rules, or refers to a
// brand, a category or a variant that does not exist.
func checkSpec(
	tx *gorm.DB, spec productSpec, existing []variant, rules productRules, found []fault.Field,
) (taxonomyNames, error) {
	errs := specErrors(slices.Concat(found, spec.validate(), rules.check(&spec)))
	spec.checkPictures(&errs)
	brandName, err := loadBrandName(tx, spec.BrandID)
	if err != nil {
		return taxonomyNames{}, err
	}
	if spec.BrandID != nil && brandName == "" {
		errs.add("must be a brand", "/brandId")
	}
	categoryNames, err := loadCategoryNames(tx, spec.CategoryIDs)
	if err != nil {
		return taxonomyNames{}, err
	}
	names := taxonomyNames{brand: brandName}
	for i, categoryID := range spec.CategoryIDs {
		name, known := categoryNames[categoryID]
		if !known {
			errs.add("must be a category", "/categoryIds/%d", i)
		}
		names.categories = append(names.categories, name)
	}
	for i, v := range spec.Variants {
		if v.ID != "" && !slices.ContainsFunc(existing, func(e variant) bool { return e.ID == v.ID }) {
			errs.add("must be a variant of this product", "/variants/%d/id", i)
		}
	}
	if len(errs) > 0 {
		return taxonomyNames{}, fault.Invalid(errs.once()...)
	}
	return names, nil
}
