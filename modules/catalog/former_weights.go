package catalog

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// formerWeights publishes the weights that variants had before ProductSaved carried them: later
// changes of a product do. It holds the lock of the catalogue, so that no change of them comes
// between.
var formerWeights = background.Once{
	Name: "catalog: weights of variants",
	Batch: func(ctx context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		const productsAtOnce = 200
		if err := bumpRevision(tx); err != nil {
			return "", false, err
		}
		products, err := loadWeighedProducts(tx, cmp.Or(last, beforeAll), productsAtOnce)
		if err != nil || len(products) == 0 {
			return last, true, err
		}
		return products[len(products)-1], false, publishWeights(ctx, tx, products)
	},
}

// publishWeights publishes what the variants of the products weigh.
func publishWeights(ctx context.Context, tx *gorm.DB, products []string) error {
	variants, err := loadWeighedVariants(tx, products)
	if err != nil {
		return err
	}
	weights := map[string][]events.VariantWeight{}
	for _, v := range variants {
		weights[v.ProductID] = append(weights[v.ProductID], events.VariantWeight{VariantID: v.ID, Grams: *v.WeightGrams})
	}
	return eventbus.Publish(ctx, tx, convert.All(products, func(productID string) eventbus.Event {
		return events.VariantsWeighed{ProductID: productID, Weights: weights[productID]}
	})...)
}
