package payments

import (
	"strings"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/search"
	"orderd/platform/states"
)

// entryState is what became of an entry.
type entryState string

const (
	entryOpen    entryState = "open"
	entryBooked  entryState = "booked"
	entryIgnored entryState = "ignored"
)

// Values are all of them.
func (entryState) Values() []string { return convert.Strings(entryOpen, entryBooked, entryIgnored) }

// SchemaName is the name in the document.
func (entryState) SchemaName() string { return "StatementEntryState" }

var entryStates = states.New("payments_entries.state",
	states.Change[entryState]{To: entryOpen, Cause: "a statement has it"},
	states.Change[entryState]{To: entryBooked, Cause: "an order asks for exactly it"},
	states.Change[entryState]{From: entryOpen, To: entryBooked, Cause: "book"},
	states.Change[entryState]{From: entryOpen, To: entryIgnored, Cause: "ignore"},
)

// entryMatch is how the amount of an entry fits the order that it names.
type entryMatch string

const (
	matchExact   entryMatch = "exact"
	matchUnder   entryMatch = "under"
	matchOver    entryMatch = "over"
	matchDouble  entryMatch = "double"  // the order is paid
	matchClosed  entryMatch = "closed"  // the order is cancelled
	matchSeveral entryMatch = "several" // several orders are named
	matchNone    entryMatch = "none"    // no order is named, or one that is not paid by transfer
)

// Values are all of them.
func (entryMatch) Values() []string {
	return convert.Strings(matchExact, matchUnder, matchOver, matchDouble, matchClosed, matchSeveral, matchNone)
}

// SchemaName is the name in the document.
func (entryMatch) SchemaName() string { return "StatementEntryMatch" }

// entry is money that the bank has booked on the shop's account. IBAN is the shop's; with it the
// reference is unique.
type entry struct {
	ID          string `gorm:"primaryKey"`
	StatementID string
	IBAN        string
	Reference   string
	BookedOn    string      // the day
	Amount      money.Cents `gorm:"column:amount_cents"`
	// Of the payer; nil once erased, as Text is. Text is what the payer has written.
	Name      *string
	PayerIBAN *string
	Text      *string `gorm:"column:purpose"`
	Erased    bool
	Search    string // searchText, for staff's ?q

	// Match is that of the upload; once the entry is booked, that of the booking. matchOf tells what
	// it is while the entry is open.
	Match   entryMatch `gorm:"column:matched"`
	OrderID *string    // nil: none is named, or several
	State   entryState
	Itself  bool // it was booked by the upload

	Reason  *string // why it was ignored
	EndedAt *time.Time

	EndedByID   *string // nil: Itself, an API key, or an account that is gone
	EndedByName *string
}

func (entry) TableName() string { return "payments_entries" }

// newEntry is an open entry of a transfer.
func newEntry(entryID, statementID, iban string, t transfer) entry {
	return entry{
		ID: entryID, StatementID: statementID, IBAN: iban, Reference: t.Reference, BookedOn: t.BookedOn, Amount: t.Amount,
		Name: notBlank(t.Name), PayerIBAN: notBlank(t.IBAN), Text: notBlank(t.written()), Match: matchNone, State: entryOpen,
	}
}

func notBlank(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// named notes which orders the entry's text names.
func (e *entry) named(orders []order) {
	switch len(orders) {
	case 0:
	case 1:
		e.OrderID, e.Match = &orders[0].OrderID, orders[0].matchOf(e.Amount)
	default:
		e.Match = matchSeveral
	}
}

// matchNow is how the entry fits what its order asks for now; for a booked or ignored one, how it
// did. o is the blank order where it has none.
func (e *entry) matchNow(o order) entryMatch {
	if e.State != entryOpen || e.OrderID == nil || o.OrderID == "" {
		return e.Match
	}
	return o.matchOf(e.Amount)
}

// book notes that the entry's money is the order's. It returns InvalidTransition unless the entry
// is open.
func (e *entry) book(o order, by auth.Principal, now time.Time) error {
	if e.State != entryOpen {
		return notOpen()
	}
	e.Match, e.OrderID = o.matchOf(e.Amount), &o.OrderID
	e.end(entryBooked, by, now)
	e.Search = e.searchText(o.Number)
	return nil
}

// ignore notes that the entry is no order's. It returns InvalidTransition unless the entry is open.
func (e *entry) ignore(o order, reason string, by auth.Principal, now time.Time) error {
	if e.State != entryOpen {
		return notOpen()
	}
	e.Match = e.matchNow(o)
	e.Reason = &reason
	e.end(entryIgnored, by, now)
	return nil
}

func notOpen() error {
	return fault.New(fault.InvalidTransition, "The entry is booked or ignored.")
}

func (e *entry) end(state entryState, by auth.Principal, now time.Time) {
	e.State, e.EndedAt = state, &now
	e.EndedByID, e.EndedByName = memberOf(by)
}

// searchText is by what the staff find the entry.
func (e *entry) searchText(orderNumber string) string {
	parts := []string{e.Reference, orderNumber, e.Amount.String(), strings.ReplaceAll(e.Amount.String(), ".", ",")}
	for _, personal := range []*string{e.Name, e.PayerIBAN, e.Text} {
		if personal != nil {
			parts = append(parts, *personal)
		}
	}
	return search.Text(parts...)
}

// erase removes what is personal.
func (e *entry) erase(orderNumber string) {
	e.Name, e.PayerIBAN, e.Text, e.Erased = nil, nil, nil, true
	e.Search = e.searchText(orderNumber)
}

// matchOf is how the amount fits what the order asks for.
func (o order) matchOf(amount money.Cents) entryMatch {
	switch {
	case o.Closed:
		return matchClosed
	case !o.unpaid():
		return matchDouble
	case o.Method != ordering.PaymentMethodBankTransfer && o.Method != ordering.PaymentMethodInvoice:
		return matchNone
	case amount < o.due():
		return matchUnder
	case amount > o.due():
		return matchOver
	}
	return matchExact
}
