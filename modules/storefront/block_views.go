package storefront

import (
	"slices"

	"orderd/platform/money"
)

// The views of blocks that have one of their own; others are given that of their page.

// messageView says what came of a button.
type messageView struct {
	Key  string // of the text; "" for nothing to say
	N    int    // of what the text counts; 0 for one that counts nothing
	Tone string // class of the style sheet: ok, warn, bad, or ""
}

// Message is what the page before has to say.
func (f flash) Message() messageView { return messageView{Key: "said." + f.Key, N: f.N, Tone: "ok"} }

// message is for templates. The key is part of an address, where anything may stand.
func (w words) message(key string, warns ...bool) messageView {
	switch {
	case w[key] == "":
		return messageView{}
	case slices.Contains(warns, true):
		return messageView{Key: key, Tone: "warn"}
	}
	return messageView{Key: key, Tone: "ok"}
}

// emptyView is a page with nothing on it, and a link to where something is.
type emptyView struct{ Text, URL, Link string }

// newEmpty is for templates.
func newEmpty(text, address, link string) emptyView { return emptyView{text, address, link} }

// priceView is a price as the pages show it.
type priceView struct {
	Price   *money.Cents
	Was     *money.Cents // nil: it is not reduced
	RRP     bool         // Was is the recommended price, not a former one
	Lowest  *money.Cents // of the 30 days before it was reduced; nil: none was in force
	PerUnit *unitPrice   // nil: not known
	From    bool         // of several it is the lowest
	Big     bool         // it is that of the page
	Net     bool         // VAT comes on top
}

// price is the price from which the product is to be had, and whether VAT comes on top.
func (c card) price(plusVAT bool) priceView {
	kind := ""
	if c.CompareAtKind != nil {
		kind = *c.CompareAtKind
	}
	v := comparedPrice(c.PriceFrom, c.CompareAtFrom, kind, c.Lowest30d)
	v.PerUnit, v.From, v.Net = c.UnitPrice, c.VariantCount > 1, plusVAT
	return v
}

// Price is the price of the chosen variant.
func (p productView) Price() priceView {
	v := p.Chosen
	view := comparedPrice(&v.Price, v.CompareAtPrice, v.CompareAtKind, v.LowestPrice30d)
	view.PerUnit, view.Big, view.Net = v.UnitPrice, true, p.PlusVAT()
	return view
}

// comparedPrice is a price with what it is compared with. Who names a former price names the lowest
// of the 30 days before as well (Directive 98/6/EC, art. 6a).
func comparedPrice(price, was *money.Cents, kind string, lowest *money.Cents) priceView {
	v := priceView{Price: price, Was: was, RRP: kind == compareAtRRP}
	if was != nil && !v.RRP {
		v.Lowest = lowest
	}
	return v
}

// cartLineView is a line of the cart.
type cartLineView struct {
	frame
	cartLine
	TooMany bool // its quantity was refused
}

// Line is a line as the cart shows it.
func (c cartView) Line(l cartLine) cartLineView {
	return cartLineView{frame: c.frame, cartLine: l, TooMany: l.ID == c.Refused.Item}
}

// summaryView are the sums of the cart, or of the order that it becomes.
type summaryView struct {
	frame
	Checkout      bool
	Items         int // 0: their number is not said
	Subtotal      money.Cents
	Discounts     []discount
	Idle          []idleCode      // codes that take nothing off
	Shipping      *shippingMethod // nil: it is not yet known
	ShippingTotal money.Cents
	VAT           taxesView
	Total         money.Cents
	ToFree        *money.Cents // what is missing for free delivery
}

// Summary are the sums of the cart.
func (c cartView) Summary() summaryView {
	return summaryView{
		frame: c.frame, Items: c.Cart.ItemCount, Subtotal: c.Cart.Subtotal, Discounts: c.Cart.Discounts,
		Idle: c.IdleCodes(),
		VAT:  taxesView{Net: c.Cart.PriceMode == netPrices, Sum: c.Cart.TaxTotal}, Total: c.Cart.Total, ToFree: c.ToFree,
	}
}

// Summary are the sums of the order.
func (c checkoutView) Summary() summaryView {
	q := c.Quote
	return summaryView{
		frame: c.frame, Checkout: true, Subtotal: q.Subtotal, Discounts: q.Discounts, Shipping: c.Chosen,
		Idle:          c.Cart.idleCodes(q.Discounts),
		ShippingTotal: q.ShippingTotal, VAT: newTaxes(q.PriceMode, q.Taxes), Total: q.Total,
	}
}

// addressFieldsView are the fields of the address that a parcel goes to.
type addressFieldsView struct {
	frame
	Form form
}

// AddressFields are those of the checkout.
func (c checkoutView) AddressFields() addressFieldsView {
	return addressFieldsView{frame: c.frame, Form: c.Form}
}

// methodsView are the ways to deliver, or to pay.
type methodsView struct {
	Name    string // of the field
	Choices []methodChoice
	None    string // key of the text for no choice
}

type methodChoice struct {
	Value, Title string
	Price        *money.Cents // nil where it has none
	Free         bool
	Text         *string // of the shop
	Pickup, Card bool
	// MinDays and MaxDays are how many working days it takes; 0 where that is not said.
	MinDays, MaxDays int
	On               bool
}

// ShippingMethods are the ways to deliver.
func (c checkoutView) ShippingMethods() methodsView {
	view := methodsView{Name: "shipping", None: "checkout.noShipping"}
	if len(c.Shop().Destinations) == 0 {
		view.None = "checkout.noShipping.yet"
	}
	for i := range c.Shipping {
		m := &c.Shipping[i]
		view.Choices = append(view.Choices, methodChoice{
			Value: m.Value(), Title: m.Name, Price: &m.Price, Free: m.Price == 0, Text: m.Text, Pickup: m.Kind == kindPickup,
			MinDays: m.Estimate.MinDays, MaxDays: m.Estimate.MaxDays, On: m.Value() == c.Form.Value("shipping"),
		})
	}
	return view
}

// PaymentMethods are the ways to pay.
func (c checkoutView) PaymentMethods() methodsView {
	view := methodsView{Name: "payment", None: "checkout.noPayment"}
	for _, m := range c.Quote.PaymentMethods {
		view.Choices = append(view.Choices, methodChoice{
			Value: m.Method, Title: m.Title, Text: m.Text, Card: m.Method == "card", On: m.Method == c.Form.Value("payment"),
		})
	}
	return view
}
