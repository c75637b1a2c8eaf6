package ordering

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/background"
	"orderd/platform/eventbus"
)

// formerNumbers publishes the numbers of orders from before payments copied them from OrderPlaced.
// A number never changes.
var formerNumbers = background.Once{
	Name: "ordering: numbers of orders",
	Batch: func(ctx context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		const ordersAtOnce = 1000
		orders, err := loadNumbersAfter(tx, cmp.Or(last, beforeAll), ordersAtOnce)
		if err != nil || len(orders) == 0 {
			return last, true, err
		}
		return orders[len(orders)-1].OrderID, false, eventbus.Publish(ctx, tx, events.OrdersNumbered{Orders: orders})
	},
}

// beforeAll is an id that comes before those of all rows.
const beforeAll = "00000000-0000-0000-0000-000000000000"
