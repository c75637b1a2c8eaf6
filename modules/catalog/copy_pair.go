package catalog

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

const (
	// maxPairedProducts is how many products of an order count as bought together, the first ones:
	// an order makes at most 90 rows of pairs, however long it is.
	maxPairedProducts = 10
	// minOrdersTogether is in how many orders two products must be to be shown as such.
	minOrdersTogether = 3
)

// pairedOrder is which products an order has, and whether these are counted in pairs. It says
// nothing of the buyer. What counts is decided by the handlers of events; a job makes counted the
// same.
type pairedOrder struct {
	OrderID  string   `gorm:"primaryKey"`
	Products []string `gorm:"serializer:json"` // in the order of the lines
	PlacedAt time.Time
	Counts   bool // it is not cancelled, and no older than salesWindow
	Counted  bool
}

func (pairedOrder) TableName() string { return "catalog_paired_orders" }

// pair is in how many orders that count two products are.
type pair struct {
	ProductID string `gorm:"primaryKey"`
	OtherID   string `gorm:"primaryKey"`
	Orders    int64
}

func (pair) TableName() string { return "catalog_pairs" }

// pairCounter counts what is bought together. As salesCounter, its handlers only store what to
// count, and a job takes the lock of the catalogue.
type pairCounter struct{ salesCounter }

// onOrderPlaced stores what orders have, once, however often the events come.
func (c pairCounter) onOrderPlaced(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderPlaced],
) error {
	expired := c.clock.Now().Add(-salesWindow)
	var orders []pairedOrder
	for _, m := range messages {
		products := productsTogether(m.Event)
		if len(products) > 1 && m.Event.PlacedAt.After(expired) {
			orders = append(orders, pairedOrder{
				OrderID: m.Event.OrderID, Products: products, PlacedAt: m.Event.PlacedAt, Counts: true,
			})
		}
	}
	return insertPairedOrders(tx, orders)
}

// productsTogether are the products of an order that count as bought together.
func productsTogether(e ordering.OrderPlaced) (products []string) {
	for _, l := range e.Lines {
		if len(products) < maxPairedProducts && !slices.Contains(products, l.ProductID) {
			products = append(products, l.ProductID)
		}
	}
	return products
}

// onOrderCancelled takes orders out that were cancelled whole. One that was cancelled in part
// counts: its goods were chosen together.
func (c pairCounter) onOrderCancelled(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderCancelled],
) error {
	return uncountOrders(tx.Where("order_id IN ?",
		convert.All(messages, func(m eventbus.Message[ordering.OrderCancelled]) string { return m.Event.OrderID })))
}

// jobs count what was bought together, and forget it.
func (c pairCounter) jobs() []background.Job {
	return []background.Job{
		{Name: "count what is bought together", Every: time.Minute, Do: c.applyDue},
		{Name: "forget what was bought together", Every: 10 * time.Minute, Do: c.removeExpired},
	}
}
