package ordering

import (
	recipients "orderd/modules/recipients/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

type cents = money.Cents

// proposal is a checkout before it is done: what was chosen, what it comes to, and what stands in its way.
type proposal struct {
	opening
	basket      *basket
	sums        *sums
	choice      choice
	shipTo      shipTo
	recipient   string
	recipientID *string
	missing     []fault.Field // what the request lacks, or names and may not
}

// propose works out where to, how and for how much. It changes nothing.
func (c *Config) propose(o opening, b *basket, ch choice) *proposal {
	p := &proposal{opening: o, basket: b, choice: ch}
	p.choosePlace(c.Country)
	b.Country = p.shipTo.Country
	switch {
	case ch.MethodID == "":
		p.lacks("/shippingMethodId", fault.Required, "is required")
	case o.Method.ID == "" || b.Country != "" && !o.Method.serves(b.Country):
		p.lacks("/shippingMethodId", fault.NotAllowed, "is no shipping method to this destination")
	default:
		b.Method = &p.Method
	}
	switch {
	case ch.PaymentMethod == "":
		p.lacks("/paymentMethod", fault.Required, "is required")
	case ch.PaymentMethod == invoice && !b.Wholesale:
		p.lacks("/paymentMethod", fault.NotAllowed, "is for wholesale accounts only")
	case ch.PaymentMethod == card && !c.CardEnabled:
		p.lacks("/paymentMethod", fault.NotAllowed, "is not taken by this shop")
	}
	p.sums = c.price(b)
	return p
}

func (p *proposal) lacks(pointer, code, detail string) {
	p.missing = append(p.missing, fault.Field{Pointer: pointer, Code: code, Detail: detail})
}

// choosePlace finds where the order goes: to somebody named, to a saved recipient, to an address of the buyer's, or to the default one.
func (p *proposal) choosePlace(country string) {
	o, ch := &p.opening, &p.choice
	switch {
	case ch.Other != nil:
		p.recipient, p.shipTo = forOther, *ch.Other
		if p.shipTo.Country == "" {
			p.shipTo.Country = country
		}
		id := recipients.RecipientID(o.Buyer.UserID, p.shipTo.Name, text(p.shipTo.Phone))
		p.recipientID = &id
	case ch.RecipientID != "":
		r := &o.Recipient
		p.recipient, p.recipientID = forSaved, &r.ID
		p.shipTo = shipTo{Name: r.FullName, Phone: &r.Phone, Address: r.Address, Country: r.Country}
		if r.ID == "" {
			p.lacks("/recipientId", fault.NotAllowed, "is no saved recipient of the caller")
		}
	default:
		a := &o.Address
		p.recipient, p.shipTo = forSelf, shipTo{Name: a.FullName, Phone: a.Phone, Address: a.Address, Country: a.Country}
		switch {
		case a.ID == "" && ch.AddressID != "":
			p.lacks("/addressId", fault.NotAllowed, "is no address of the caller")
		case a.ID == "":
			p.lacks("/addressId", fault.Required, "is required: there is no default address")
		}
	}
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

// fault is the answer to a checkout that can't be done, or nil.
func (p *proposal) fault() error {
	if len(p.missing) > 0 {
		return fault.Invalid(p.missing...)
	}
	if all := p.conflicts(); len(all) > 0 {
		return all[0]
	}
	return nil
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
