package ordering

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
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

// part is how much of a line a request names.
type part struct {
	OrderItemID string
	Units       int
}

// portion is some units of a line.
type portion struct {
	orderItem
	Units int
}

// value is what n units of a line cost after discounts, when this many of it were counted before. The values of all of a line's units sum up to
// what the line cost.
func (i *orderItem) value(before, n int) money.Cents {
	first := func(n int) money.Cents { return (i.LineTotal - i.Discount) * money.Cents(n) / money.Cents(i.Quantity) }
	return first(before+n) - first(before)
}

// itemsOf are the lines of an order, in the order of the cart.
func itemsOf(db *gorm.DB, orderID string) (items []orderItem, err error) {
	err = db.Where("order_id = ?", orderID).Order("position").Find(&items).Error
	return items, err
}

// choose finds the lines that a request names; a line named twice counts with the sum. No parts mean everything that is free. It returns a
// validation fault for what can never be, and InvalidTransition for what can't be now.
func choose(items []orderItem, parts []part, free func(*orderItem) int) ([]portion, error) {
	units, wrong := map[string]int{}, []fault.Field(nil)
	for i, p := range parts {
		at := indexOf(items, p.OrderItemID)
		if at < 0 {
			wrong = append(wrong, fault.Field{Pointer: fmt.Sprintf("/items/%d/orderItemId", i), Code: fault.NotAllowed, Detail: "is not a line of the order"})
			continue
		}
		if units[p.OrderItemID] += p.Units; units[p.OrderItemID] > items[at].Quantity {
			wrong = append(wrong, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/quantity", i), Code: fault.OutOfRange, Detail: fmt.Sprintf("must not be more than the %d that were ordered", items[at].Quantity),
			})
		}
	}
	if len(wrong) > 0 {
		return nil, fault.Invalid(wrong...)
	}
	var chosen []portion
	for i := range items {
		it := &items[i]
		n := units[it.ID]
		if len(parts) == 0 {
			n = free(it)
		}
		if n > free(it) {
			return nil, invalidTransition()
		}
		if n > 0 {
			chosen = append(chosen, portion{*it, n})
		}
	}
	if len(chosen) == 0 {
		return nil, invalidTransition()
	}
	return chosen, nil
}

func indexOf(items []orderItem, itemID string) int {
	for i := range items {
		if items[i].ID == itemID {
			return i
		}
	}
	return -1
}

// counter is one of an orderItem's counts of units, with those that it stays between.
type counter struct{ column, least, most string }

var (
	shippedUnits   = counter{"shipped", "delivered", "quantity"}
	deliveredUnits = counter{"delivered", "in_return", "shipped"}
	inReturnUnits  = counter{"in_return", "returned", "delivered"}
	returnedUnits  = counter{"returned", "0", "in_return"}
)

// add counts sign times the units of the portions, in one statement. It returns InvalidTransition, and nothing may be committed,
// when one of the lines does not allow it.
func (k counter) add(tx *gorm.DB, portions []portion, sign int) error {
	when, ids := strings.Builder{}, make([]string, len(portions))
	var args []any
	for i, p := range portions {
		when.WriteString(" WHEN ? THEN CAST(? AS integer)")
		args = append(args, p.ID, sign*p.Units)
		ids[i] = p.ID
	}
	sum := k.column + " + CASE id" + when.String() + " END"
	done := tx.Exec(fmt.Sprintf("UPDATE ordering_order_items SET %[1]s = %[2]s WHERE id IN ? AND %[2]s BETWEEN %[3]s AND %[4]s", k.column, sum, k.least, k.most),
		slices.Concat(args, []any{ids}, args)...)
	if done.Error == nil && int(done.RowsAffected) != len(portions) {
		return invalidTransition()
	}
	return done.Error
}

// told is the portions as events tell them.
func told(portions []portion) []events.ShipmentItem {
	return listOf(portions, func(p portion) events.ShipmentItem {
		return events.ShipmentItem{OrderItemID: p.ID, ProductID: p.ProductID, Name: p.Name, Options: p.Options, Quantity: p.Units}
	})
}

// stockOf is the portions as stock counts them.
func stockOf(portions []portion) []units {
	return listOf(portions, func(p portion) units { return units{p.VariantID, int64(p.Units)} })
}
