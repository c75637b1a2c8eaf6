package notifications

import (
	"maps"

	ordering "orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/money"
)

// A buyer gets one notification for each moment of an order. Events that say the same at the same
// moment are one: an order with nothing to pay gets no "paid", nor does one whose cash came with
// the parcel, and parcels that arrive together are one "delivered". Money that is sent back after a
// cancellation or a return has a notification of its own, with the amount. A card that was refused
// has a notification and no mail: its owner is at the screen. The staff get notices (notice.go) of
// new orders, of money that came, and of what needs staff: returns to decide, money that could
// not be sent back or is not what was asked for, parcels that come back, and stock that is low.

// toBuyer makes a notification of the order for its buyer. A guest has no inbox.
func toBuyer(o ordering.Order, k kind, more ids, p params) draft {
	data := ids{"orderId": o.OrderID, "orderNumber": o.Number}
	maps.Copy(data, more)
	return draft{kind: k, audience: onlyUser(o.UserID), locale: o.Locale, data: data, params: p}.skipIf(o.Guest)
}

// toStaff makes a notice of the order.
func toStaff(o ordering.Order, k kind, n noticeKind, more ids, p params) draft {
	data := ids{"orderId": o.OrderID, "orderNumber": o.Number}
	maps.Copy(data, more)
	return draft{kind: k, notice: n, locale: defaultLocale, data: data, params: p}
}

// orderNew is a notice of every order, whoever placed it.
func orderNew(e ordering.OrderPlaced) draft {
	return toStaff(e.Order, kindOrderNew, noticeOrderNew, nil,
		params{"amount": money.Cents(e.Total), "units": unitsOf(e.Lines)})
}

func unitsOf(lines []ordering.Line) (units int) {
	for _, l := range lines {
		units += l.Quantity
	}
	return units
}

// paymentReceived is a notice of money that came by itself. Who marks an order as paid knows it.
func paymentReceived(e ordering.OrderPaid) draft {
	return toStaff(e.Order, kindPaymentReceived, noticePaymentReceived, nil, params{"amount": money.Cents(e.Amount)}).
		skipIf(e.Implied || !e.PaymentMethod.ViaProvider())
}

// refundToSend is a notice of money that staff have to send back by hand.
func refundToSend(e ordering.RefundRequested) draft {
	return toStaff(e.Order, kindRefundToSend, noticeRefundToSend, ids{"refundId": e.RefundID},
		params{"amount": money.Cents(e.Amount)}).
		skipIf(e.Channel != ordering.RefundChannelManual)
}

// refundOverdue is the same notice again, of a refund that staff have not sent for days.
func refundOverdue(e ordering.RefundOverdue) draft {
	return toStaff(e.Order, kindRefundToSend, noticeRefundToSend, ids{"refundId": e.RefundID},
		params{"amount": money.Cents(e.Amount)})
}

// parcelBack is a notice of a parcel that the carrier could not deliver.
func parcelBack(e ordering.ShipmentTracked) draft {
	return toStaff(e.Order, kindParcelBack, noticeParcelBack, ids{"shipmentId": e.ShipmentID}, nil).
		skipIf(e.Status != ordering.TrackingStatusReturnToSender && e.Status != ordering.TrackingStatusException)
}

func orderPlaced(e ordering.OrderPlaced) draft {
	return toBuyer(e.Order, kindOrderPlaced, nil, params{"amount": money.Cents(e.Total)})
}

func orderPaid(e ordering.OrderPaid) draft {
	return toBuyer(e.Order, kindOrderPaid, nil, params{"amount": money.Cents(e.Amount)}).skipIf(e.Implied)
}

func paymentFailed(e ordering.OrderPaymentFailed) draft {
	return toBuyer(e.Order, kindPaymentFailed, nil, nil)
}

func orderShipped(e ordering.OrderShipped) draft {
	return toBuyer(e.Order, kindOrderShipped, ids{"shipmentId": e.ShipmentID},
		params{"carrier": e.Carrier, "trackingNumber": e.TrackingNumber})
}

func orderDelivered(e ordering.OrderDelivered) draft {
	return toBuyer(e.Order, kindOrderDelivered, ids{"shipmentId": e.ShipmentID}, nil).skipIf(len(e.Arrived) == 0)
}

func orderCancelled(e ordering.OrderCancelled) draft {
	return toBuyer(e.Order, kindOrderCancelled, nil, nil)
}

func itemsCancelled(e ordering.ItemsCancelled) draft {
	return toBuyer(e.Order, kindItemsCancelled, nil, nil)
}

func orderRefunded(e ordering.RefundSettled) draft {
	return toBuyer(e.Order, kindOrderRefunded, ids{"refundId": e.RefundID}, params{"amount": money.Cents(e.Amount)}).
		skipIf(e.Status != ordering.RefundStatusSucceeded)
}

func refundFailed(e ordering.RefundSettled) draft {
	return toStaff(e.Order, kindRefundFailed, noticeRefundFailed, ids{"refundId": e.RefundID},
		params{"amount": money.Cents(e.Amount)}).
		skipIf(e.Status != ordering.RefundStatusFailed)
}

func returnRequested(e ordering.ReturnRequested) draft {
	return toBuyer(e.Order, kindReturnRequested, ids{"returnId": e.ReturnID}, nil).skipIf(e.Implied)
}

func newReturn(e ordering.ReturnRequested) draft {
	return toStaff(e.Order, kindNewReturn, noticeReturnRequested, ids{"returnId": e.ReturnID}, nil).skipIf(e.Implied)
}

// newWithdrawal is a notice of a declaration whose order staff are to find. It does not repeat what
// was declared.
func newWithdrawal(e ordering.WithdrawalDeclared) draft {
	return draft{
		kind: kindNewWithdrawal, notice: noticeWithdrawal, locale: defaultLocale, data: ids{"withdrawalId": e.WithdrawalID},
	}.skipIf(e.State != ordering.WithdrawalStateReceived)
}

func returnApproved(e ordering.ReturnDecided) draft {
	return toBuyer(e.Order, kindReturnApproved, ids{"returnId": e.ReturnID}, nil).
		skipIf(e.Status != ordering.ReturnStatusApproved)
}

func returnRejected(e ordering.ReturnDecided) draft {
	p := params{}
	if e.Reason != nil {
		p["reason"] = *e.Reason
	}
	return toBuyer(e.Order, kindReturnRejected, ids{"returnId": e.ReturnID}, p).
		skipIf(e.Status != ordering.ReturnStatusRejected || e.Implied)
}

func returnReceived(e ordering.ReturnReceived) draft {
	return toBuyer(e.Order, kindReturnReceived, ids{"returnId": e.ReturnID}, nil)
}

func paymentMismatched(e payments.PaymentMismatched) draft {
	return draft{
		kind: kindPaymentMismatched, notice: noticePaymentMismatched, locale: defaultLocale,
		data:   ids{"orderId": e.OrderID, "providerId": e.ProviderID},
		params: params{"asked": money.Cents(e.Asked), "received": money.Cents(e.Received)},
	}
}

// paymentDisputed is a notice of an open dispute, which has to be answered. How it was decided is
// in the order's timeline.
func paymentDisputed(e ordering.PaymentDisputed) draft {
	return toStaff(e.Order, kindPaymentDisputed, noticePaymentDisputed, nil, params{"amount": money.Cents(e.Amount)}).
		skipIf(e.Status != ordering.DisputeStatusOpen)
}

func lowStock(e ordering.StockLow) draft {
	return draft{
		kind: kindLowStock, notice: noticeLowStock, locale: defaultLocale,
		data:   ids{"variantId": e.VariantID, "productId": e.ProductID, "sku": e.SKU},
		params: params{"name": e.Name, "available": e.Available},
	}
}
