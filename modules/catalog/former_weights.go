package catalog

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// formerWeights is up to which product the weights are published that variants had before
// ProductSaved carried them. Done, all are.
type formerWeights struct {
	ID   int `gorm:"primaryKey"` // always 1
	Last string
	Done bool
}

func (formerWeights) TableName() string { return "catalog_former_weights" }

// publishFormerWeights publishes the weights of all products once, in batches: later changes of a
// product carry them.
func (d Deps) publishFormerWeights(ctx context.Context) error {
	const batch = 200 // products
	state, err := loadFormerWeights(d.DB.WithContext(ctx))
	if err != nil || state.Done {
		return err
	}
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		return publishWeightsBatch(ctx, tx, batch)
	})
}

// publishWeightsBatch publishes the weights of the next products, under the lock of the catalogue:
// no change of them comes between.
func publishWeightsBatch(ctx context.Context, tx *gorm.DB, batch int) (more bool, err error) {
	if err := bumpRevision(tx); err != nil {
		return false, err
	}
	state, err := loadFormerWeights(tx)
	if err != nil || state.Done {
		return false, err
	}
	products, err := loadWeighedProducts(tx, state.Last, batch)
	if err != nil {
		return false, err
	}
	if state.Done = len(products) < batch; len(products) > 0 {
		state.Last = products[len(products)-1]
	}
	variants, err := loadWeighedVariants(tx, products)
	if err != nil {
		return false, err
	}
	weights := map[string][]events.VariantWeight{}
	for _, v := range variants {
		weights[v.ProductID] = append(weights[v.ProductID], events.VariantWeight{VariantID: v.ID, Grams: *v.WeightGrams})
	}
	err = eventbus.Publish(ctx, tx, convert.All(products, func(productID string) eventbus.Event {
		return events.VariantsWeighed{ProductID: productID, Weights: weights[productID]}
	})...)
	if err != nil {
		return false, err
	}
	return !state.Done, tx.Save(&state).Error
}
