package ordering

import (
	"cmp"
	"context"
	"encoding/json"

	"go.uber.org/zap"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/postal"
	"orderd/platform/secret"
)

// contact is who a guest is.
type contact struct {
	Email    httpapi.Email    `json:"email" doc:"Mails about the order go there." example:"ada@example.com"`
	FullName httpapi.Text     `json:"fullName" minLength:"1" maxLength:"200" doc:"Without a URL." example:"Ada Lovelace"`
	Phone    httpapi.Text     `json:"phone,omitempty" maxLength:"40" doc:"For the parcel, when shipTo has none." example:"+49 30 1234567"`
	Locale   httpapi.Language `json:"locale,omitempty" doc:"Default: by Accept-Language, else the shop's." example:"de"`
}

// SchemaName is the name in the document.
func (contact) SchemaName() string { return "GuestContact" }

// typedAddress is an address of their own that a buyer types.
type typedAddress struct {
	FullName   httpapi.Text    `json:"fullName" minLength:"1" maxLength:"200" doc:"Of a guest without a URL." example:"Ada Lovelace"`
	Company    httpapi.Text    `json:"company,omitempty" maxLength:"200" example:"Analytical Engines Ltd"`
	Phone      httpapi.Text    `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
	Line1      httpapi.Text    `json:"line1" minLength:"1" maxLength:"200" example:"Unter den Linden 1"`
	Line2      httpapi.Text    `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	City       httpapi.Text    `json:"city,omitempty" maxLength:"120" doc:"Required, but in countries that are a city." example:"Berlin"`
	State      httpapi.Text    `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	PostalCode httpapi.Text    `json:"postalCode,omitempty" maxLength:"20" doc:"Required, but in countries that have none." example:"10117"`
	Country    httpapi.Country `json:"country" example:"DE"`
}

// SchemaName is the name in the document, from when guests alone typed addresses.
func (typedAddress) SchemaName() string { return "GuestAddress" }

// shipTo is the address as an order has it. phone is used when the address has none.
func (a *typedAddress) shipTo(phone httpapi.Text) *shipTo {
	if a == nil {
		return nil
	}
	parts := addressParts{
		Line1: orNull(string(a.Line1)), Line2: orNull(string(a.Line2)), PostalCode: orNull(string(a.PostalCode)),
		City: orNull(string(a.City)), State: orNull(string(a.State)),
	}
	return &shipTo{
		Name: string(a.FullName), Company: orNull(string(a.Company)), Phone: orNull(string(cmp.Or(a.Phone, phone))),
		Address: parts.inOneLine(), Parts: parts, Country: string(a.Country),
	}
}

// missing is what an address of the country lacks.
func (a *typedAddress) missing(pointer string) []fault.Field {
	return postal.Missing(pointer, string(a.Country), string(a.City), string(a.PostalCode))
}

// checkGuestNames refuses the names that a guest gives and that have a URL.
func (b *checkoutBody) checkGuestNames() (invalid []fault.Field) {
	if b.Contact != nil {
		invalid = append(invalid, withoutURL("/contact/fullName", b.Contact.FullName)...)
	}
	if a := b.ShipTo; a != nil {
		invalid = append(invalid, withoutURL("/shipTo/fullName", a.FullName)...)
	}
	if a := b.BillTo; a != nil {
		invalid = append(invalid, withoutURL("/billTo/fullName", a.FullName)...)
	}
	if r := b.Recipient; r != nil {
		invalid = append(invalid, withoutURL("/recipient/fullName", r.FullName)...)
	}
	return invalid
}

func withoutURL(pointer string, name httpapi.Text) []fault.Field {
	if !hasURL(string(name)) {
		return nil
	}
	return []fault.Field{{Pointer: pointer, Code: fault.BadFormat, Detail: "must be a name without a URL"}}
}

// requestOf is the request of the body, and its owner. A guest is the actor of what follows. It
// returns Unauthenticated for a guest where the shop has no guest checkout.
func (a *api) requestOf(
	ctx context.Context, b *checkoutBody, cartToken string,
) (context.Context, cartOwner, checkoutRequest, error) {
	owner, req := a.ownerOf(ctx, cartToken), b.request()
	if owner.UserID != "" {
		return ctx, owner, req, nil
	}
	if !a.terms().GuestCheckout {
		return ctx, owner, req, fault.New(fault.Unauthenticated, "A valid access token is needed.")
	}
	req.Names = b.checkGuestNames()
	if b.Contact == nil || b.Contact.Email == "" {
		return ctx, owner, req, nil // the evaluation says that it is required
	}
	email := id.NormalizeEmail(string(b.Contact.Email))
	req.Guest = &guestBuyer{
		ID: a.Pseudonyms.OfEmail(email), Email: email, FullName: string(b.Contact.FullName),
		Locale: httpapi.Locale(ctx, b.Contact.Locale),
	}
	owner.EmailID = req.Guest.ID
	return eventbus.WithActor(ctx, guestActor(req.Guest.ID)), owner, req, nil
}

// limitGuestEmail runs a guest's checkout and counts it for the email and the client's network,
// unless it is refused: orders that a stranger makes with the email elsewhere do not keep its owner
// from ordering. It counts before, so that of many at once no more than the limit are tried, and
// uncounts afterwards.
func (a *api) limitGuestEmail(
	ctx context.Context, guestID string, try func() (*httpapi.Reply[orderView], error),
) (*httpapi.Reply[orderView], error) {
	const limit = "guest_email"
	key := guestID + httpapi.NetworkDigest(ctx)
	if err := a.limits.TakeToken(ctx, limit, key); err != nil {
		return nil, err
	}
	reply, err := try()
	if err == nil {
		return reply, nil
	}
	if failed := a.limits.ReturnToken(ctx, limit, key); failed != nil {
		a.Log.Warn("a refused checkout counts for the guest's email", zap.Error(failed))
	}
	return nil, err
}

// guestActor is the name of a guest in the event log.
func guestActor(guestID string) string { return "guest:" + guestID }

// orderToken opens one order for a guest.
var orderToken = httpapi.GuestToken{
	Name: "order", Header: "X-Order-Token", Description: "Of a guest's order: from its checkout, its mails or a look-up.",
}

// orderTokenHeader documents the token of a new order.
var orderTokenHeader = map[string]string{orderToken.Header: "For guests: opens the order for 180 days. It is stored " +
	"nowhere."}

// deriveOrderToken makes the header with the order token of a guest's order.
func deriveOrderToken(secrets secret.Keyring, c clock.Clock) func(ctx context.Context, body []byte) map[string]string {
	return func(ctx context.Context, body []byte) map[string]string {
		if _, signedIn := auth.From(ctx); signedIn {
			return nil
		}
		var o struct {
			ID       string
			Customer struct{ ID string }
		}
		if err := json.Unmarshal(body, &o); err != nil {
			return nil
		}
		return map[string]string{orderToken.Header: grant.Sign(secrets, grant.Grant{
			Resource: o.ID, Holder: o.Customer.ID, Kind: grant.Answered, ExpiresAt: c.Now().Add(grant.LongLife),
		})}
	}
}

// orderCaller is who asks for an order: its buyer, a guest with the token of it, or a user with the
// token of an order that was made without the account.
type orderCaller struct {
	UserID  string // "" for a guest
	GuestID string // "" without a token that opens the order
}

// callerOfOrder is the caller of an operation on the order. It returns fault.Missing for a guest
// whose token does not open it.
func (a *api) callerOfOrder(ctx context.Context, orderID string) (context.Context, orderCaller, error) {
	var caller orderCaller
	if p, ok := auth.From(ctx); ok {
		caller.UserID = p.UserID
	}
	if g, ok := grant.Open(a.Config.Secret, httpapi.GuestTokenOf(ctx), a.Clock.Now()); ok && g.Resource == orderID {
		caller.GuestID = g.Holder
	}
	switch {
	case caller == orderCaller{}:
		return ctx, caller, fault.Missing()
	case caller.UserID == "":
		ctx = eventbus.WithActor(ctx, guestActor(caller.GuestID))
	}
	return ctx, caller, nil
}
