package notifications

import (
	"maps"

	ordering "orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// orders tells buyers how their orders and returns go. An order with nothing to pay is not paid too, nor is one whose cash came with the
// parcel, and parcels that arrive together are one notification; what a cancellation or a return sends back is told of its own, with the
// amount. A refused card is told here and by no mail: its owner sits before it. Admins are told of what waits for them: a return to decide,
// money that could not be sent back or is not what was asked for, stock that runs out.
func (n *notifier) orders(bus *eventbus.Bus) {
	on(n, bus, func(e ordering.OrderPlaced) notice {
		return toBuyer(e.Order, "order_placed", nil, words{"amount": money.Cents(e.Total)})
	})
	on(n, bus, func(e ordering.OrderPaid) notice {
		return toBuyer(e.Order, "order_paid", nil, words{"amount": money.Cents(e.Amount)}).unless(e.Implied)
	})
	on(n, bus, func(e ordering.OrderPaymentFailed) notice {
		return toBuyer(e.Order, "payment_failed", nil, nil)
	})
	on(n, bus, func(e ordering.OrderShipped) notice {
		return toBuyer(e.Order, "order_shipped", ids{"shipmentId": e.ShipmentID}, words{"carrier": e.Carrier, "trackingNumber": e.TrackingNumber})
	})
	on(n, bus, func(e ordering.OrderDelivered) notice {
		return toBuyer(e.Order, "order_delivered", ids{"shipmentId": e.ShipmentID}, nil).unless(len(e.Arrived) == 0)
	})
	on(n, bus, func(e ordering.OrderCancelled) notice {
		return toBuyer(e.Order, "order_cancelled", nil, nil)
	})
	on(n, bus, refundSucceeded, refundFailed)
	on(n, bus, returnRequested, newReturn)
	on(n, bus, returnDecided)
	on(n, bus, func(e ordering.ReturnReceived) notice {
		return toBuyer(e.Order, "return_received", ids{"returnId": e.ReturnID}, nil)
	})
	on(n, bus, func(e payments.PaymentMismatched) notice {
		return notice{kind: "payment_mismatched", to: admins, locale: english,
			data: ids{"orderId": e.OrderID, "providerId": e.ProviderID}, words: words{"asked": money.Cents(e.Asked), "received": money.Cents(e.Received)}}
	})
	on(n, bus, func(e ordering.StockLow) notice {
		return notice{kind: "low_stock", to: admins, locale: english,
			data: ids{"variantId": e.VariantID, "productId": e.ProductID, "sku": e.SKU}, words: words{"name": e.Name, "available": e.Available}}
	})
}

func refundSucceeded(e ordering.RefundSettled) notice {
	return toBuyer(e.Order, "order_refunded", ids{"refundId": e.RefundID}, words{"amount": money.Cents(e.Amount)}).unless(e.Status != "succeeded")
}

func refundFailed(e ordering.RefundSettled) notice {
	return toAdmins(e.Order, "refund_failed", ids{"refundId": e.RefundID}, words{"amount": money.Cents(e.Amount)}).unless(e.Status != "failed")
}

func returnRequested(e ordering.ReturnRequested) notice {
	return toBuyer(e.Order, "return_requested", ids{"returnId": e.ReturnID}, nil)
}

func newReturn(e ordering.ReturnRequested) notice {
	return toAdmins(e.Order, "new_return", ids{"returnId": e.ReturnID}, nil)
}

// returnDecided tells why a return was rejected.
func returnDecided(e ordering.ReturnDecided) notice {
	told := toBuyer(e.Order, "return_"+e.Status, ids{"returnId": e.ReturnID}, words{})
	if e.Reason != nil {
		told.words["reason"] = *e.Reason
	}
	return told
}

// toBuyer is a notice about the order for who bought it.
func toBuyer(o ordering.Order, kind string, more ids, w words) notice {
	told := ids{"orderId": o.OrderID, "orderNumber": o.Number}
	maps.Copy(told, more)
	return notice{kind: kind, to: theUser(o.UserID), locale: o.Locale, data: told, words: w}
}

// toAdmins is one for those who run the shop.
func toAdmins(o ordering.Order, kind string, more ids, w words) notice {
	told := toBuyer(o, kind, more, w)
	told.to, told.locale = admins, english
	return told
}

// unless is the notice, or one to nobody.
func (what notice) unless(not bool) notice {
	if not {
		what.to = nobody
	}
	return what
}
