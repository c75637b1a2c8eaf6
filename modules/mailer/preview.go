package mailer

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// previewEmail is an email of the kind that is in no queue: the last one about the order, or one
// that it could have, or one about something made up when there is no order (""). It returns a
// validation fault for an unknown order.
func previewEmail(
	ctx context.Context, db *gorm.DB, kind events.TextKind, locale, orderID string, now time.Time,
) (email, error) {
	d := sampleDraft(events.MailKind(kind), locale, sampleName, now)
	if orderID != "" {
		o, err := readOrder(ctx, db, orderID)
		if err != nil {
			return email{}, err
		}
		d.showOrder(o)
	}
	return newEmail(d, origin{}, now)
}

// showOrder makes the draft that of the last mail of its kind about the order, else one with what
// every mail about the order says.
func (d *draft) showOrder(o knownOrder) {
	first := o.first().Data
	switch last, found := o.newest(d.Kind); {
	case found:
		last.Data.Sample, last.Data.LastOfMany, last.Data.Attachments = d.Data.Sample, false, nil
		d.Data = last.Data
	case isAboutOrder(d.Kind):
		d.takeOrder(first)
		d.Data.ShipTo, d.Data.Phone = first.ShipTo, first.Phone
		if d.Data.Name != "" {
			d.Data.Name = first.Name
		}
	}
	d.SubjectID = o.first().SubjectID
}

// enqueueTest queues an email of the kind to the caller. Of an order it has the number, the goods
// and the sums: its buyer's words stay out of a mailbox that no erasure reaches.
func (m *mailer) enqueueTest(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, kind events.TextKind, locale, orderID string,
) error {
	now := m.Clock.Now()
	d := sampleDraft(events.MailKind(kind), locale, caller.Name, now)
	d.To, d.SubjectID = id.NormalizeEmail(caller.Email), caller.UserID
	if orderID != "" {
		o, err := readOrder(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if isAboutOrder(d.Kind) {
			d.takeOrder(o.first().Data)
		}
	}
	e, err := newEmail(d, origin{
		requestID: eventbus.CauseOf(ctx).RequestID, addressID: m.Pseudonyms.OfEmail(d.To), domain: domain(m.Config.From),
	}, now)
	if err != nil {
		return err
	}
	e.EventID = e.ID
	database.AfterCommit(tx, m.enqueued.Send)
	_, err = enqueue(tx, []causedEmail{{e, now}})
	return err
}

func isAboutOrder(kind events.MailKind) bool { return slices.Contains(events.OrderKinds(), kind) }

// takeOrder gives the draft the number, the goods and the sums of an order. A mail about a guest's
// order has none of the buyer's words, and this one has none of those that were made up either.
func (d *draft) takeOrder(o templateData) {
	t := &d.Data
	t.Number, t.PaymentMethod, t.Items, t.OrderTotal = o.Number, o.PaymentMethod, o.Items, o.OrderTotal
	t.Subtotal, t.Discount, t.Shipping, t.Tax, t.Total = o.Subtotal, o.Discount, o.Shipping, o.Tax, o.Total
	t.Taxes = o.Taxes
	t.Instructions, t.DueAt, t.ShippingMethod = o.Instructions, o.DueAt, o.ShippingMethod
	if t.Amount != 0 && o.OrderTotal != nil {
		t.Amount = *o.OrderTotal
	}
	if o.GuestOrder != "" {
		t.Name, t.ShipTo, t.Phone = "", "", ""
		if d.Kind == events.KindReturnRequested {
			t.Reason = ""
		}
	}
	if d.Kind != events.KindOrderLookup { // which has a code in place of a link
		t.GuestOrder, t.AccountOrder = o.GuestOrder, o.AccountOrder
	}
}
