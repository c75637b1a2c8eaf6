package mailer

import (
	"maps"
	"slices"
	"strings"
	"time"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// templateData is what the templates fill in, apart from the code and the name of the shop. It is
// stored with the email.
type templateData struct {
	Name         string `json:"name,omitempty"`
	BusinessName string `json:"businessName,omitempty"`
	RoleName     string `json:"roleName,omitempty"`
	Invitation   string `json:"invitation,omitempty"` // its id
	Undo         string `json:"undo,omitempty"`       // the id that undoes a change of the address
	TrackingID   string `json:"trackingId,omitempty"`
	Host         string `json:"host,omitempty"` // of an endpoint of webhooks
	Reason       string `json:"reason,omitempty"`
	Question     string `json:"question,omitempty"`
	NewAccount   bool   `json:"newAccount,omitempty"`

	How identity.PasswordChangeMethod `json:"how,omitempty"`

	Change identity.FactorChange `json:"change,omitempty"` // of the second factors
	Factor identity.FactorKind   `json:"factor,omitempty"`

	RequestedAt *time.Time `json:"requestedAt,omitempty"` // when the registration was made

	// Of an order.
	Number         string                 `json:"number,omitempty"`
	OrderTotal     *money.Cents           `json:"orderTotal,omitempty"` // emails of before have none
	PaymentMethod  ordering.PaymentMethod `json:"paymentMethod,omitempty"`
	Consumer       *bool                  `json:"consumer,omitempty"` // nil in emails of before
	Items          []item                 `json:"items,omitempty"`
	Subtotal       money.Cents            `json:"subtotal,omitempty"`
	Discount       money.Cents            `json:"discount,omitempty"`
	Shipping       money.Cents            `json:"shipping,omitempty"`
	Tax            money.Cents            `json:"tax,omitempty"`
	Taxes          []tax                  `json:"taxes,omitempty"` // emails of before have none
	Total          money.Cents            `json:"total,omitempty"`
	Instructions   string                 `json:"instructions,omitempty"` // how to pay
	DueAt          *time.Time             `json:"dueAt,omitempty"`        // until when
	ShippingMethod string                 `json:"method,omitempty"`
	ShipTo         string                 `json:"shipTo,omitempty"`
	Pickup         bool                   `json:"pickup,omitempty"` // the buyer collects the goods
	Phone          string                 `json:"phone,omitempty"`

	// Sample stands for the code, and for the token of a link, in an email that is not about anything
	// that has happened: a preview or a test. Blank in all others.
	Sample string `json:"sample,omitempty"`

	More int `json:"more,omitempty"` // notices to the staff that are not among the items

	GuestOrder   string `json:"guestOrder,omitempty"`   // id of a guest's order
	AccountOrder string `json:"accountOrder,omitempty"` // id of the order of an account
	LastOfMany   bool   `json:"lastOfMany,omitempty"`   // no email about further orders for a while

	// Of a document of it.
	Document string `json:"document,omitempty"` // its number
	// RefersTo is the number of the invoice that it corrects or replaces.
	RefersTo    string       `json:"refersTo,omitempty"`
	Cancels     bool         `json:"cancels,omitempty"` // all of that
	Net         money.Cents  `json:"net,omitempty"`
	Attachments []attachment `json:"attachments,omitempty"`

	// Of what happened to it.
	Due            money.Cents                 `json:"due,omitempty"`      // to pay
	Deducted       money.Cents                 `json:"deducted,omitempty"` // of a return
	SendTo         string                      `json:"sendTo,omitempty"`   // the address for returns
	Amount         money.Cents                 `json:"amount,omitempty"`   // received or sent back
	Whole          bool                        `json:"whole,omitempty"`    // all of it
	ReturnDays     int64                       `json:"returnDays,omitempty"`
	ToCard         bool                        `json:"toCard,omitempty"` // by the card provider
	Cause          ordering.CancellationReason `json:"cause,omitempty"`
	Vouchers       bool                        `json:"vouchers,omitempty"` // some can be used again
	Carrier        string                      `json:"carrier,omitempty"`
	TrackingNumber string                      `json:"trackingNumber,omitempty"`
	TrackingURL    string                      `json:"trackingUrl,omitempty"`
	ExpectedAt     *time.Time                  `json:"expected,omitempty"` // of a parcel

	// Of a withdrawal from the contract: when it was received, where the shop is, and who declared it.
	Received      string `json:"received,omitempty"`
	Declarer      string `json:"declarer,omitempty"`
	DeclaredEmail string `json:"declaredEmail,omitempty"`
}

// item is a number of units of an order line, or a notice. Total is 0 where the email is not about
// money.
type item struct {
	Name     string      `json:"name"`
	Options  string      `json:"options,omitempty"` // "Size: 6 cups, Colour: red"
	Quantity int         `json:"quantity"`
	Total    money.Cents `json:"total,omitempty"`
}

// tax is what an order comes to at one VAT rate. Exempt is why there is no VAT, "" where there is.
type tax struct {
	Rate    money.Rate         `json:"rate"`
	Exempt  ordering.TaxReason `json:"exempt,omitempty"`
	Net     money.Cents        `json:"net"`
	Tax     money.Cents        `json:"tax"`
	IsAdded bool               `json:"isAdded,omitempty"` // to the prices, which are without VAT
}

// byConsumer reports whether the email is about an order of a consumer. One of before does not say
// it; of these, orders on invoice are known to be of businesses.
func (d *templateData) byConsumer() bool {
	if d.Consumer != nil {
		return *d.Consumer
	}
	return d.Number != "" && d.PaymentMethod != ordering.PaymentMethodInvoice
}

// taxOf is what an order or a document comes to at one VAT rate.
func taxOf(t ordering.Tax) tax {
	shown := tax{Rate: t.Rate, Net: money.Cents(t.Net), Tax: money.Cents(t.Tax)}
	if t.Reason != nil {
		shown.Exempt = *t.Reason
	}
	return shown
}

// attachment is a file of an email, which is in platform/files under its sum.
type attachment struct {
	Name   string `json:"name"`
	Type   string `json:"type"` // its media type
	SHA256 string `json:"sha256"`
}

// orderTaxes are the taxes of an order.
func orderTaxes(e ordering.OrderPlaced) []tax {
	return convert.All(e.Taxes, func(x ordering.Tax) tax {
		shown := taxOf(x)
		shown.IsAdded = e.PriceMode == shop.PricesNet
		return shown
	})
}

// orderItems are the lines of an order, with their totals before discounts.
func orderItems(lines []ordering.Line) []item {
	return convert.All(lines, func(l ordering.Line) item {
		return item{Name: l.Name, Options: joinOptions(l.Options), Quantity: l.Quantity, Total: money.Cents(l.LineTotal)}
	})
}

// parcelItems are what is in a parcel or a return.
func parcelItems(shipped []ordering.ShipmentItem) []item {
	return convert.All(shipped, func(s ordering.ShipmentItem) item {
		return item{Name: s.Name, Options: joinOptions(s.Options), Quantity: s.Quantity}
	})
}

// joinOptions writes the options of a variant, sorted by name: "Colour: red, Size: 6 cups".
func joinOptions(options map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		all = append(all, name+": "+options[name])
	}
	return strings.Join(all, ", ")
}
