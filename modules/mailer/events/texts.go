package events

import (
	"regexp"
	"slices"
	"strings"

	"orderd/platform/convert"
)

// TextKind is a kind of mails whose subject and beginning a shop may choose: all but those about
// the accounts and tools of its staff.
type TextKind string

// Values are all of them.
func (TextKind) Values() []string {
	ofStaff := convert.Strings(KindStaffInvitation, KindSecondFactor, KindWebhookDisabled)
	return slices.DeleteFunc(MailKind("").Values(), func(kind string) bool { return slices.Contains(ofStaff, kind) })
}

// SchemaName is the name in the OpenAPI document.
func (TextKind) SchemaName() string { return "MailTextKind" }

// OrderKinds are the kinds of mails about an order.
func OrderKinds() []MailKind {
	return []MailKind{
		KindOrderLookup, KindOrderPlaced, KindOrderPaid, KindOrderShipped, KindOrderDelivered, KindOrderCancelled,
		KindItemsCancelled, KindOrderRefunded, KindReturnRequested, KindReturnApproved, KindReturnRejected,
		KindReturnReceived, KindInvoiceIssued, KindCorrectionIssued,
	}
}

// Placeholder is a word in braces in a text of the shop, "{shop}", for which each mail has its own.
type Placeholder string

// The placeholders. PlaceName is blank in mails to an address that a stranger may have entered.
const (
	PlaceShop     Placeholder = "{shop}"
	PlaceName     Placeholder = "{name}"
	PlaceNumber   Placeholder = "{number}" // of the order; of a withdrawal, as it was declared
	PlaceTotal    Placeholder = "{total}"  // of the order
	PlaceLink     Placeholder = "{link}"   // to a guest's order
	PlaceDueAt    Placeholder = "{dueAt}"  // until when the order is to be paid
	PlaceCarrier  Placeholder = "{carrier}"
	PlaceTracking Placeholder = "{tracking}" // the number of the parcel
	PlaceAmount   Placeholder = "{amount}"   // of the refund
)

// Placeholders are those of mails of the kind.
func (k TextKind) Placeholders() []Placeholder {
	known := []Placeholder{PlaceShop, PlaceName}
	if slices.Contains(OrderKinds(), MailKind(k)) {
		known = append(known, PlaceNumber, PlaceTotal, PlaceLink)
	}
	switch MailKind(k) {
	case KindOrderPlaced:
		return append(known, PlaceDueAt)
	case KindOrderShipped:
		return append(known, PlaceCarrier, PlaceTracking)
	case KindOrderRefunded:
		return append(known, PlaceAmount)
	case KindWithdrawalReceived, KindWithdrawalContested: // whose order may not be known
		return append(known, PlaceNumber)
	}
	return known
}

// placeholder matches what a text means as a placeholder: letters alone.
var placeholder = regexp.MustCompile(`\{\pL+\}`)

// UnknownIn is the first placeholder in a text that mails of the kind do not have, or "".
func (k TextKind) UnknownIn(text string) string {
	known := k.Placeholders()
	for _, found := range placeholder.FindAllString(text, -1) {
		if !slices.Contains(known, Placeholder(found)) {
			return found
		}
	}
	return ""
}

// PlaceholderList are the placeholders of the kind as people read them: "{shop}, {name}".
func (k TextKind) PlaceholderList() string {
	return strings.Join(convert.Strings(k.Placeholders()...), ", ")
}
