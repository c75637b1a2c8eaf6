package ordering

import (
	"cmp"
	"slices"

	recipients "orderd/modules/recipients/events"
	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/postal"
)

// evaluation is a checkout that has been worked out and not been made: what was loaded, what it
// comes to and what stands in its way.
type evaluation struct {
	checkoutContext
	request     checkoutRequest
	pricing     *pricingInput
	totals      *totals
	shipTo      shipTo
	billTo      billTo
	recipient   recipientKind
	recipientID *string
	invalid     []fault.Field // what the request lacks, or names and may not
}

// newEvaluation works out where to, how and for how much. It sets the destination and the shipping
// method of in. A pickup goes to the seller's address, at the VAT rates of the shop's country.
func newEvaluation(terms *saleTerms, loaded checkoutContext, in *pricingInput, req checkoutRequest) *evaluation {
	e := &evaluation{checkoutContext: loaded, pricing: in, request: req}
	isGuest := loaded.Cart.UserID == nil
	e.checkGuest(isGuest)
	switch {
	case loaded.Method.isPickup():
		e.resolvePickup(terms)
	case isGuest:
		e.resolveGuestDestination(terms.profile.Country)
	default:
		e.resolveDestination(terms.profile.Country)
	}
	in.Country, in.PostalCode = e.shipTo.Country, orEmpty(e.shipTo.Parts.PostalCode)
	if loaded.Method.isPickup() {
		in.Country, in.PostalCode = terms.profile.Country, ""
	}
	e.resolveBillTo()
	if e.Method.ID != "" {
		in.Method = &e.Method
	}
	e.totals = calculateTotals(terms, in)
	e.checkShippingMethod(terms)
	e.checkPaymentMethod(terms)
	return e
}

// addInvalid adds a fault, unless there is one at the pointer already.
func (e *evaluation) addInvalid(pointer string, code fault.Code, detail fault.Text, values ...any) {
	if slices.ContainsFunc(e.invalid, func(f fault.Field) bool { return f.Pointer == pointer }) {
		return
	}
	e.invalid = append(e.invalid, fault.Field{Pointer: pointer, Code: code, Detail: detail, Args: values})
}

// resolveDestination finds where the order goes: to another person whom the request names, to a
// saved recipient, to an address that the buyer has typed or saved, or to the default one.
func (e *evaluation) resolveDestination(shopCountry string) {
	switch {
	case e.request.OtherRecipient != nil:
		e.resolveOther(shopCountry)
		e.recipientID = new(recipients.RecipientID(e.Buyer.UserID, e.shipTo.Name, orEmpty(e.shipTo.Phone)))
	case e.request.RecipientID != "":
		r := &e.Recipient
		e.recipient, e.recipientID = recipientSaved, &r.ID
		e.shipTo = shipTo{Name: r.FullName, Phone: &r.Phone, Address: r.Address, Parts: r.Parts, Country: r.Country}
		if r.ID == "" {
			e.addInvalid("/recipientId", fault.NotAllowed, "is no saved recipient of the caller")
		}
	case e.request.OwnAddress != nil:
		e.recipient, e.shipTo = recipientSelf, *e.request.OwnAddress
	default:
		a := &e.Address
		e.recipient, e.shipTo = recipientSelf, a.destination()
		switch {
		case a.ID == "" && e.request.AddressID != "":
			e.addInvalid("/addressId", fault.NotAllowed, "is no address of the caller")
		case a.ID == "":
			e.addInvalid("/addressId", fault.Required, "is required: there is no default address")
		}
	}
}

// resolveOther makes a person whom the request names the recipient, in the shop's country unless it
// names another. The address is one text, or has the parts that its country requires.
func (e *evaluation) resolveOther(shopCountry string) {
	e.recipient, e.shipTo = recipientOther, *e.request.OtherRecipient
	to := &e.shipTo
	to.Country = cmp.Or(to.Country, shopCountry)
	inParts := to.Parts != (addressParts{})
	if to.Parts.Line1 == nil && (inParts || to.Address == "") {
		e.addInvalid("/recipient/line1", fault.Required, "is required, or address")
	}
	if inParts {
		e.invalid = append(e.invalid,
			postal.Missing("/recipient", to.Country, orEmpty(to.Parts.City), orEmpty(to.Parts.PostalCode))...)
	}
}

// resolvePickup makes the seller's address the destination, and refuses every other.
func (e *evaluation) resolvePickup(terms *saleTerms) {
	e.recipient, e.shipTo = recipientSelf, terms.pickupBy(e.Buyer.FullName)
	for _, destination := range []struct {
		pointer string
		given   bool
	}{
		{"/recipient", e.request.OtherRecipient != nil}, {"/recipientId", e.request.RecipientID != ""},
		{"/addressId", e.request.AddressID != ""}, {"/shipTo", e.request.OwnAddress != nil},
	} {
		if destination.given {
			e.addInvalid(destination.pointer, fault.NotAllowed, "must not be given: the buyer collects the goods")
		}
	}
}

// checkShippingMethod adds what is wrong with the method that was chosen. While the country is not
// known, none is refused for it.
func (e *evaluation) checkShippingMethod(terms *saleTerms) {
	const pointer, elsewhere = "/shippingMethodId", "is no shipping method to this destination"
	country, method := e.pricing.Country, &e.Method
	switch {
	case e.request.ShippingMethodID == "":
		e.addInvalid(pointer, fault.Required, "is required")
	case method.ID == "":
		e.addInvalid(pointer, fault.NotAllowed, elsewhere)
	case method.isPickup() && !terms.offersPickup():
		e.addInvalid(pointer, fault.NotAllowed, "is not offered: the seller has no address")
	case country == "":
	case method.serves(country) && e.pricing.PostalCode == "" && method.asksPostalCode(country):
		e.requirePostalCode()
	case !e.totals.Offered:
		e.addInvalid(pointer, fault.NotAllowed, elsewhere)
	}
}

// requirePostalCode adds that the destination has no postal code, on which the price depends.
func (e *evaluation) requirePostalCode() {
	const reason = "the price of the shipping depends on the postal code"
	switch {
	case e.request.OtherRecipient != nil:
		e.addInvalid("/recipient/postalCode", fault.Required, "is required: "+reason)
	case e.request.OwnAddress != nil:
		e.addInvalid("/shipTo/postalCode", fault.Required, "is required: "+reason)
	case e.request.RecipientID != "":
		e.addInvalid("/recipientId", fault.NotAllowed, "has no postal code, and "+reason)
	default:
		e.addInvalid("/addressId", fault.NotAllowed, "has no postal code, and "+reason)
	}
}

func (e *evaluation) checkPaymentMethod(terms *saleTerms) {
	if e.request.PaymentMethod == "" {
		e.addInvalid("/paymentMethod", fault.Required, "is required")
		return
	}
	refusal, values := terms.refusalOf(e.request.PaymentMethod, e.pricing.Wholesale, e.pricing.Country, e.totals.Total)
	if refusal != "" {
		e.addInvalid("/paymentMethod", fault.NotAllowed, refusal, values...)
	}
}

// validate returns the first fault because of which the checkout can't be made, or nil.
func (e *evaluation) validate() error {
	if len(e.invalid) > 0 {
		return fault.Invalid(e.invalid...)
	}
	if all := e.conflicts(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// conflicts are what stands in the way of the checkout although the request is valid, the most
// important first.
func (e *evaluation) conflicts() (all []*fault.Fault) {
	switch {
	case len(e.pricing.Lines) == 0:
		all = append(all, fault.New(codeCartEmpty, "There is nothing in the cart."))
	case e.totals.Subtotal > money.Max:
		all = append(all, fault.New(codeCartChanged, "The cart costs more than can be paid.").
			WithMembers(shortages{[]shortage{}}))
	}
	unsold, short := e.shortages()
	if len(unsold) > 0 {
		all = append(all, fault.New(codeCartChanged, "Something in the cart is not sold any more.").
			WithMembers(shortages{unsold}))
	}
	if len(short) > 0 {
		all = append(all, insufficientStock(short))
	}
	if len(e.totals.Unusable) > 0 {
		all = append(all, fault.New(codeDiscountNotApplicable, "A code of the cart can't be used."))
	}
	if want := e.request.ExpectedTotal; want != nil && *want != e.totals.Total {
		all = append(all, fault.New(codeTotalChanged, "The total is another one now.").
			WithMembers(changedTotal{e.totals.Total}))
	}
	return all
}

// shortages are the lines that are not sold any more, and those of which there is not enough.
func (e *evaluation) shortages() (unsold, short []shortage) {
	for _, l := range e.pricing.Lines {
		switch {
		case !l.Variant.Sold:
			unsold = append(unsold, shortageOf(&l))
		case l.Available < int64(l.Item.Quantity):
			short = append(short, shortageOf(&l))
		}
	}
	return unsold, short
}
