package ordering

import (
	"strings"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// checkoutRequest is what a customer asks for. Blank fields were not chosen; a quote may leave out
// all of them.
type checkoutRequest struct {
	ShippingMethodID string
	PaymentMethod    paymentMethod
	OtherRecipient   *shipTo // a person whom the request names; Country may be blank
	RecipientID      string
	AddressID        string
	Note             *string
	CartID           string
	ExpectedTotal    *money.Cents
	HasContact       bool
	Guest            *guestBuyer // nil for a user
	OwnAddress       *shipTo     // that the buyer has typed
	SaveAddress      bool        // OwnAddress, in the buyer's address book
	BillTo           *shipTo     // that the buyer has typed
	BillToAddressID  string
	Quote            bool
	Missing          []fault.Field // the parts that a quote lacks
	Names            []fault.Field // a guest's that have a URL
}

// checkoutBody is the body of a checkout. That of a quote is converted into it; only its tags
// differ.
type checkoutBody struct {
	ShippingMethodID string          `json:"shippingMethodId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	PaymentMethod    paymentMethod   `json:"paymentMethod" doc:"invoice: wholesale accounts only; card: when the shop takes cards." example:"bank_transfer"`
	Recipient        *otherRecipient `json:"recipient,omitempty" doc:"At most one of recipient, recipientId, addressId and shipTo; none: the caller's default address."`
	RecipientID      *string         `json:"recipientId,omitempty" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	AddressID        *string         `json:"addressId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
	Contact          *contact        `json:"contact,omitempty" doc:"Of a guest, who shows X-Cart-Token alone."`
	ShipTo           *typedAddress   `json:"shipTo,omitempty" doc:"An address of the buyer's own. It makes no saved recipient."`
	SaveAddress      bool            `json:"saveAddress,omitempty" doc:"Put shipTo into the user's address book, unless that has it." example:"true"`
	BillTo           *typedAddress   `json:"billTo,omitempty" doc:"To whom the invoice goes. Without it and billToAddressId: the caller's default address, else the destination, in the buyer's own name."`
	BillToAddressID  *string         `json:"billToAddressId,omitempty" format:"uuid" doc:"In place of billTo: an address of the caller." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
	Note             *httpapi.Text   `json:"note,omitempty" minLength:"1" maxLength:"1000" doc:"For those who pack." example:"Please ring twice."`
	CartID           *string         `json:"cartId,omitempty" format:"uuid" doc:"A repeat answers with the order that it became." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
	ExpectedTotal    *money.Rounded  `json:"expectedTotal,omitempty" doc:"The total that the customer has seen, rounded to the cent." example:"58.87"`
}

func (b *checkoutBody) request() checkoutRequest {
	var phone httpapi.Text
	if b.Contact != nil {
		phone = b.Contact.Phone
	}
	return checkoutRequest{
		HasContact: b.Contact != nil, OwnAddress: b.ShipTo.shipTo(phone), SaveAddress: b.SaveAddress,
		ShippingMethodID: b.ShippingMethodID, PaymentMethod: b.PaymentMethod, OtherRecipient: b.Recipient.shipTo(),
		BillTo: b.BillTo.shipTo(""), BillToAddressID: orEmpty(b.BillToAddressID), RecipientID: orEmpty(b.RecipientID),
		AddressID: orEmpty(b.AddressID), Note: (*string)(b.Note), CartID: orEmpty(b.CartID),
		ExpectedTotal: (*money.Cents)(b.ExpectedTotal),
	}
}

// checkDestination refuses every destination that is given beside another.
func (b *checkoutBody) checkDestination() []fault.Field {
	var given []fault.Field
	add := func(isGiven bool, pointer string) {
		if isGiven {
			given = append(given, fault.Field{
				Pointer: pointer, Code: fault.NotAllowed, Detail: "must not be given beside another destination",
			})
		}
	}
	add(b.Recipient != nil, "/recipient")
	add(b.RecipientID != nil, "/recipientId")
	add(b.AddressID != nil, "/addressId")
	add(b.ShipTo != nil, "/shipTo")
	if len(given) < 2 {
		return nil
	}
	return given
}

// otherRecipient is a person whom an order is for and who is not the buyer.
type otherRecipient struct {
	FullName     httpapi.Text     `json:"fullName" minLength:"1" maxLength:"200" example:"Grace Hopper"`
	ContactPhone httpapi.Text     `json:"contactPhone" minLength:"1" maxLength:"50" example:"+49 30 7654321"`
	Address      httpapi.Text     `json:"address,omitempty" minLength:"1" maxLength:"500" doc:"In one text, in place of line1 and the other parts. Lines are joined with commas."`
	Line1        httpapi.Text     `json:"line1,omitempty" maxLength:"200" doc:"Required without address." example:"Torstraße 12"`
	Line2        httpapi.Text     `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	PostalCode   httpapi.Text     `json:"postalCode,omitempty" maxLength:"20" doc:"Required with line1, but in countries that have none." example:"10119"`
	City         httpapi.Text     `json:"city,omitempty" maxLength:"120" doc:"Required with line1, but in countries that are a city." example:"Berlin"`
	State        httpapi.Text     `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	Country      *httpapi.Country `json:"country,omitempty" doc:"Default: the shop's country." example:"DE"`
}

// SchemaName is the name in the document.
func (otherRecipient) SchemaName() string { return "OtherRecipient" }

// parts are those of the address; none when it is one text.
func (r *otherRecipient) parts() addressParts {
	return addressParts{
		Line1: orNull(string(r.Line1)), Line2: orNull(string(r.Line2)), PostalCode: orNull(string(r.PostalCode)),
		City: orNull(string(r.City)), State: orNull(string(r.State)),
	}
}

// check refuses an address in one text and in parts.
func (r *otherRecipient) check() []fault.Field {
	if r == nil || r.Address == "" || r.parts() == (addressParts{}) {
		return nil
	}
	return []fault.Field{{
		Pointer: "/recipient/address", Code: fault.NotAllowed, Detail: "must not be given beside its parts",
	}}
}

func (r *otherRecipient) shipTo() *shipTo {
	if r == nil {
		return nil
	}
	to := shipTo{
		Name: string(r.FullName), Phone: new(string(r.ContactPhone)), Parts: r.parts(),
		Country: orEmpty((*string)(r.Country)),
	}
	if to.Address = to.Parts.inOneLine(); r.Address != "" {
		to.Address = inOneLine(strings.Split(string(r.Address), "\n")...)
	}
	return &to
}

// orEmpty is "" for nil.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
