package ordering

import (
	"fmt"
	"slices"

	media "orderd/modules/media/events"
	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// orderItem is a line of an order: what was bought, with its name and price at that time. Shipped,
// Delivered, InReturn (requested and not rejected) and Returned count units; each is at most the
// one before. Shipped and Cancelled together are at most Quantity: a unit that did not arrive is
// not shipped any more. Unreserved counts those of the units to ship that no stock is reserved for:
// they replace lost ones, and are taken from what is available when they are shipped.
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
	Image     *media.Image `gorm:"serializer:json"` // of the variant, else the product's first
	Slug      *string      `gorm:"->"`              // of a product that is sold; by itemSlug
	UnitPrice money.Cents  `gorm:"column:unit_price_cents"`
	Quantity  int
	LineTotal money.Cents `gorm:"column:line_total_cents"`
	Discount  money.Cents `gorm:"column:discount_cents"` // its share of the order's discounts
	TaxRate   money.Rate

	// Net is what the line costs after discounts, without VAT, and Tax the VAT on it; nil, as
	// Category, in orders from before they were kept.
	Category *taxCategory
	Net      *money.Cents `gorm:"column:net_cents"`
	Tax      *money.Cents `gorm:"column:tax_cents"`

	// WithdrawalExcluded is why the buyer may not withdraw; nil: the buyer may.
	WithdrawalExcluded *withdrawalExclusion

	Cancelled  int // will not be sent
	Unreserved int
	// Withdrawing counts units that the buyer has withdrawn from and that wait for the delivery of
	// the order: they are neither cancelled nor in a return.
	Withdrawing int
	Shipped     int
	Delivered   int
	InReturn    int
	Returned    int

	// Undone is how many units were cancelled, returned, or refunded without either, and
	// UndoneValue what they cost: no unit is refunded twice.
	Undone      int
	UndoneValue money.Cents `gorm:"column:undone_cents"`
}

func (orderItem) TableName() string { return "ordering_order_items" }

// eventLine is the line as events carry it.
func (i orderItem) eventLine() events.Line {
	return events.Line{
		OrderItemID: i.ID, ProductID: i.ProductID, VariantID: i.VariantID, SKU: i.SKU, Name: i.Name, Options: i.Options,
		Quantity: i.Quantity, UnitPrice: int64(i.UnitPrice), LineTotal: int64(i.LineTotal), Discount: int64(i.Discount),
		TaxRate: i.TaxRate, Category: i.Category, Net: (*int64)(i.Net), Tax: (*int64)(i.Tax),
	}
}

// restLine is what is left of the line, as events carry it: its units that are not cancelled.
func (i orderItem) restLine() events.Line {
	l := i.eventLine()
	l.Quantity = i.Quantity - i.Cancelled
	l.LineTotal = int64(i.UnitPrice) * int64(l.Quantity)
	l.Discount = l.LineTotal - int64(i.share(i.LineTotal-i.Discount, i.Cancelled, l.Quantity))
	if i.Net != nil {
		tax := i.taxOf(i.Cancelled, l.Quantity)
		l.Net, l.Tax = new(int64(i.value(i.Cancelled, l.Quantity)-tax)), new(int64(tax))
	}
	return l
}

func (i *orderItem) ordered() int    { return i.Quantity }
func (i *orderItem) unshipped() int  { return i.Quantity - i.Cancelled - i.Shipped }
func (i *orderItem) inTransit() int  { return i.Shipped - i.Delivered }
func (i *orderItem) returnable() int { return min(i.Delivered-i.InReturn, i.unclaimed()) }
func (i *orderItem) paidFor() int    { return i.Quantity - i.Undone }

// value is what n units of the line cost after discounts, with their VAT, when the units before
// them were valued already. The values of all units add up to what the line cost.
func (i *orderItem) value(before, n int) money.Cents { return i.share(i.cost(), before, n) }

// share is the part of an amount of the line that n units have, when the units before them have had
// theirs. The shares of all units add up to it.
func (i *orderItem) share(amount money.Cents, before, n int) money.Cents {
	first := func(n int) money.Cents { return amount * money.Cents(n) / money.Cents(i.Quantity) }
	return first(before+n) - first(before)
}

// cost is what the line costs after discounts, with its VAT.
func (i *orderItem) cost() money.Cents {
	if i.Net == nil || i.Tax == nil {
		return i.LineTotal - i.Discount
	}
	return *i.Net + *i.Tax
}

// taxOf is the VAT that value(before, n) contains; that of all units adds up to the line's.
func (i *orderItem) taxOf(before, n int) money.Cents {
	if i.Tax != nil {
		return i.share(*i.Tax, before, n)
	}
	return i.TaxRate.TaxIn(i.value(0, before+n)) - i.TaxRate.TaxIn(i.value(0, before))
}

// undo is how many of n units are not undone yet, and what they cost. The last one costs what is
// left, so that refunds which failed in between make no difference.
func (i *orderItem) undo(n int) (units int, cost money.Cents) {
	left := i.cost() - i.UndoneValue
	if units = min(n, i.paidFor()); units == i.paidFor() {
		return units, left
	}
	return units, min(i.value(i.Undone, units), left)
}

// lineQuantity is a number of units of a line, as requests name it.
type lineQuantity struct {
	OrderItemID string      `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    httpapi.Int `json:"quantity" minimum:"1" maximum:"1000000" example:"2"`
}

// SchemaName is the name in the document.
func (lineQuantity) SchemaName() string { return "LineQuantity" }

// allocation is the units of a line that a command takes.
type allocation struct {
	Item  *orderItem
	Units int
}

// allocate takes the requested units, or all that are available when none are requested. A line
// that is requested twice counts with the sum. It returns a validation fault for what the order
// does not have, and InvalidTransition when so much is not available now, or nothing is.
func allocate(items []orderItem, requested []lineQuantity, available func(*orderItem) int) ([]allocation, error) {
	units, err := requestedUnits(items, requested)
	if err != nil {
		return nil, err
	}
	var taken []allocation
	for i := range items {
		it := &items[i]
		n := units[it.ID]
		if len(requested) == 0 {
			n = available(it)
		}
		if n > available(it) {
			return nil, invalidTransition()
		}
		if n > 0 {
			taken = append(taken, allocation{it, n})
		}
	}
	if len(taken) == 0 {
		return nil, invalidTransition()
	}
	return taken, nil
}

// requestedUnits adds up the requested units by line. It returns a validation fault for a line that
// is not the order's and for more units than were ordered.
func requestedUnits(items []orderItem, requested []lineQuantity) (map[string]int, error) {
	return unitsAtMost(items, requested, (*orderItem).ordered, "must not be more than the %d that were ordered")
}

// unitsAtMost adds up the requested units by line. It returns a validation fault for a line that is
// not the order's and for more units than most; detail says so, with the number.
func unitsAtMost(
	items []orderItem, requested []lineQuantity, most func(*orderItem) int, detail fault.Text,
) (map[string]int, error) {
	units, invalid := map[string]int{}, []fault.Field(nil)
	for i, r := range requested {
		at := slices.IndexFunc(items, func(it orderItem) bool { return it.ID == r.OrderItemID })
		if at < 0 {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/orderItemId", i), Code: fault.NotAllowed, Detail: "is not a line of the order",
			})
			continue
		}
		if units[r.OrderItemID] += int(r.Quantity); units[r.OrderItemID] > most(&items[at]) {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/quantity", i), Code: fault.OutOfRange,
				Detail: detail, Args: []any{most(&items[at])},
			})
		}
	}
	if len(invalid) > 0 {
		return nil, fault.Invalid(invalid...)
	}
	return units, nil
}

// unitsIn adds up the allocations.
func unitsIn(taken []allocation) (units int) {
	for _, a := range taken {
		units += a.Units
	}
	return units
}

// eventItems are the allocations as events carry them.
func eventItems(taken []allocation) []events.ShipmentItem {
	return convert.All(taken, func(a allocation) events.ShipmentItem {
		return events.ShipmentItem{
			OrderItemID: a.Item.ID, ProductID: a.Item.ProductID, Name: a.Item.Name, Options: a.Item.Options, Quantity: a.Units,
		}
	})
}

// stockUnits are the allocations as stock counts them.
func stockUnits(taken []allocation) []variantQuantity {
	return convert.All(taken, func(a allocation) variantQuantity {
		return variantQuantity{a.Item.VariantID, int64(a.Units)}
	})
}

// unreservedOf are those of the allocated units that no stock is reserved for, in the lines that
// have some. ofLine is how many of n units of a line these are.
func unreservedOf(taken []allocation, ofLine func(i *orderItem, n int) int) (unreserved []allocation) {
	for _, a := range taken {
		if n := ofLine(a.Item, a.Units); n > 0 {
			unreserved = append(unreserved, allocation{a.Item, n})
		}
	}
	return unreserved
}

// unreservedShipped is how many of n units to ship are not reserved: the reserved ones go first.
func (i *orderItem) unreservedShipped(n int) int { return max(0, n-(i.unshipped()-i.Unreserved)) }

// unreservedCancelled is how many of n units to cancel are not reserved: these go first, so that
// the rest of the line keeps its stock.
func (i *orderItem) unreservedCancelled(n int) int { return min(n, i.Unreserved) }
