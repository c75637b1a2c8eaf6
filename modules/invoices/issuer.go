package invoices

import (
	"time"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/money"
)

// issuer issues documents.
type issuer struct {
	clock    clock.Clock
	settings *copies.Copy[settings]
	wake     background.Signal // of who makes the files
	sample   bool              // what it issues is no real document
}

// change is what an event of an order means for its documents, beside its claim.
type change struct {
	issue    bool    // the order is to have an invoice
	unpaid   bool    // it turned out that the order is not paid
	returnID *string // for which goods its claim has changed
}

// nothingElse is for events that change the claim of an order alone.
func nothingElse(*order) (change, error) { return change{}, nil }

// follow applies an event of an order to its copy, and issues the documents that follow from it. An
// order that is not known is from before there were documents. While a release is replaced by one
// that issues documents, the former one publishes events without a claim: apply works out what it
// is after a payment, a refund and the end of the order, and the next event with one says it.
func (i *issuer) follow(
	tx *gorm.DB, eventID string, e ordering.Order, apply func(o *order) (change, error),
) error {
	o, err := lockOrder(tx, e.OrderID)
	if err != nil {
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	}
	before := o
	if e.Claim != nil {
		o.Claim = money.Cents(*e.Claim)
	}
	c, err := apply(&o)
	if err != nil {
		return err
	}
	if o != before {
		if err := saveOrder(tx, &o); err != nil {
			return err
		}
	}
	if c.unpaid {
		if err := i.endOverstated(tx, &o, eventID); err != nil {
			return err
		}
	}
	if c.issue {
		if err := i.issueShipped(tx, &o, eventID); err != nil {
			return err
		}
	}
	return i.settle(tx, &o, &eventID, c.returnID)
}

// issueShipped issues the invoice of an order that is shipped, if the shop issues any. Of an erased
// buyer's order that gets none the addresses go.
func (i *issuer) issueShipped(tx *gorm.DB, o *order, eventID string) error {
	if o.mayHaveInvoice() {
		s, err := i.terms(tx)
		if err != nil {
			return err
		}
		if s.issues() {
			_, err := i.issue(tx, s, o, reasons{eventID: &eventID})
			return err
		}
	}
	before := *o
	if o.forgetAddresses(); *o == before {
		return nil
	}
	return saveOrder(tx, o)
}

// mayHaveInvoice reports whether an invoice of the order can be issued: it costs something, is
// neither cancelled nor waits for its payment, has none, and its charges and its buyer are known.
func (o *order) mayHaveInvoice() bool {
	return o.Total > 0 && !o.Cancelled && !o.Pending && o.LiveID == nil && o.Placed != nil && o.BillTo != nil &&
		o.ShipTo != nil
}

// reasons is why a document is issued.
type reasons struct {
	eventID    *string    // the event; nil when staff want it
	replaces   *reference // the cancelled invoice in whose place it is
	documentID string     // of the new document; "": any
}

// issue issues the invoice of an order, which is locked.
func (i *issuer) issue(tx *gorm.DB, s *settings, o *order, why reasons) (document, error) {
	now := i.clock.Now()
	d, placed, err := i.newInvoice(s, o, now)
	if err != nil {
		return d, err
	}
	if d.RefersTo = why.replaces; why.documentID != "" {
		d.ID = why.documentID
	}
	if placed.At.IsZero() {
		placed.At = now
	}
	if len(placed.Schemes) != len(placed.Taxes) { // it was copied before they were kept
		placed.Schemes = s.schemesOf(&placed)
	}
	schemes := map[rowKey]taxScheme{}
	for n := range placed.Taxes {
		schemes[placed.Taxes[n].key()] = placed.Schemes[n]
	}
	schemeOf := func(t taxRow) taxScheme { return schemes[t.key()] }
	state, _ := shop.MemberState(placed.Country)
	err = i.store(tx, &d, why.eventID, nil, func() []reportRow { return reportRows(d, state, schemeOf) })
	if err != nil {
		return d, err
	}
	stored, err := setLive(tx, o, d)
	if err == nil && !stored {
		err = refused("The order has an invoice, or is cancelled.")
	}
	if err != nil {
		return d, err
	}
	o.LiveID, o.Charged = &d.ID, d.Gross
	if o.UserID == nil {
		o.forgetAddresses()
		err = saveOrder(tx, o)
	}
	return d, err
}

// store gives a document its number and stores it. rows are its rows of the tax report.
func (i *issuer) store(tx *gorm.DB, d *document, eventID, successorID *string, rows func() []reportRow) error {
	n, err := nextNumber(tx, d.Kind, d.IssuedOn.year())
	if err != nil {
		return err
	}
	d.Number = n.String()
	row, err := newDocumentRow(*d, n, eventID, successorID)
	if err != nil {
		return err
	}
	database.AfterCommit(tx, i.wake.Send)
	return insertDocument(tx, row, rows())
}

// newInvoice makes the invoice of an order as it was placed, without a number.
func (i *issuer) newInvoice(s *settings, o *order, now time.Time) (d document, placed placedOrder, err error) {
	if err := decode(o.Placed, &placed); err != nil {
		return d, placed, err
	}
	d = document{
		ID: id.New(), Kind: events.KindInvoice, OrderID: o.OrderID, OrderNumber: o.Number, IssuedAt: now,
		IssuedOn: s.dayOf(now), SuppliedAt: o.ShippedAt, DueAt: o.dueAt(s, now), Sample: i.sample, Seller: s.sellerNow(),
		Items: placed.Items, Shipping: placed.Shipping, Taxes: placed.Taxes, amounts: sumOf(placed.Taxes),
		Payment: payment{Method: o.Method},
	}
	d.Locale = localeOf(s, o.Locale)
	if d.SuppliedAt != nil {
		d.SuppliedOn = new(s.dayOf(*d.SuppliedAt))
	}
	if d.DueAt != nil {
		d.DueOn = new(s.dayOf(*d.DueAt))
	}
	came := o.Held
	if o.Paid {
		came = max(0, o.Claim)
	}
	d.Payment.Paid = min(came, d.Gross)
	d.Payment.TakenOff = max(0, d.Gross-max(0, o.Claim))
	if err := decode(o.BillTo, &d.Buyer); err != nil {
		return d, placed, err
	}
	return d, placed, decode(o.ShipTo, &d.ShipTo)
}

// dueAt is until when an invoice that is issued now is to be paid: the order's day, before the
// first shipment as many days after the issue; nil unless the order is paid by invoice and is not
// paid.
func (o *order) dueAt(s *settings, now time.Time) *time.Time {
	switch {
	case o.Paid || o.Method != ordering.PaymentMethodInvoice:
		return nil
	case o.InvoiceDueAt != nil:
		return o.InvoiceDueAt
	}
	return new(s.endOfDay(now, s.checkout.InvoiceDays))
}

func refused(text fault.Text) error { return fault.New(fault.InvalidTransition, text) }
