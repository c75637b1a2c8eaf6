package events

import (
	"slices"
	"testing"
	"time"

	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
)

var torstrasse = ShipToParts{
	ShipToLine1: new("Torstraße 12"), ShipToLine2: new("c/o Babbage"), ShipToPostalCode: new("10119"), ShipToCity: new("Berlin"),
	ShipToState: new("Berlin"),
}

// testdata holds the contract: one example of each event and version.
var lovelace = BillTo{
	BillToName: "Ada Lovelace", BillToCompany: new("Analytical Engines Ltd"), BillToPhone: new("+49 30 1234567"),
	BillToAddress: "Unter den Linden 1, Hof 2, 10117 Berlin, Berlin", BillToLine1: new("Unter den Linden 1"), BillToLine2: new("Hof 2"),
	BillToPostalCode: new("10117"), BillToCity: new("Berlin"), BillToState: new("Berlin"), BillToCountry: "DE",
	BillToVATID: new("DE123456789"),
}

const (
	shipment, sentBack = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81", "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"
	refund, voucher    = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82", "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e85"
	recipient          = "5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const (
		user, orderID, cart = "0199d5a0-93c4-7a50-8b1c-6d2e3f405160", "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f",
			"0199d5a2-3b7c-7d3e-9f10-2a3b4c5d6e70"
		line, product, variant = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", "0199d5a1-93c4-7a50-8b1c-6d2e3f405162",
			"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"
	)
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	o := Order{
		OrderID: orderID, Number: "ORD-4071826651", UserID: user, Locale: "de", PaymentMethod: "bank_transfer", Total: 5887,
		Claim: new(int64(5887)), PointsPerEuro: new(int64(10)),
		EntryID: new("0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"), Email: "ada@example.com", FullName: "Ada Lovelace",
	}
	options := map[string]string{"Size": "6 cups"}
	lines := []Line{{
		OrderItemID: line, ProductID: product, VariantID: variant, SKU: "MOKA-6", Name: "Moka pot", Options: options, Quantity: 3,
		UnitPrice: 1999, LineTotal: 5997, Discount: 600, TaxRate: 1900, Category: new(TaxCategoryStandard), Net: new(int64(4535)),
		Tax: new(int64(862)),
	}}
	items := []ShipmentItem{{OrderItemID: line, ProductID: product, Name: "Moka pot", Options: options, Quantity: 2}}
	eventbustest.Golden(t, "testdata", slices.Concat(guestEvents(o, items, at), refundEvents(o, refund, sentBack, at),
		paymentEvents(o, at), withdrawalEvents(o, items, at),
		[]eventbus.Event{
			OrderPlaced{
				Order: o, CartID: cart, Status: "pending_payment", PaymentStatus: "unpaid", Lines: lines, Subtotal: 5997, DiscountTotal: 600,
				ShippingTotal: 490, TaxTotal: 940, PriceMode: shop.PricesGross,
				Taxes:         []Tax{{Rate: 1900, Category: TaxCategoryStandard, Net: 4947, Tax: 940, Gross: 5887}},
				ShippingTaxes: []ShippingTax{{Rate: 1900, Category: TaxCategoryStandard, Net: 412, Tax: 78}},
				VoucherIDs:    []string{voucher}, Instructions: new("Bitte überweisen Sie 58,87 €."),
				ShippingMethod: "Standard", PlacedAt: at, DueAt: &at,
				Recipient: "other", RecipientID: new(recipient),
				ShipToName: "Grace Hopper", ShipToPhone: new("+49 30 7654321"), ShipToAddress: "Torstraße 12, 10119 Berlin", ShipToCountry: "DE",
				ShipToCompany: new("Analytical Engines Ltd"), ShipToParts: torstrasse, BillTo: lovelace,
				SaveAddress: true, Consumer: new(true),
			},
			OrderPaid{Order: o, PaidAt: at, Amount: 5887, Implied: true},
			OrderPaymentFailed{Order: o, FailedAt: at, DueAt: &at},
			OrderProcessing{Order: o, StartedAt: at},
			OrderShipped{
				Order: o, ShipmentID: shipment, Carrier: "DHL", TrackingNumber: "00340434161094042557",
				TrackingURL:         new("https://carrier.example/track/00340434161094042557"),
				EstimatedDeliveryAt: &at, Items: items, Complete: true, ShippedAt: at, InvoiceDueAt: &at, Consumer: new(true),
			},
			ShipmentUndelivered{Order: o, ShipmentID: shipment, Outcome: ShipmentOutcomeReturned, Restocked: true, Items: items, UndeliveredAt: at},
			ShipmentTracked{
				Order: o, ShipmentID: shipment, Status: "in_transit", ExternalID: new("dhl-77120"), OccurredAt: at,
				Description: new("The parcel has left the depot."), Location: new("Leipzig"),
			},
			OrderDelivered{
				Order: o, ShipmentID: shipment, Items: items, Arrived: items, Complete: true, Collected: 5887, ReturnDays: 30, DeliveredAt: at,
				ExternalID: new("dhl-77121"), Description: new("At the door."), Location: new("Berlin"), Consumer: new(true),
			},
			itemsCancelled(o, items, voucher, at),
			OrderEarned{Order: o, Goods: 5397},
			OrderCancelled{
				Order: o, Reason: "customer", Actor: "customer", Lines: lines, VoucherIDs: []string{voucher}, RefundAmount: 5887, CancelledAt: at,
				Note: new("Ordered twice."),
			},
			ReturnRequested{Order: o, ReturnID: sentBack, Items: items, RequestedAt: at, Reason: "It is too small."},
			ReturnDecided{Order: o, ReturnID: sentBack, Status: "rejected", Items: items, Reason: new("It was used.")},
			returnReceived(o, sentBack, items, at),
			StockChanged{VariantID: variant, ProductID: product, Available: 7, OnHand: new(int64(9))},
			StockCountRefused{VariantID: variant, SKU: "MOKA-6", OnHand: 1, Reserved: 3},
			StockAdjusted{VariantID: variant, SKU: "MOKA-6", Delta: -2, OnHand: 38, Reason: "Two were broken."},
			StockLow{VariantID: variant, ProductID: product, SKU: "MOKA-6", Name: "Moka pot", Available: 5},
			VoucherSettled{VoucherID: voucher, UserID: user, OrderID: new(orderID), Status: "spent", ExpiresAt: at},
		}, conditionEvents())...)
}

// conditionEvents are those about what makes orders cheaper, and how they are sent.
func conditionEvents() []eventbus.Event {
	return []eventbus.Event{
		AutomaticPromotionSaved{PromotionID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405166", Name: "Spring sale", Active: true, Deleted: true},
		PromotionSaved{PromotionID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405165", Code: "SPRING10", Active: true, Deleted: true},
		ShippingMethodSaved{ShippingMethodID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405164", Name: "Standard", Kind: ShippingDelivery,
			Countries: []string{"DE", "AT"}, FreeFrom: new(int64(5000)), Active: true, Deleted: true},
	}
}

// refundEvents are those about money that went back, or that had not come.
func refundEvents(o Order, refund, sentBack string, at time.Time) []eventbus.Event {
	return []eventbus.Event{
		OrderNoted{Order: o, NoteID: sentBack, NotedAt: at},
		OrderUnpaid{
			Order: o, Amount: 5887, Status: OrderStatusPendingPayment, PaymentStatus: PaymentStatusUnpaid, Earned: true, GoodsBefore: 5397,
			Due: new(int64(5887)), DueAt: &at, UnpaidAt: at, Reason: "It was another order.",
		},
		RefundRequested{
			Order: o, RefundID: refund, ReturnID: &sentBack, Amount: 3598, Channel: RefundChannelManual, RequestedAt: &at,
			Reason: "The goods came back.",
		},
		RefundOverdue{Order: o, RefundID: refund, Amount: 3598, RequestedAt: at},
		RefundSettled{
			Order: o, RefundID: refund, ReturnID: &sentBack, Amount: 3598, Status: "succeeded", PaymentStatus: "partially_refunded", SettledAt: at,
			Implied: true,
			Reason:  "The goods came back.",
			Channel: RefundChannelManual, Origin: RefundOriginShop, Reference: new("2026-11-26 / 4711"), Failure: new("The account is closed."),
			GoodsBefore: 1999, GoodsAfter: 1999, Earned: true,
		},
	}
}

// guestEvents are those about the orders of guests, and about another destination.
func guestEvents(o Order, items []ShipmentItem, at time.Time) []eventbus.Event {
	const guest, lookup = "406ed56d-824d-8775-bc56-ebceae289308", "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e86"
	return []eventbus.Event{
		ShipToChanged{
			Order: o, ChangedAt: at, ShipToName: "Ada Lovelace", ShipToPhone: new("+49 30 7654321"), ShipToAddress: "Torstraße 12, 10119 Berlin",
			ShipToCountry: "DE", ShipToCompany: new("Analytical Engines Ltd"), ShipToParts: torstrasse,
		},
		BillToChanged{Order: o, ChangedAt: at, BillTo: lovelace},
		OrderMetadataChanged{Order: o, Keys: []string{"erp.id"}, ChangedAt: at},
		OrderClaimed{Order: o, GuestID: guest, Items: items, Goods: 5397, Earned: true, ClaimedAt: at},
		GuestErased{GuestID: guest, ErasedAt: at}, GuestExported{GuestID: guest},
		LookupRequested{
			OrderID: o.OrderID, Number: o.Number, Total: o.Total, GuestID: guest, LookupID: lookup, Locale: "de", Email: "ada@example.com",
			FullName: "Ada Lovelace",
		},
		LookupRefused{GuestID: guest},
		LookupRejected{GuestID: guest},
		LookupVerified{OrderID: o.OrderID, GuestID: guest, LookupID: lookup},
	}
}

// paymentEvents are those about an order's payment beside its money.
func paymentEvents(o Order, at time.Time) []eventbus.Event {
	return []eventbus.Event{
		PaymentOverdue{Order: o, OverdueAt: at, DueAt: &at},
		PaymentProcessingChanged{Order: o, Processing: true, DueAt: &at, ChangedAt: at},
		PaymentDisputed{Order: o, Status: DisputeStatusOpen, Amount: 5887, DueAt: &at, ChangedAt: at},
		PaymentMethodChanged{
			Order: o, From: PaymentMethodCard, Status: OrderStatusPendingPayment, PaymentStatus: PaymentStatusUnpaid, Due: 5887, DueAt: &at,
			Instructions: new("Please transfer it."), ChangedAt: at,
		},
		PaymentDueChanged{Order: o, Due: 2888, Instructions: new("Please transfer the rest."), ChangedAt: at},
		OrdersNumbered{Orders: []NumberedOrder{{OrderID: o.OrderID, Number: o.Number}}},
	}
}

func itemsCancelled(o Order, items []ShipmentItem, voucher string, at time.Time) ItemsCancelled {
	return ItemsCancelled{
		Order: o, Items: items, Lines: []Line{}, Amount: 1799, RefundAmount: 1799, Complete: true, VoucherIDs: []string{voucher},
		CancelledAt: at, Reason: "It is sold out.",
	}
}

func returnReceived(o Order, sentBack string, items []ShipmentItem, at time.Time) ReturnReceived {
	return ReturnReceived{
		Order: o, ReturnID: sentBack, Items: items, GoodsBefore: 5397, GoodsAfter: 1799, Earned: true, RefundAmount: 3398, ShippingRefund: 490,
		Statutory: true, ReceivedAt: at,
		WrittenOff: []ShipmentItem{}, Deducted: 200, DeductReason: new("It was used."), VoucherIDs: []string{},
	}
}

// withdrawalEvents are those about withdrawals from the contract.
func withdrawalEvents(o Order, items []ShipmentItem, at time.Time) []eventbus.Event {
	w := Withdrawal{
		WithdrawalID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89", OrderID: &o.OrderID, OrderNumber: o.Number, UserID: o.UserID, Guest: true,
		Locale: o.Locale, Items: items, ReceivedAt: at, Email: o.Email, FullName: o.FullName,
	}
	return []eventbus.Event{
		WithdrawalDeclared{Withdrawal: w, State: WithdrawalStateMatched, Texts: []WithdrawalText{{Text: "The moka pot", Quantity: new(2)}}},
		WithdrawalMatched{Withdrawal: w, RefundAmount: 5887, RefundDueAt: at},
		WithdrawalContested{Withdrawal: w, Reason: "The seal is broken."},
	}
}
