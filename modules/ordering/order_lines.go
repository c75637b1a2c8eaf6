package ordering

import (
	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// orderItem is a line of an order: what was bought, as it was called and priced then. Shipped, Delivered, InReturn (asked for and
// not rejected) and Returned count units; each is at most the one before, Shipped at most Quantity.
type orderItem struct {
	ID        string `gorm:"primaryKey"`
	OrderID   string
	Position  int // from 0
	ProductID string
	VariantID string
	SKU       string
	Name      string
	Options   map[string]string `gorm:"serializer:json"`
	ImageURL  *string
	UnitPrice money.Cents `gorm:"column:unit_price_cents"`
	Quantity  int
	LineTotal money.Cents `gorm:"column:line_total_cents"`
	Discount  money.Cents `gorm:"column:discount_cents"` // the line's share of the order's discounts
	TaxRate   money.Rate

	Shipped   int
	Delivered int
	InReturn  int
	Returned  int
}

func (orderItem) TableName() string { return "ordering_order_items" }

// line is the item as events tell it.
func (i orderItem) line() events.Line {
	return events.Line{
		OrderItemID: i.ID, ProductID: i.ProductID, VariantID: i.VariantID, SKU: i.SKU, Name: i.Name, Options: i.Options, Quantity: i.Quantity,
		UnitPrice: int64(i.UnitPrice), LineTotal: int64(i.LineTotal), Discount: int64(i.Discount),
	}
}
