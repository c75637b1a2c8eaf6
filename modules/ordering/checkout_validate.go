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
	recipient   recipientKind
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
	case ch.PaymentMethod == payByInvoice && !b.Wholesale:
		p.lacks("/paymentMethod", fault.NotAllowed, "is for wholesale accounts only")
	case ch.PaymentMethod == payByCard && !c.CardEnabled:
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
		p.recipient, p.shipTo = recipientOther, *ch.Other
		if p.shipTo.Country == "" {
			p.shipTo.Country = country
		}
		id := recipients.RecipientID(o.Buyer.UserID, p.shipTo.Name, text(p.shipTo.Phone))
		p.recipientID = &id
	case ch.RecipientID != "":
		r := &o.Recipient
		p.recipient, p.recipientID = recipientSaved, &r.ID
		p.shipTo = shipTo{Name: r.FullName, Phone: &r.Phone, Address: r.Address, Country: r.Country}
		if r.ID == "" {
			p.lacks("/recipientId", fault.NotAllowed, "is no saved recipient of the caller")
		}
	default:
		a := &o.Address
		p.recipient, p.shipTo = recipientSelf, shipTo{Name: a.FullName, Phone: a.Phone, Address: a.Address, Country: a.Country}
		switch {
		case a.ID == "" && ch.AddressID != "":
			p.lacks("/addressId", fault.NotAllowed, "is no address of the caller")
		case a.ID == "":
			p.lacks("/addressId", fault.Required, "is required: there is no default address")
		}
	}
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
