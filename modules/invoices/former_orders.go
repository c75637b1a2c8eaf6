package invoices

import (
	"context"
	"encoding/json"
	"strconv"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/background"
	"orderd/platform/eventbus"
)

// formerOrders copies the orders from before there were documents from the event log. They get
// none, but staff and buyers are told so instead of that there is no such order. It reads the log
// from its end, so that an order that was claimed is the account's.
var formerOrders = background.Once{
	Name: "invoices: orders from before, from the event log",
	Batch: func(ctx context.Context, tx *gorm.DB, place string) (next string, done bool, err error) {
		const entriesAtOnce = 200
		var placed ordering.OrderPlaced
		var claimed ordering.OrderClaimed
		before, _ := strconv.ParseInt(place, 10, 64) // "" at the beginning: the end of the log
		entries, err := eventbus.ReadLog(ctx, tx, eventbus.LogFilter{
			Before: before, Names: []string{placed.EventName(), claimed.EventName()},
		}, entriesAtOnce, 0)
		if err != nil || len(entries) == 0 {
			return place, true, err
		}
		for _, e := range entries {
			if err := copyFormer(tx, e); err != nil {
				return place, false, err
			}
		}
		return strconv.FormatInt(entries[len(entries)-1].Seq, 10), false, nil
	},
}

// copyFormer makes the copy of an order that has none. A claimed order has the fields that all
// events of orders have.
func copyFormer(tx *gorm.DB, entry eventbus.LogEntry) error {
	var e ordering.OrderPlaced
	if err := json.Unmarshal(entry.Payload, &e); err != nil {
		return err
	}
	return copyPlaced(tx, nil, e)
}
