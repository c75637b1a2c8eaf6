package ordering

import (
	"context"

	"gorm.io/gorm"

	invoices "orderd/modules/invoices/events"
	"orderd/platform/eventbus"
)

// changesInvoice reports whether an order has another invoice after the document, or none.
func changesInvoice(e invoices.DocumentIssued) bool { return e.Kind != invoices.KindCorrection }

// onDocumentIssued keeps with an order the invoice of it that is not cancelled.
func onDocumentIssued(_ context.Context, tx *gorm.DB, m eventbus.Message[invoices.DocumentIssued]) error {
	e := m.Event
	switch {
	case e.Kind == invoices.KindInvoice:
		return setInvoice(tx, e.OrderID, &e.DocumentID, m.Seq)
	case e.ReplacedBy != nil:
		return setInvoice(tx, e.OrderID, &e.ReplacedBy.ID, m.Seq)
	}
	return setInvoice(tx, e.OrderID, nil, m.Seq)
}
