package ordering

import (
	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/money"
)

// refusal is the fault of a checkout that place has refused, or nil when nothing stands in its way any more.
func refusal(db *gorm.DB, done *outcome) error {
	if err := tooManyOpen(db, done.Limits); err != nil {
		return err
	}
	return outsold(db, done.Lines)
}

// outsold is the fault of a checkout that found less in stock than it had read before, or nil when there is enough again.
func outsold(db *gorm.DB, lines []priced) error {
	variantIDs := make([]string, len(lines))
	for i, l := range lines {
		variantIDs[i] = l.Variant.ID
	}
	var left []stock
	if err := db.Where("variant_id IN ?", variantIDs).Find(&left).Error; err != nil {
		return err
	}
	short := []shortage{}
	for _, l := range lines {
		for _, s := range left {
			if s.VariantID == l.Variant.ID && s.available() < int64(l.Item.Quantity) {
				l.Available = s.available()
				short = append(short, shortageOf(&l))
			}
		}
	}
	if len(short) == 0 {
		return nil
	}
	return insufficientStock(short)
}

// conflicts are what else stands in the way of a checkout, the first thing first.
func (p *proposal) conflicts() (all []*fault.Fault) {
	var gone, short []shortage
	for _, l := range p.basket.Lines {
		switch s := shortageOf(&l); {
		case !l.Variant.Sold:
			gone = append(gone, s)
		case l.Available < int64(l.Item.Quantity):
			short = append(short, s)
		}
	}
	switch {
	case len(p.basket.Lines) == 0:
		all = append(all, fault.New(fault.CartEmpty, "There is nothing in the cart."))
	case p.sums.Subtotal > money.Max:
		all = append(all, fault.New(fault.CartChanged, "The cart costs more than can be paid.").Carrying(shortages{[]shortage{}}))
	}
	if len(gone) > 0 {
		all = append(all, fault.New(fault.CartChanged, "Something in the cart is not sold any more.").Carrying(shortages{gone}))
	}
	if len(short) > 0 {
		all = append(all, insufficientStock(short))
	}
	if len(p.sums.Unusable) > 0 {
		all = append(all, fault.New(fault.CodeNotApplicable, "A code of the cart can't be used."))
	}
	if want := p.choice.ExpectedTotal; want != nil && *want != p.sums.Total {
		all = append(all, fault.New(fault.TotalChanged, "The total is another one now.").Carrying(changedTotal{p.sums.Total}))
	}
	return all
}

// shortage is a line that can't be ordered as it stands.
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

func shortageOf(l *priced) shortage {
	return shortage{ItemID: l.Item.ID, VariantID: l.Variant.ID, SKU: l.Variant.SKU, Quantity: l.Item.Quantity, Available: l.Available}
}

func insufficientStock(short []shortage) *fault.Fault {
	return fault.New(fault.InsufficientStock, "There is not enough of something in the cart.").Carrying(shortages{short})
}
