package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// countStock sets the units on hand to those that were counted. It returns fault.Missing,
// fault.PreconditionFailed, and codeInsufficientStock when these are fewer than the reserved ones.
func countStock(
	ctx context.Context, tx *gorm.DB, variantID string, match httpapi.IfMatch, onHand int64, now time.Time,
) (stockLevel, error) {
	found, err := findStock(tx, variantID)
	if err != nil {
		return stockLevel{}, err
	}
	locked, err := lockStock(tx, variantID)
	if err != nil {
		return stockLevel{}, err
	}
	if err := match.Require(locked.Version); err != nil {
		return stockLevel{}, err
	}
	return correctStock(ctx, tx, found, locked.Version, stockMove{Reason: moveCount, At: now}, onHand-locked.OnHand)
}

// maxOnHand is the most units of a variant that an admin can count, and the maximum of onHand in
// the document: clients read it into 32 bits.
const maxOnHand = 1_000_000_000

// adjustStock changes the units on hand by delta. It returns fault.Missing, codeInsufficientStock
// when less than what is reserved would be left, and fault.ValidationFailed when there would be
// more than maxOnHand.
func adjustStock(
	ctx context.Context, tx *gorm.DB, variantID string, delta int64, reason string, now time.Time,
) (stockLevel, error) {
	found, err := findStock(tx, variantID)
	if err != nil {
		return stockLevel{}, err
	}
	locked, err := lockStock(tx, variantID)
	if err != nil {
		return stockLevel{}, err
	}
	adjusted, err := correctStock(ctx, tx, found, locked.Version, stockMove{Reason: moveAdjust, Note: &reason, At: now},
		delta)
	if err == nil && delta > 0 && adjusted.OnHand > maxOnHand {
		return stockLevel{}, fault.Invalid(fault.Field{Pointer: "/delta", Code: fault.OutOfRange,
			Detail: "would make more than 1000000000 units"})
	}
	return adjusted, err
}

// correctStock changes the units on hand by delta, in the version that they were read with, and
// publishes StockAdjusted.
func correctStock(
	ctx context.Context, tx *gorm.DB, of stockLevel, version int64, m stockMove, delta int64,
) (stockLevel, error) {
	if delta != 0 {
		if err := raiseStockVersion(tx, of.VariantID, version); err != nil {
			return stockLevel{}, err
		}
	}
	m.Actor = actorOf(ctx)
	err := moveStock(tx, m, []variantQuantity{{of.VariantID, delta}})
	if errors.Is(err, errStock) {
		return stockLevel{}, fault.New(codeInsufficientStock, "That would leave less than what is reserved.")
	}
	if err != nil {
		return stockLevel{}, err
	}
	now, err := findStock(tx, of.VariantID)
	if err != nil {
		return stockLevel{}, err
	}
	reason := string(m.Reason)
	if m.Note != nil {
		reason = *m.Note
	}
	return now, eventbus.Publish(ctx, tx, events.StockAdjusted{
		VariantID: now.VariantID, SKU: now.SKU, Delta: delta, OnHand: now.OnHand, Reason: reason,
	})
}
