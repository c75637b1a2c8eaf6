package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type quoteInput struct {
	Include   httpapi.ListParam[quoteInclusion] `query:"include" doc:"What is answered beside the quote. Of a guest's only the cart is."`
	CartToken string                            `header:"X-Cart-Token" doc:"A guest's cart. With a bearer token it is merged into the caller's first; an unknown one is ignored."`
	Body      quoteCheckoutBody
}

// quoteCheckoutBody is a checkoutBody that may leave out everything: what is missing is among the
// requirements.
type quoteCheckoutBody struct {
	ShippingMethodID string          `json:"shippingMethodId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	PaymentMethod    paymentMethod   `json:"paymentMethod,omitempty" example:"bank_transfer"`
	Recipient        *quoteRecipient `json:"recipient,omitempty" doc:"At most one of recipient, recipientId, addressId and shipTo; none: the caller's default address."`
	RecipientID      *string         `json:"recipientId,omitempty" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	AddressID        *string         `json:"addressId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
	Contact          *quoteContact   `json:"contact,omitempty" doc:"Of a guest, who shows X-Cart-Token alone."`
	ShipTo           *quoteAddress   `json:"shipTo,omitempty" doc:"An address of the buyer's own."`
	SaveAddress      bool            `json:"saveAddress,omitempty" doc:"Put shipTo into the user's address book, unless that has it." example:"true"`
	BillTo           *quoteAddress   `json:"billTo,omitempty" doc:"To whom the invoice goes."`
	BillToAddressID  *string         `json:"billToAddressId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
	Note             *httpapi.Text   `json:"note,omitempty" minLength:"1" maxLength:"1000" doc:"For those who pack." example:"Please ring twice."`
	CartID           *string         `json:"cartId,omitempty" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
	ExpectedTotal    *money.Rounded  `json:"expectedTotal,omitempty" doc:"The total that the customer has seen, rounded to the cent." example:"58.87"`
}

// quoteContact, quoteAddress and quoteRecipient are those of a checkout, of which every part may be
// missing or blank.
type (
	quoteContact struct {
		Email    httpapi.Email    `json:"email,omitempty" example:"ada@example.com"`
		FullName httpapi.Text     `json:"fullName,omitempty" maxLength:"200" doc:"Without a URL." example:"Ada Lovelace"`
		Phone    httpapi.Text     `json:"phone,omitempty" maxLength:"40" doc:"For the parcel, when shipTo has none." example:"+49 30 1234567"`
		Locale   httpapi.Language `json:"locale,omitempty" doc:"Default: by Accept-Language, else the shop's." example:"de"`
	}
	quoteAddress struct {
		FullName   httpapi.Text    `json:"fullName,omitempty" maxLength:"200" doc:"Of a guest without a URL." example:"Ada Lovelace"`
		Company    httpapi.Text    `json:"company,omitempty" maxLength:"200" example:"Analytical Engines Ltd"`
		Phone      httpapi.Text    `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
		Line1      httpapi.Text    `json:"line1,omitempty" maxLength:"200" example:"Unter den Linden 1"`
		Line2      httpapi.Text    `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
		City       httpapi.Text    `json:"city,omitempty" maxLength:"120" example:"Berlin"`
		State      httpapi.Text    `json:"state,omitempty" maxLength:"120" example:"Berlin"`
		PostalCode httpapi.Text    `json:"postalCode,omitempty" maxLength:"20" example:"10117"`
		Country    httpapi.Country `json:"country,omitempty" doc:"Enough for the sums and the VAT." example:"DE"`
	}
	quoteRecipient struct {
		FullName     httpapi.Text     `json:"fullName,omitempty" maxLength:"200" example:"Grace Hopper"`
		ContactPhone httpapi.Text     `json:"contactPhone,omitempty" maxLength:"50" example:"+49 30 7654321"`
		Address      httpapi.Text     `json:"address,omitempty" maxLength:"500" doc:"In one text, in place of line1 and the other parts. Lines are joined with commas."`
		Line1        httpapi.Text     `json:"line1,omitempty" maxLength:"200" example:"Torstraße 12"`
		Line2        httpapi.Text     `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
		PostalCode   httpapi.Text     `json:"postalCode,omitempty" maxLength:"20" example:"10119"`
		City         httpapi.Text     `json:"city,omitempty" maxLength:"120" example:"Berlin"`
		State        httpapi.Text     `json:"state,omitempty" maxLength:"120" example:"Berlin"`
		Country      *httpapi.Country `json:"country,omitempty" doc:"Default: the shop's country." example:"DE"`
	}
)

// checkout is the body as that of a checkout, which may lack required parts.
func (b *quoteCheckoutBody) checkout() *checkoutBody {
	return &checkoutBody{
		ShippingMethodID: b.ShippingMethodID, PaymentMethod: b.PaymentMethod, Recipient: (*otherRecipient)(b.Recipient),
		RecipientID: b.RecipientID, AddressID: b.AddressID, Contact: (*contact)(b.Contact),
		ShipTo: (*typedAddress)(b.ShipTo), SaveAddress: b.SaveAddress, Note: b.Note, CartID: b.CartID,
		ExpectedTotal: b.ExpectedTotal, BillTo: (*typedAddress)(b.BillTo), BillToAddressID: b.BillToAddressID,
	}
}

// missingParts are the required parts that what the body has of a contact and of addresses lacks.
// The parts of a recipient's address are for the evaluation, which knows their country.
func (b *checkoutBody) missingParts() (missing []fault.Field) {
	require := func(value, pointer string) {
		if value == "" {
			missing = append(missing, fault.Field{Pointer: pointer, Code: fault.Required, Detail: "is required"})
		}
	}
	if c := b.Contact; c != nil {
		require(string(c.Email), "/contact/email")
		require(string(c.FullName), "/contact/fullName")
	}
	for _, typed := range []struct {
		pointer string
		address *typedAddress
	}{{"/shipTo", b.ShipTo}, {"/billTo", b.BillTo}} {
		a := typed.address
		if a == nil {
			continue
		}
		require(string(a.FullName), typed.pointer+"/fullName")
		require(string(a.Line1), typed.pointer+"/line1")
		require(string(a.Country), typed.pointer+"/country")
		if a.Country != "" { // it says which parts an address has
			missing = append(missing, a.missing(typed.pointer)...)
		}
	}
	if r := b.Recipient; r != nil {
		require(string(r.FullName), "/recipient/fullName")
		require(string(r.ContactPhone), "/recipient/contactPhone")
	}
	return missing
}

// Check requires that the order goes to one destination at most.
func (in *quoteInput) Check() []fault.Field { return in.Body.checkout().checkParts() }

// CheckLate is that of a checkout.
func (in *quoteInput) CheckLate() []fault.Field { return in.Body.checkout().checkContact() }

// quoteView is what a checkout would cost, and what it would be refused for.
type quoteView struct {
	Currency      string            `json:"currency" enum:"EUR" example:"EUR"`
	Items         []quoteItemView   `json:"items" nullable:"false" doc:"The lines of the cart, by the destination."`
	Discounts     []discount        `json:"discounts" nullable:"false"`
	PriceMode     shop.PriceMode    `json:"priceMode" doc:"net: amounts but total, taxTotal and taxes are without VAT." example:"gross"`
	Subtotal      money.Cents       `json:"subtotal" doc:"Sum of lineTotal of the items." example:"59.97"`
	DiscountTotal money.Cents       `json:"discountTotal" example:"6"`
	ShippingTotal money.Cents       `json:"shippingTotal" doc:"0 without a shipping method." example:"4.9"`
	TaxTotal      money.Cents       `json:"taxTotal" doc:"VAT, by the destination." example:"9.4"`
	Taxes         []taxView         `json:"taxes" nullable:"false" doc:"As those of the order."`
	Total         money.Cents       `json:"total" doc:"expectedTotal of a checkout." example:"58.87"`
	ItemCount     int               `json:"itemCount" doc:"Sum of the quantities." example:"3"`
	Requirements  []requirementView `json:"requirements" nullable:"false" doc:"What a checkout would be refused for."`

	ShippingMethods []shippingOption `json:"shippingMethods" nullable:"false" doc:"Those that this cart and destination may have, as GET /v1/shipping-methods."`
	PaymentMethods  []paymentOption  `json:"paymentMethods" nullable:"false" doc:"Those that this caller, destination and total may have, as GET /v1/shop."`
	Included        *quoteIncluded   `json:"included" doc:"What was asked for with include; null without it."`
}

// quoteItemView is what a line of the cart costs in the order. The cart itself is worked out as to
// the shop's country, so that its prices may be others.
type quoteItemView struct {
	ID        string      `json:"id" format:"uuid" doc:"Of the cart's line." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"`
	UnitPrice money.Cents `json:"unitPrice" doc:"In the order: where that bears no VAT, without it." example:"19.99"`
	Quantity  int         `json:"quantity" example:"3"`
	LineTotal money.Cents `json:"lineTotal" doc:"unitPrice × quantity." example:"59.97"`
	TaxRate   money.Rate  `json:"taxRate" doc:"Percent, by the destination." example:"19"`
	Net       money.Cents `json:"net" doc:"After discounts, without VAT." example:"45.35"`
	Tax       money.Cents `json:"tax" doc:"VAT on net." example:"8.62"`
}

// SchemaName is the name in the document.
func (quoteItemView) SchemaName() string { return "QuoteItem" }

type requirementView struct {
	Code    fault.Code `json:"code" enum:"required,not_allowed,cart_empty,cart_changed,insufficient_stock,code_not_applicable,total_changed,too_many_open_orders" schema:"RequirementCode" doc:"A field's fault, or the code that a checkout would answer with." example:"required"`
	Pointer string     `json:"pointer" doc:"Empty: the cart." example:"/shippingMethodId"`
	Detail  string     `json:"detail" example:"is required"`
}

func (a *api) quoteCheckout(ctx context.Context, in *quoteInput) (*httpapi.Reply[quoteView], error) {
	body := in.Body.checkout()
	ctx, owner, req, err := a.requestOf(ctx, body, in.CartToken)
	if err != nil {
		return nil, err
	}
	if len(req.Names) > 0 {
		return nil, fault.Invalid(req.Names...)
	}
	req.Quote, req.Missing = true, body.missingParts()
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (quoteView, error) {
		terms := a.terms()
		e, tooManyOpen, err := quoteCheckout(ctx, tx, terms, owner, req, a.Clock.Now())
		if err != nil {
			return quoteView{}, err
		}
		v := viewQuote(ctx, terms, e, tooManyOpen)
		v.Included, err = terms.includedInQuote(ctx, tx, e, in.Include)
		return v, err
	})
}

// viewQuote shows what the evaluated checkout comes to, and what it would be refused for.
// tooManyOpen may be nil.
func viewQuote(ctx context.Context, terms *saleTerms, e *evaluation, tooManyOpen *fault.Fault) quoteView {
	language := terms.language(ctx)
	v := quoteView{
		Currency: money.Currency, Items: make([]quoteItemView, len(e.pricing.Lines)), Discounts: e.totals.Discounts,
		PriceMode: e.totals.PriceMode,
		Subtotal:  e.totals.Subtotal, DiscountTotal: e.totals.Discount, ShippingTotal: e.totals.Shipping,
		TaxTotal: e.totals.Tax, Taxes: convert.All(e.totals.Taxes, viewTax), Total: e.totals.Total,
		ItemCount: e.totals.ItemCount, Requirements: []requirementView{},
		ShippingMethods: terms.shippingOptions(e.Methods, e.pricing, e.totals, language),
		PaymentMethods:  terms.paymentOptions(e, language),
	}
	for i, l := range e.pricing.Lines {
		costs := e.totals.Lines[i]
		v.Items[i] = quoteItemView{
			ID: l.Item.ID, UnitPrice: costs.UnitPrice, Quantity: l.Item.Quantity, LineTotal: costs.Total,
			TaxRate: costs.TaxRate, Net: costs.Net, Tax: costs.Tax,
		}
	}
	for _, f := range e.invalid {
		detail := httpapi.Say(ctx, f.Detail, f.Args...)
		v.Requirements = append(v.Requirements, requirementView{Code: f.Code, Pointer: f.Pointer, Detail: detail})
	}
	conflicts := e.conflicts()
	if tooManyOpen != nil {
		conflicts = append(conflicts, tooManyOpen)
	}
	for _, c := range conflicts {
		pointer := ""
		if c.Code == codeTotalChanged {
			pointer = "/expectedTotal"
		}
		detail := httpapi.Say(ctx, c.Message, c.Args...)
		v.Requirements = append(v.Requirements, requirementView{Code: c.Code, Pointer: pointer, Detail: detail})
	}
	return v
}
