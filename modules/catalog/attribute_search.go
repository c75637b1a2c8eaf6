package catalog

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/database"
)

// searchTexts are the texts by which a search finds the product because of its values: texts and
// numbers, what choices are called in any language, and of what is true the attribute itself.
func (d definitions) searchTexts(p *product) (texts []string) {
	add := func(list []attributeValues) {
		for _, values := range list {
			if a := d[values.Code]; a != nil && a.Searchable {
				texts = append(texts, a.searchTexts(values.Values)...)
			}
		}
	}
	add(p.Attributes)
	for _, v := range p.onSale() {
		add(v.Attributes)
	}
	return texts
}

func (a *attribute) searchTexts(values []string) (texts []string) {
	for _, value := range values {
		switch a.Kind {
		case events.AttributeText, events.AttributeNumber:
			texts = append(texts, value)
		case events.AttributeChoice:
			if c := a.choice(value); c != nil {
				texts = append(texts, allNames(c.Names)...)
			}
		case events.AttributeBoolean:
			if value == "true" {
				texts = append(texts, allNames(a.Names)...)
			}
		case events.AttributeDate:
		}
	}
	return texts
}

func allNames(names []localName) (texts []string) {
	for _, n := range names {
		texts = append(texts, n.Name)
	}
	return texts
}

// isFoundOtherwise reports whether searches find products by other words with the spec.
func (a *attribute) isFoundOtherwise(spec attributeSpec) bool {
	return a.Searchable != spec.Searchable || spec.Searchable &&
		(!reflect.DeepEqual(a.Names, spec.Names) || !reflect.DeepEqual(a.Choices, spec.Choices))
}

// attributeIndexer indexes products anew whose attributes have other names, or are found by a
// search at last or no longer.
type attributeIndexer struct{ db *gorm.DB }

func (d Deps) attributeIndexer() attributeIndexer { return attributeIndexer{d.DB} }

func (x attributeIndexer) jobs() []background.Job {
	return []background.Job{{Name: "index products by attributes", Every: 10 * time.Second, Do: x.apply}}
}

// reindexedAtOnce is how many products a transaction of the job indexes.
const reindexedAtOnce = 50

// apply indexes all products that are to be indexed. Most often there are none, and then no lock is
// taken.
func (x attributeIndexer) apply(ctx context.Context) error {
	for {
		due, err := findAttributeToIndex(x.db.WithContext(ctx))
		if err != nil || due == nil {
			return err
		}
		err = database.InTx(ctx, x.db, func(tx *gorm.DB) error {
			if err := bumpVersion(tx); err != nil {
				return err
			}
			due, err := findAttributeToIndex(tx)
			if err != nil || due == nil {
				return err
			}
			return reindexByAttribute(tx, due)
		})
		if err != nil {
			return err
		}
	}
}

// reindexByAttribute indexes the next products that have a value of the attribute. The caller holds
// the lock of the catalogue.
func reindexByAttribute(tx *gorm.DB, a *attribute) error {
	products, err := loadProductsWith(tx, a.ID, *a.ReindexFrom)
	if err != nil {
		return err
	}
	if err := reindexProducts(tx, products); err != nil {
		return err
	}
	var next *string
	if len(products) == reindexedAtOnce {
		next = &products[len(products)-1].ID
	}
	return setReindexFrom(tx, a.ID, next)
}

// namesOf are the names by which a search finds the product beside its own.
func (t *taxonomy) namesOf(p *product) taxonomyNames {
	names := taxonomyNames{attributes: t.searchTexts(p)}
	if b := t.brandByID(p.BrandID); b != nil {
		names.brand = b.Name
	}
	for _, c := range t.categoriesByID(p.CategoryIDs) {
		names.categories = append(names.categories, c.Name)
	}
	return names
}
