package events

import "orderd/platform/convert"

// Kind is what a document does.
type Kind string

// The kinds of documents. The amounts of all of them are positive: those of a correction and of a
// cancellation are taken off the invoice that they refer to.
const (
	KindInvoice      Kind = "invoice"
	KindCorrection   Kind = "correction"
	KindCancellation Kind = "cancellation"
)

// SchemaName names the set in the document of the API.
func (Kind) SchemaName() string { return "InvoiceKind" }

// Values are all of them.
func (Kind) Values() []string { return convert.Strings(KindInvoice, KindCorrection, KindCancellation) }
