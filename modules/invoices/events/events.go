// Package events has the events that invoices publishes: the module's public contract. Fields are
// only ever added. Amounts are cents.
package events

import (
	"cmp"
	"time"

	ordering "orderd/modules/ordering/events"
)

// DocumentIssued: a document was issued, and its files are made: the PDF is in platform/files under
// PDFSHA256. Amounts are positive, whatever the kind. UserID is the account's or the guest's; it is
// empty, as the personal fields are, after the erasure.
type DocumentIssued struct {
	DocumentID  string `json:"documentId"`
	Number      string `json:"number"`
	Kind        Kind   `json:"kind"`
	OrderID     string `json:"orderId"`
	OrderNumber string `json:"orderNumber"`
	// RefersTo is the invoice that a correction or a cancellation takes from, and the cancelled one
	// that an invoice replaces; else nil.
	RefersTo *Reference `json:"refersTo"`
	// Replaced is of an invoice in place of a cancelled one: the cancellation of that. Of such a
	// cancellation, ReplacedBy is that invoice, whose mail has both.
	Replaced   *Cancellation  `json:"replaced"`
	ReplacedBy *Reference     `json:"replacedBy"`
	UserID     string         `json:"userId"`
	Guest      bool           `json:"guest"`
	Locale     string         `json:"locale"`
	IssuedAt   time.Time      `json:"issuedAt"`
	SuppliedAt *time.Time     `json:"suppliedAt"`
	DueAt      *time.Time     `json:"dueAt"`
	Country    string         `json:"country"` // where its VAT counts
	Taxes      []ordering.Tax `json:"taxes"`
	Net        int64          `json:"net"`
	Tax        int64          `json:"tax"`
	Gross      int64          `json:"gross"`
	PDFSHA256  string         `json:"pdfSha256"`
	Email      string         `json:"email" pii:"true"`
	FullName   string         `json:"fullName" pii:"true"` // of the buyer's account
}

// Reference is another document.
type Reference struct {
	ID     string `json:"id"`
	Number string `json:"number"`
}

// Cancellation is a cancellation with its PDF in platform/files.
type Cancellation struct {
	ID        string `json:"id"`
	Number    string `json:"number"`
	PDFSHA256 string `json:"pdfSha256"`
}

func (DocumentIssued) EventName() string { return "invoices.document_issued.v1" }

// EventKey is the order: the events of its documents are handled in their order.
func (e DocumentIssued) EventKey() string { return e.OrderID }

// EventSubject is the buyer, who is not known any more after an erasure.
func (e DocumentIssued) EventSubject() string { return cmp.Or(e.UserID, e.OrderID) }

// InvoiceRequested: staff had the invoice of an order issued, before its first shipment or because
// it has none.
type InvoiceRequested struct {
	OrderID     string `json:"orderId"`
	OrderNumber string `json:"orderNumber"`
	DocumentID  string `json:"documentId"`
	Number      string `json:"number"`
}

func (InvoiceRequested) EventName() string  { return "invoices.invoice_requested.v1" }
func (e InvoiceRequested) EventKey() string { return e.OrderID }

// InvoiceReplaced: staff had an invoice cancelled and another one issued in its place.
type InvoiceReplaced struct {
	OrderID        string `json:"orderId"`
	OrderNumber    string `json:"orderNumber"`
	UserID         string `json:"userId"` // "" after the erasure
	ReplacedID     string `json:"replacedId"`
	ReplacedNumber string `json:"replacedNumber"`
	DocumentID     string `json:"documentId"`
	Number         string `json:"number"`
	Reason         string `json:"reason" pii:"true"`
}

func (InvoiceReplaced) EventName() string  { return "invoices.invoice_replaced.v1" }
func (e InvoiceReplaced) EventKey() string { return e.OrderID }

// EventSubject is the buyer, who is not known any more after an erasure.
func (e InvoiceReplaced) EventSubject() string { return cmp.Or(e.UserID, e.OrderID) }
