package invoices

import (
	"cmp"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// settle takes off an order's invoice what the order does not claim any more: by a correction, or
// for a cancelled order without one by a cancellation. It never charges more than before: a refund
// that bounced and is made again changes nothing. returnID is the return for whose goods the claim
// has changed, or nil.
func (i *issuer) settle(tx *gorm.DB, o *order, eventID, returnID *string) error {
	excess := o.Charged - max(0, o.Claim)
	if o.LiveID == nil || excess <= 0 {
		return nil
	}
	s, err := i.terms(tx)
	if err != nil {
		return err
	}
	invoice, corrections, err := invoiceWithCorrections(tx, o)
	if err != nil {
		return err
	}
	if o.Cancelled && len(corrections) == 0 {
		return i.cancel(tx, s, o, invoice, cancelReasons{documentID: id.New(), eventID: eventID})
	}
	var goods *returnedGoods
	if r, err := returnOf(tx, returnID); err != nil {
		return err
	} else if r != nil {
		units, err := r.units()
		if err != nil {
			return err
		}
		goods = &returnedGoods{ReturnID: r.ID, Units: units, Shipping: r.Shipping}
	}
	return i.correct(tx, s, o, invoice, corrections, excess, goods, eventID)
}

// correct issues a correction of an order's invoice by an amount.
func (i *issuer) correct(
	tx *gorm.DB, s *settings, o *order, invoice document, before []document, by money.Cents, goods *returnedGoods,
	eventID *string,
) error {
	now := i.clock.Now()
	d := takenFrom(invoice, events.KindCorrection)
	d.ID, d.IssuedAt, d.IssuedOn, d.Sample = id.New(), now, s.dayOf(now), i.sample
	newLedger(invoice, before).correct(&d, by, goods)
	if err := i.storeTaken(tx, &d, eventID, nil); err != nil {
		return err
	}
	taken, err := takeOff(tx, o, d)
	if err == nil && !taken {
		err = refused("The invoice has changed.")
	}
	o.Charged -= d.Gross
	return err
}

// unpaidReason is why an invoice is cancelled that says of money which has not come that it has.
var unpaidReason = map[locale.Code]string{
	locale.English: "The payment was taken back.", locale.German: "Die Zahlung wurde zurückgenommen.",
}

// endOverstated cancels the order's invoice when it says that more was paid than is here. Another
// one takes its place, unless the order waits for its payment again: then it gets one when it is
// shipped. As with reissue, one with corrections stays, and one of a shop that has no seller now.
func (i *issuer) endOverstated(tx *gorm.DB, o *order, eventID string) error {
	if o.LiveID == nil {
		return nil
	}
	s, err := i.terms(tx)
	if err != nil {
		return err
	}
	invoice, corrections, err := invoiceWithCorrections(tx, o)
	if err != nil || len(corrections) > 0 || invoice.Payment.Paid <= o.Held {
		return err
	}
	if err := o.readdress(invoice, nil); err != nil || !s.issues() {
		return err
	}
	reason := cmp.Or(unpaidReason[invoice.Locale], unpaidReason[locale.English])
	if !o.Pending {
		_, err = i.replace(tx, s, o, invoice, reason)
		return err
	}
	if err := saveOrder(tx, o); err != nil {
		return err
	}
	return i.cancel(tx, s, o, invoice, cancelReasons{documentID: id.New(), eventID: &eventID, reason: &reason})
}

// cancelReasons is why an invoice is cancelled: an event, or another one takes its place.
type cancelReasons struct {
	documentID  string // of the cancellation
	eventID     *string
	successorID *string
	reason      *string
}

// cancel issues the cancellation of an order's invoice, of which nothing was taken off.
func (i *issuer) cancel(tx *gorm.DB, s *settings, o *order, invoice document, why cancelReasons) error {
	now := i.clock.Now()
	d := takenFrom(invoice, events.KindCancellation)
	d.ID, d.IssuedAt, d.IssuedOn, d.Sample, d.Reason = why.documentID, now, s.dayOf(now), i.sample, why.reason
	d.Items, d.Shipping, d.Taxes, d.amounts = invoice.Items, invoice.Shipping, invoice.Taxes, invoice.amounts
	if err := i.storeTaken(tx, &d, why.eventID, why.successorID); err != nil {
		return err
	}
	ended, err := endLive(tx, o, d)
	if err == nil && !ended {
		err = refused("The invoice has changed.")
	}
	o.LiveID, o.Charged = nil, 0
	return err
}

// storeTaken stores a document that takes from an invoice: by the schemes of the invoice.
func (i *issuer) storeTaken(tx *gorm.DB, d *document, eventID, successorID *string) error {
	known, err := rowsOf(tx, d.RefersTo.ID)
	if err != nil {
		return err
	}
	rows := known[d.RefersTo.ID]
	country, schemes := "", map[rowKey]taxScheme{}
	for _, r := range rows {
		country, schemes[rowKey{r.Rate, r.Category}] = r.Country, r.Scheme
	}
	return i.store(tx, d, eventID, successorID, func() []reportRow {
		return reportRows(*d, country, func(t taxRow) taxScheme { return schemes[t.key()] })
	})
}

// takenFrom is a document that takes from an invoice: with its parties, without amounts.
func takenFrom(invoice document, kind events.Kind) document {
	return document{
		Kind: kind, OrderID: invoice.OrderID, OrderNumber: invoice.OrderNumber,
		RefersTo:   &reference{ID: invoice.ID, Number: invoice.Number, IssuedOn: invoice.IssuedOn},
		SuppliedAt: invoice.SuppliedAt, SuppliedOn: invoice.SuppliedOn, Locale: invoice.Locale, Seller: invoice.Seller,
		Buyer: invoice.Buyer, ShipTo: invoice.ShipTo, Payment: payment{Method: invoice.Payment.Method},
	}
}
