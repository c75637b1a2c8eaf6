package catalog

import (
	"cmp"
	"context"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
)

// choice says that buyers of an active product can choose a value of an option: a variant on sale
// has it. Lists filter, and facets count, by the keys.
type choice struct {
	ProductID string `gorm:"primaryKey"`
	NameKey   string `gorm:"primaryKey"`
	ValueKey  string `gorm:"primaryKey"`
	Name      string
	Value     string
}

func (choice) TableName() string { return "catalog_options" }

// choiceKey is the name and the value of an option as filters compare them, in any case.
type choiceKey struct{ name, value string }

// optionKey is the form in which names, and values, of options are compared. Accents count: a rosé
// is no rose.
func optionKey(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// choices returns what the product lets buyers choose; nothing unless it is active. Of several
// spellings the first variant's counts.
func (p *product) choices() map[choiceKey]choice {
	found := map[choiceKey]choice{}
	if p.Status != events.ProductActive {
		return found
	}
	for _, v := range p.onSale() {
		for name, value := range v.Options {
			key := choiceKey{optionKey(name), optionKey(value)}
			if _, known := found[key]; !known {
				found[key] = choice{ProductID: p.ID, NameKey: key.name, ValueKey: key.value, Name: name, Value: value}
			}
		}
	}
	return found
}

// formerOptions fills catalog_options from the products from before there was it.
var formerOptions = background.Once{
	Name: "catalog: options of products",
	Batch: func(_ context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		const productsAtOnce = 200
		if err := bumpVersion(tx); err != nil {
			return "", false, err
		}
		products, err := loadProductsAfter(tx, cmp.Or(last, beforeAll), productsAtOnce)
		if err != nil || len(products) == 0 {
			return last, true, err
		}
		return products[len(products)-1].ID, false, insertMissingChoices(tx, products)
	},
}
