package ordering

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// countedStock is how many units of a variant were counted, and what became of the count: the stock
// afterwards, or the fault that refused it.
type countedStock struct {
	VariantID string
	OnHand    int64

	counted stockLevel
	refused *fault.Fault
}

// countStocks is countStock for several variants. Each count succeeds or is refused by itself. All
// transactions lock the variants in the order of their ids, so that none waits for another in a
// circle; the counts of one variant follow one another as they are given.
func countStocks(ctx context.Context, tx *gorm.DB, counts []countedStock, now time.Time) error {
	inOrder := make([]*countedStock, len(counts))
	for i := range counts {
		inOrder[i] = &counts[i]
	}
	slices.SortStableFunc(inOrder, func(a, b *countedStock) int { return cmp.Compare(a.VariantID, b.VariantID) })
	for _, c := range inOrder {
		err := database.Savepoint(tx, func(tx *gorm.DB) (err error) {
			c.counted, err = countStock(ctx, tx, c.VariantID, httpapi.IfMatch{}, c.OnHand, now)
			return err
		})
		if c.refused = nil; err != nil && !errors.As(err, &c.refused) {
			return err
		}
	}
	return nil
}
