package ordering

import (
	"strings"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// namedRecipient is somebody whom an order is for and who is not the caller.
type namedRecipient struct {
	FullName     httpapi.Text `json:"fullName" minLength:"1" maxLength:"200" example:"Grace Hopper"`
	ContactPhone httpapi.Text `json:"contactPhone" minLength:"1" maxLength:"50" example:"+49 30 7654321"`
	Address      httpapi.Text `json:"address" minLength:"1" maxLength:"500" doc:"Lines are joined with commas." example:"Torstraße 12, 10119 Berlin"`
	Country      *string      `json:"country,omitempty" schema:"Country" pattern:"^[A-Z]{2}$" patternDescription:"a country code like DE" doc:"Default: the shop's country." example:"DE"`
}

// SchemaName is the name in the document.
func (namedRecipient) SchemaName() string { return "OtherRecipient" }

func (r *namedRecipient) shipTo() *shipTo {
	if r == nil {
		return nil
	}
	phone := string(r.ContactPhone)
	return &shipTo{Name: string(r.FullName), Phone: &phone, Address: inOneLine(strings.Split(string(r.Address), "\n")...), Country: text(r.Country)}
}

type checkoutInput struct {
	CartToken string `header:"X-Cart-Token" doc:"A guest's cart, merged into the caller's first; an unknown one is ignored."`
	Body      struct {
		ShippingMethodID string          `json:"shippingMethodId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
		PaymentMethod    paymentMethod   `json:"paymentMethod" enum:"bank_transfer,cash_on_delivery,invoice,card" schema:"PaymentMethod" doc:"invoice: wholesale accounts only; card: when the shop takes cards." example:"bank_transfer"`
		Recipient        *namedRecipient `json:"recipient,omitempty" doc:"At most one of recipient, recipientId and addressId; none: the caller's default address."`
		RecipientID      *string         `json:"recipientId,omitempty" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
		AddressID        *string         `json:"addressId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
		Note             *httpapi.Text   `json:"note,omitempty" minLength:"1" maxLength:"1000" doc:"For those who pack." example:"Please ring twice."`
		CartID           *string         `json:"cartId,omitempty" format:"uuid" doc:"A repeat answers with the order that it became." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
		ExpectedTotal    *money.Rounded  `json:"expectedTotal,omitempty" doc:"The total that the customer has seen, rounded to the cent." example:"58.87"`
	}
}

// Check says that an order goes to one place.
func (in *checkoutInput) Check() []fault.Field {
	b := in.Body
	return onePlace(b.Recipient, b.RecipientID, b.AddressID)
}

func (in *checkoutInput) choice() choice {
	b := in.Body
	return choice{
		MethodID: b.ShippingMethodID, PaymentMethod: b.PaymentMethod, Other: b.Recipient.shipTo(), RecipientID: text(b.RecipientID),
		AddressID: text(b.AddressID), Note: (*string)(b.Note), CartID: text(b.CartID), ExpectedTotal: (*money.Cents)(b.ExpectedTotal),
	}
}

// onePlace blames every destination that is given beside another.
func onePlace(r *namedRecipient, recipientID, addressID *string) []fault.Field {
	var given []fault.Field
	for _, place := range []struct {
		pointer string
		given   bool
	}{{"/recipient", r != nil}, {"/recipientId", recipientID != nil}, {"/addressId", addressID != nil}} {
		if place.given {
			given = append(given, fault.Field{Pointer: place.pointer, Code: fault.NotAllowed, Detail: "must not be given beside another destination"})
		}
	}
	if len(given) < 2 {
		return nil
	}
	return given
}

// choice is what a customer chose. Blank fields were not chosen; a quote may leave out everything.
type choice struct {
	MethodID      string
	PaymentMethod paymentMethod
	Other         *shipTo // somebody named in the request; Country may be blank
	RecipientID   string
	AddressID     string
	Note          *string
	CartID        string
	ExpectedTotal *cents
}
