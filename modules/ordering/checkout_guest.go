package ordering

import (
	"strings"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/fault"
)

// guestBuyer is a buyer without an account. ID is the pseudonym of the email, so that all orders
// with the address have one buyer.
type guestBuyer struct {
	ID, Email, FullName, Locale string
}

// buyer is the guest as the buyer of a checkout. A quote may have no guest yet.
func (g *guestBuyer) buyer() buyer {
	if g == nil {
		return buyer{AccountType: identity.RetailAccount}
	}
	return buyer{UserID: g.ID, Email: g.Email, FullName: g.FullName, Locale: g.Locale, AccountType: identity.RetailAccount}
}

// evaluateGuest is evaluate for a guest, who shows the token of a cart. It returns fault.Missing
// for a token without a cart: a cart that became an order is found by its id alone.
func evaluateGuest(
	tx *gorm.DB, terms *saleTerms, o cartOwner, req checkoutRequest, now time.Time,
) (*evaluation, *order, error) {
	loaded, lines, err := loadGuestCheckout(tx, o.TokenHash, &req)
	if err != nil {
		return nil, nil, err
	}
	if req.CartID != "" && req.CartID != loaded.Cart.ID {
		existing, err := loadOrderOfGuestCart(tx, o.TokenHash, req.CartID)
		return nil, existing, err
	}
	if loaded.Cart.ID == "" {
		return nil, nil, fault.Missing()
	}
	in := &pricingInput{Now: now, Lines: lines}
	if req.Quote {
		o.EmailID = "" // a quote does not show which codes the email has used
	}
	if in.Codes, err = loadCodes(tx, loaded.Cart.Codes, o); err != nil {
		return nil, nil, err
	}
	return newEvaluation(terms, loaded, in, req), nil, nil
}

// checkGuest adds what a guest's request lacks, or has and may not. For a user it adds what is for
// guests alone.
func (e *evaluation) checkGuest(isGuest bool) {
	r := &e.request
	for _, f := range r.Missing {
		if isGuest || !strings.HasPrefix(f.Pointer, "/contact/") {
			e.invalid = append(e.invalid, f)
		}
	}
	if !isGuest {
		if r.HasContact {
			e.addInvalid("/contact", fault.NotAllowed, "is for guests")
		}
		if r.SaveAddress && r.OwnAddress == nil {
			e.addInvalid("/saveAddress", fault.NotAllowed, "needs shipTo, the address to save")
		}
		return
	}
	e.invalid = append(e.invalid, r.Names...)
	if r.Guest == nil && !r.HasContact {
		e.addInvalid("/contact", fault.Required, "is required of a guest")
	}
	if r.RecipientID != "" {
		e.addInvalid("/recipientId", fault.NotAllowed, "is for users")
	}
	if r.AddressID != "" {
		e.addInvalid("/addressId", fault.NotAllowed, "is for users")
	}
	if r.BillToAddressID != "" {
		e.addInvalid("/billToAddressId", fault.NotAllowed, "is for users")
	}
	if r.SaveAddress {
		e.addInvalid("/saveAddress", fault.NotAllowed, "is for users")
	}
}

// resolveGuestDestination finds where a guest's order goes: to an address of the guest's own, or to
// another person.
func (e *evaluation) resolveGuestDestination(shopCountry string) {
	switch {
	case e.request.OtherRecipient != nil:
		e.resolveOther(shopCountry)
	case e.request.OwnAddress != nil:
		e.recipient, e.shipTo = recipientSelf, *e.request.OwnAddress
	default:
		e.recipient = recipientSelf
		e.addInvalid("/shipTo", fault.Required, "is required of a guest, or recipient")
	}
}
