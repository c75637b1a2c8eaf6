package mailer

import (
	"maps"
	"slices"
	"strings"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
)

// values are what the texts of the letters say beyond the code.
type values struct {
	Name         string `json:"name,omitempty"`
	BusinessName string `json:"businessName,omitempty"`
	TrackingID   string `json:"trackingId,omitempty"`
	Reason       string `json:"reason,omitempty"`
	Question     string `json:"question,omitempty"`
	How          string `json:"how,omitempty"`
	NewAccount   bool   `json:"newAccount,omitempty"`

	RequestedAt *time.Time `json:"requestedAt,omitempty"` // when the registration was made

	// Of an order.
	Number        string      `json:"number,omitempty"`
	PaymentMethod string      `json:"paymentMethod,omitempty"`
	Items         []item      `json:"items,omitempty"`
	Subtotal      money.Cents `json:"subtotal,omitempty"`
	Discount      money.Cents `json:"discount,omitempty"`
	Shipping      money.Cents `json:"shipping,omitempty"`
	Tax           money.Cents `json:"tax,omitempty"`
	Total         money.Cents `json:"total,omitempty"`
	Instructions  string      `json:"instructions,omitempty"`
	Method        string      `json:"method,omitempty"` // how it is sent
	ShipTo        string      `json:"shipTo,omitempty"`
	Phone         string      `json:"phone,omitempty"`

	// Of what happened to it.
	Amount         money.Cents `json:"amount,omitempty"`   // that came or goes back
	Whole          bool        `json:"whole,omitempty"`    // all of the order was shipped, delivered or refunded
	Cause          string      `json:"cause,omitempty"`    // of a cancellation: customer, admin, payment_timeout
	Vouchers       bool        `json:"vouchers,omitempty"` // some come back
	Carrier        string      `json:"carrier,omitempty"`
	TrackingNumber string      `json:"trackingNumber,omitempty"`
	TrackingURL    string      `json:"trackingUrl,omitempty"`
	Expected       *time.Time  `json:"expected,omitempty"` // when a parcel should arrive
}

// moment is nil for the zero time, which an old event has.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// item is some of a line of an order. Total is 0 where it is not about money.
type item struct {
	Name     string      `json:"name"`
	Options  string      `json:"options,omitempty"` // "Size: 6 cups, Colour: red"
	Quantity int         `json:"quantity"`
	Total    money.Cents `json:"total,omitempty"`
}

// ordered are the lines of an order, with what they cost before discounts.
func ordered(lines []ordering.Line) []item {
	items := make([]item, len(lines))
	for i, l := range lines {
		items[i] = item{Name: l.Name, Options: optionsOf(l.Options), Quantity: l.Quantity, Total: money.Cents(l.LineTotal)}
	}
	return items
}

// packed is what is in a parcel or a return.
func packed(parts []ordering.ShipmentItem) []item {
	items := make([]item, len(parts))
	for i, p := range parts {
		items[i] = item{Name: p.Name, Options: optionsOf(p.Options), Quantity: p.Quantity}
	}
	return items
}

func optionsOf(options map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		all = append(all, name+": "+options[name])
	}
	return strings.Join(all, ", ")
}
