package mailer

import (
	"strings"

	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
	"orderd/platform/onetimecode"
)

// A buyer gets one email for each moment of an order, in the order's language. Events that say the
// same at the same moment are one email: an order with nothing to pay gets no "paid" beside its
// "placed", cash on delivery is in "delivered", and parcels that arrive together are one
// "delivered". The email of a cancellation or a return says what will be refunded; when the money
// was sent, the refund gets one of its own. Refunds that failed are for admins. Tracking shows what
// the warehouse and the carrier do in between.

func orderLookup(e ordering.LookupRequested) draft {
	return draft{
		Kind: events.KindOrderLookup, To: e.Email, Locale: e.Locale, SubjectID: e.GuestID, AboutID: e.OrderID,
		ChallengeID: e.LookupID, Purpose: onetimecode.OrderLookup,
		Data: templateData{Number: e.Number, OrderTotal: new(money.Cents(e.Total))},
	}
}

// orderLookupRefused is no email. The event is consumed all the same, so that the request takes as
// long for an email without an order.
func orderLookupRefused(ordering.LookupRefused) draft { return draft{} }

// orderDraft makes an email to the buyer of the order.
func orderDraft(o ordering.Order, kind events.MailKind, data templateData) draft {
	data.Name, data.Number, data.PaymentMethod = ownWords(o, o.FullName), o.Number, o.PaymentMethod
	data.OrderTotal, data.Pickup = new(money.Cents(o.Total)), o.Pickup
	if o.Guest {
		data.GuestOrder = o.OrderID
	} else {
		data.AccountOrder = o.OrderID
	}
	sparing := o.Guest && (kind == events.KindOrderPlaced || kind == events.KindOrderCancelled)
	return draft{Kind: kind, To: o.Email, Locale: o.Locale, SubjectID: o.UserID, Sparing: sparing, Data: data}
}

// ownWords is the buyer's text where an email about the order may have it, else "".
func ownWords(o ordering.Order, text string) string {
	if o.Guest {
		return ""
	}
	return text
}

func orderPlaced(e ordering.OrderPlaced) draft {
	return orderDraft(e.Order, events.KindOrderPlaced, templateData{
		Consumer: e.Consumer,
		Items:    orderItems(e.Lines),
		Subtotal: money.Cents(e.Subtotal), Discount: money.Cents(e.DiscountTotal), Shipping: money.Cents(e.ShippingTotal),
		Tax: money.Cents(e.TaxTotal), Taxes: orderTaxes(e), Total: money.Cents(e.Total),
		Instructions: orEmpty(e.Instructions), DueAt: e.DueAt, ShippingMethod: e.ShippingMethod,
		ShipTo: destinationOf(e),
		Phone:  ownWords(e.Order, orEmpty(e.ShipToPhone)),
	})
}

// destinationOf is where the order goes, in one line, or "" where that are the buyer's own words
// which an email may not have.
func destinationOf(e ordering.OrderPlaced) string {
	if e.Pickup { // the seller's address
		return e.ShipToAddress + ", " + e.ShipToCountry
	}
	name := []string{e.ShipToName}
	if e.ShipToCompany != nil {
		name = append(name, *e.ShipToCompany)
	}
	return ownWords(e.Order, strings.Join(append(name, e.ShipToAddress, e.ShipToCountry), ", "))
}

func orderPaid(e ordering.OrderPaid) draft {
	if e.Implied {
		return draft{}
	}
	return orderDraft(e.Order, events.KindOrderPaid, templateData{Amount: money.Cents(e.Amount)})
}

func orderShipped(e ordering.OrderShipped) draft {
	return orderDraft(e.Order, events.KindOrderShipped, templateData{
		Consumer: e.Consumer,
		Items:    parcelItems(e.Items), Whole: e.Complete, Carrier: e.Carrier, TrackingNumber: e.TrackingNumber,
		TrackingURL: orEmpty(e.TrackingURL), ExpectedAt: e.EstimatedDeliveryAt,
	})
}

func orderDelivered(e ordering.OrderDelivered) draft {
	if len(e.Arrived) == 0 {
		return draft{}
	}
	return orderDraft(e.Order, events.KindOrderDelivered, templateData{
		Consumer: e.Consumer,
		Items:    parcelItems(e.Arrived), Whole: e.Complete, Amount: money.Cents(e.Collected), ReturnDays: e.ReturnDays,
	})
}

func orderCancelled(e ordering.OrderCancelled) draft {
	reason := orEmpty(e.Note)
	if e.Reason == ordering.CancellationReasonCustomer {
		reason = ownWords(e.Order, reason)
	}
	return orderDraft(e.Order, events.KindOrderCancelled, templateData{
		Items: orderItems(e.Lines), Cause: e.Reason, Reason: reason,
		Amount: money.Cents(e.RefundAmount), Vouchers: len(e.VoucherIDs) > 0,
	})
}

func itemsCancelled(e ordering.ItemsCancelled) draft {
	return orderDraft(e.Order, events.KindItemsCancelled, templateData{
		Items: parcelItems(e.Items), Reason: e.Reason, Amount: money.Cents(e.RefundAmount), Due: money.Cents(e.Due),
		Vouchers: len(e.VoucherIDs) > 0,
	})
}

func orderRefunded(e ordering.RefundSettled) draft {
	if e.Implied || e.Status != ordering.RefundStatusSucceeded {
		return draft{}
	}
	return orderDraft(e.Order, events.KindOrderRefunded, templateData{
		Amount: money.Cents(e.Amount), Reason: e.Reason, Whole: e.PaymentStatus == ordering.PaymentStatusRefunded,
		ToCard: e.WentThroughProvider(),
	})
}

func returnRequested(e ordering.ReturnRequested) draft {
	if e.Implied {
		return draft{}
	}
	return orderDraft(e.Order, events.KindReturnRequested, templateData{
		Items: parcelItems(e.Items), Reason: ownWords(e.Order, e.Reason),
	})
}

func returnDecided(e ordering.ReturnDecided) draft {
	if e.Implied {
		return draft{}
	}
	kind := events.KindReturnRejected
	if e.Status == ordering.ReturnStatusApproved {
		kind = events.KindReturnApproved
	}
	return orderDraft(e.Order, kind, templateData{
		Items: parcelItems(e.Items), Reason: orEmpty(e.Reason), SendTo: e.SendTo,
	})
}

func returnReceived(e ordering.ReturnReceived) draft {
	return orderDraft(e.Order, events.KindReturnReceived, templateData{
		Items: parcelItems(e.Items), Amount: money.Cents(e.RefundAmount), Deducted: money.Cents(e.Deducted),
		Reason: orEmpty(e.DeductReason), Vouchers: len(e.VoucherIDs) > 0,
	})
}

// orEmpty is the text, or "" for nil.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
