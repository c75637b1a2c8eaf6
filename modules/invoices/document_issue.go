package invoices

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// issueByHand issues the invoice of an order for staff. It returns fault.NotFound, and
// fault.InvalidTransition when the shop has no seller, or the order waits for its payment, was
// cancelled, costs nothing, has an invoice, or is from before there were documents.
func (i *issuer) issueByHand(ctx context.Context, tx *gorm.DB, orderID string) (document, error) {
	if !id.Valid(orderID) {
		return document{}, fault.Missing()
	}
	o, err := lockOrder(tx, orderID)
	if err != nil {
		return document{}, err
	}
	s, err := i.terms(tx)
	if err != nil {
		return document{}, err
	}
	if err := o.checkIssue(s); err != nil {
		return document{}, err
	}
	d, err := i.issue(tx, s, &o, reasons{})
	if err != nil {
		return document{}, err
	}
	if err := i.settle(tx, &o, nil, nil); err != nil {
		return document{}, err
	}
	return d, eventbus.Publish(ctx, tx, events.InvoiceRequested{
		OrderID: o.OrderID, OrderNumber: o.Number, DocumentID: d.ID, Number: d.Number,
	})
}

// checkIssue returns why the order can get no invoice now.
func (o *order) checkIssue(s *settings) error {
	switch {
	case !s.issues():
		return refused("The shop has no seller.")
	case o.Placed == nil:
		return refused("The order is from before there were documents.")
	case o.LiveID != nil:
		return refused("The order has an invoice.")
	case !o.mayHaveInvoice():
		return refused("The order's state does not allow this.")
	}
	return nil
}

// reissue cancels an order's invoice and issues another in its place, for staff: to another
// address unless billTo is nil. It returns the new one, fault.NotFound, and fault.InvalidTransition
// when the document is no invoice that is live, has corrections, or names nobody any more.
func (i *issuer) reissue(
	ctx context.Context, tx *gorm.DB, documentID, reason string, billTo *party,
) (document, error) {
	row, err := documentByID(tx, documentID)
	if err != nil {
		return document{}, err
	}
	o, err := lockOrder(tx, row.OrderID)
	if err != nil {
		return document{}, err
	}
	if o.LiveID == nil || *o.LiveID != row.ID {
		return document{}, refused("Only an invoice that is not cancelled can be replaced.")
	}
	s, err := i.terms(tx)
	if err != nil {
		return document{}, err
	}
	former, corrections, err := invoiceWithCorrections(tx, &o)
	switch {
	case err != nil:
		return document{}, err
	case !s.issues():
		return document{}, refused("The shop has no seller.")
	case row.Erased:
		return document{}, refused("The time for which the invoice was kept is over.")
	case len(corrections) > 0:
		return document{}, refused("The invoice has corrections.")
	}
	if err := o.readdress(former, billTo); err != nil {
		return document{}, err
	}
	d, err := i.replace(tx, s, &o, former, reason)
	if err != nil {
		return document{}, err
	}
	return d, eventbus.Publish(ctx, tx, events.InvoiceReplaced{
		OrderID: o.OrderID, OrderNumber: o.Number, UserID: orEmpty(o.UserID), ReplacedID: former.ID,
		ReplacedNumber: former.Number, DocumentID: d.ID, Number: d.Number, Reason: reason,
	})
}

// replace cancels the invoice and issues the order's invoice anew.
func (i *issuer) replace(tx *gorm.DB, s *settings, o *order, former document, reason string) (document, error) {
	cancellation, successor := id.New(), id.New() // in this order: so they are listed, and made
	if err := saveOrder(tx, o); err != nil {
		return document{}, err
	}
	err := i.cancel(tx, s, o, former, cancelReasons{
		documentID: cancellation, successorID: &successor, reason: &reason,
	})
	if err != nil {
		return document{}, err
	}
	d, err := i.issue(tx, s, o, reasons{
		documentID: successor,
		replaces:   &reference{ID: former.ID, Number: former.Number, IssuedOn: former.IssuedOn},
	})
	if err != nil {
		return document{}, err
	}
	return d, i.settle(tx, o, nil, nil)
}

// readdress gives the order the addresses of its next invoice: the given one, else its own. That of
// an erased buyer has none, and takes those of the former invoice. The VAT id stays.
func (o *order) readdress(former document, billTo *party) (err error) {
	if o.ShipTo == nil {
		if o.ShipTo, err = encoded(former.ShipTo); err != nil {
			return err
		}
	}
	to := former.Buyer
	if err := decode(o.BillTo, &to); err != nil {
		return err
	}
	if billTo != nil {
		vatID := to.VATID
		to = *billTo
		to.VATID = vatID
	}
	o.BillTo, err = encoded(to)
	return err
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
