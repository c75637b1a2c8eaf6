package ordering

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// The guards of writeOrder. They are checked when the order is written, after everything else.
const (
	guardStock      = "stock"
	guardOpenOrders = "open_orders"
	guardTerms      = "terms"
)

// errOldTerms is the error of an order that was priced by settings which have changed since.
var errOldTerms = errors.New("ordering: the settings of the shop have changed")

// refusedBy returns the guard that has refused an order, or "" when err has another cause.
func refusedBy(err error) string {
	switch {
	case errors.Is(err, errStock):
		return guardStock
	case errors.Is(err, errTooManyOpen):
		return guardOpenOrders
	case errors.Is(err, errOldTerms):
		return guardTerms
	}
	return database.RefusedBy(err)
}

// conflict is the fault of a checkout that a guard has refused. It returns nil when nothing stands
// in its way any more: then the checkout may be tried again.
func (r *checkoutResult) conflict(db *gorm.DB, guard string) (*fault.Fault, error) {
	if guard == guardOpenOrders {
		return exceededLimit(db, r.Limits)
	}
	return stockConflict(db, r.Lines)
}

// stockConflict is the codeInsufficientStock of the lines that need more than there is now, or nil.
func stockConflict(db *gorm.DB, lines []cartLine) (*fault.Fault, error) {
	available, err := availableOf(db, convert.All(lines, func(l cartLine) string { return l.Variant.ID }))
	if err != nil {
		return nil, err
	}
	var short []shortage
	for _, l := range lines {
		now, known := available[l.Variant.ID]
		if l.Available = now; known && now < int64(l.Item.Quantity) {
			short = append(short, shortageOf(&l))
		}
	}
	if len(short) == 0 {
		return nil, nil
	}
	return insufficientStock(short), nil
}

// shortage is a line that can't be ordered as it is.
type shortage struct {
	ItemID    string `json:"itemId" format:"uuid"`
	VariantID string `json:"variantId" format:"uuid"`
	SKU       string `json:"sku"`
	Quantity  int    `json:"quantity"`
	Available int64  `json:"available"`
}

// SchemaName is the name in the document.
func (shortage) SchemaName() string { return "Shortage" }

// shortages are what problems with insufficient_stock and cart_changed carry.
type shortages struct {
	Items []shortage `json:"items" nullable:"false"`
}

// changedTotal is what a problem with total_changed carries.
type changedTotal struct {
	CurrentTotal money.Cents `json:"currentTotal"`
}

func shortageOf(l *cartLine) shortage {
	return shortage{
		ItemID: l.Item.ID, VariantID: l.Variant.ID, SKU: l.Variant.SKU, Quantity: l.Item.Quantity, Available: l.Available,
	}
}

func insufficientStock(short []shortage) *fault.Fault {
	return fault.New(codeInsufficientStock, "There is not enough of something in the cart.").WithMembers(shortages{short})
}
