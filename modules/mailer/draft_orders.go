package mailer

import (
	"strings"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// orders has the buyer written to about an order, in the order's language, once for each moment:
// an order with nothing to pay is placed and not paid too, cash on delivery is told of by the delivery, parcels that arrive together are one letter, and a
// refund that comes with a cancellation or a return is told of there. Only a card's refund gets a letter of its own all the same, because it is known
// later, when the provider has confirmed it. A refund that failed is for admins; what the warehouse and the carrier do in between is in the tracking.
func (s *service) orders(bus *eventbus.Bus, letters eventbus.Consumer) {
	eventbus.On(bus, letters, queues(s, orderPlaced))
	eventbus.On(bus, letters, queues(s, orderPaid))
	eventbus.On(bus, letters, queues(s, orderShipped))
	eventbus.On(bus, letters, queues(s, orderDelivered))
	eventbus.On(bus, letters, queues(s, orderCancelled))
	eventbus.On(bus, letters, queues(s, orderRefunded))
	eventbus.On(bus, letters, queues(s, returnRequested))
	eventbus.On(bus, letters, queues(s, returnDecided))
	eventbus.On(bus, letters, queues(s, returnReceived))
}

// about is a letter to the buyer of the order.
func about(o ordering.Order, kind string, v values) draft {
	v.Name, v.Number, v.PaymentMethod = o.FullName, o.Number, o.PaymentMethod
	return draft{Kind: kind, To: o.Email, Locale: o.Locale, About: o.UserID, Values: v}
}

func orderPlaced(e ordering.OrderPlaced) draft {
	return about(e.Order, "order_placed", values{
		Items: ordered(e.Lines), Subtotal: money.Cents(e.Subtotal), Discount: money.Cents(e.DiscountTotal), Shipping: money.Cents(e.ShippingTotal),
		Tax: money.Cents(e.TaxTotal), Total: money.Cents(e.Total), Instructions: orNone(e.Instructions), Method: e.ShippingMethod,
		ShipTo: strings.Join([]string{e.ShipToName, e.ShipToAddress, e.ShipToCountry}, ", "), Phone: orNone(e.ShipToPhone),
	})
}

func orderPaid(e ordering.OrderPaid) draft {
	if e.Implied {
		return draft{}
	}
	return about(e.Order, "order_paid", values{Amount: money.Cents(e.Amount)})
}

func orderShipped(e ordering.OrderShipped) draft {
	return about(e.Order, "order_shipped", values{
		Items: packed(e.Items), Whole: e.Complete, Carrier: e.Carrier, TrackingNumber: e.TrackingNumber, TrackingURL: orNone(e.TrackingURL), Expected: e.EstimatedDeliveryAt,
	})
}

func orderDelivered(e ordering.OrderDelivered) draft {
	if len(e.Arrived) == 0 {
		return draft{}
	}
	return about(e.Order, "order_delivered", values{Items: packed(e.Arrived), Whole: e.Complete, Amount: money.Cents(e.Collected)})
}

func orderCancelled(e ordering.OrderCancelled) draft {
	return about(e.Order, "order_cancelled", values{
		Items: ordered(e.Lines), Cause: e.Reason, Reason: orNone(e.Note), Amount: money.Cents(e.RefundAmount), Vouchers: len(e.VoucherIDs) > 0,
	})
}

func orderRefunded(e ordering.RefundSettled) draft {
	if e.Implied || e.Status != "succeeded" {
		return draft{}
	}
	return about(e.Order, "order_refunded", values{Amount: money.Cents(e.Amount), Reason: e.Reason, Whole: e.PaymentStatus == "refunded"})
}

func returnRequested(e ordering.ReturnRequested) draft {
	return about(e.Order, "return_requested", values{Items: packed(e.Items), Reason: e.Reason})
}

func returnDecided(e ordering.ReturnDecided) draft {
	return about(e.Order, "return_"+e.Status, values{Items: packed(e.Items), Reason: orNone(e.Reason)})
}

func returnReceived(e ordering.ReturnReceived) draft {
	return about(e.Order, "return_received", values{Items: packed(e.Items), Amount: money.Cents(e.RefundAmount)})
}

// orNone is the text, or "" for none.
func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
