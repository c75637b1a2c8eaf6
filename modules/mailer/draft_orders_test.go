package mailer

import (
	"strings"
	"testing"
	"time"

	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/id"
)

func orderOf(address string) ordering.Order {
	return ordering.Order{
		OrderID: id.New(), Number: "ORD-4071826651", UserID: id.New(), Locale: "en", PaymentMethod: "bank_transfer",
		Total: 6487, Email: address, FullName: "Maria Schmidt",
	}
}

// orderEmails are the events with an email about an order.
func orderEmails(address string) []sentEmail {
	o := orderOf(address)
	all := []sentEmail{
		{event: ordering.OrderPlaced{Order: o, Lines: []ordering.Line{{Name: "Moka pot", Quantity: 2}}}, kind: events.KindOrderPlaced},
		{event: ordering.OrderPaid{Order: o, Amount: 6487}, kind: events.KindOrderPaid},
		{event: ordering.OrderShipped{Order: o, Items: parcel, Carrier: "DHL"}, kind: events.KindOrderShipped},
		{event: ordering.OrderDelivered{Order: o, Items: parcel, Arrived: parcel}, kind: events.KindOrderDelivered},
		{event: ordering.OrderCancelled{Order: o, Reason: "admin"}, kind: events.KindOrderCancelled},
		{event: ordering.ItemsCancelled{Order: o, Items: parcel, Reason: "Sold out.", RefundAmount: 100}, kind: events.KindItemsCancelled},
		{event: ordering.RefundSettled{Order: o, Amount: 100, Status: "succeeded"}, kind: events.KindOrderRefunded},
		{event: ordering.ReturnRequested{Order: o, Items: parcel}, kind: events.KindReturnRequested},
		{event: ordering.ReturnDecided{Order: o, Items: parcel, Status: "approved"}, kind: events.KindReturnApproved},
		{event: ordering.ReturnDecided{Order: o, Items: parcel, Status: "rejected"}, kind: events.KindReturnRejected},
		{event: ordering.ReturnReceived{Order: o, Items: parcel, RefundAmount: 100}, kind: events.KindReturnReceived},
	}
	w := ordering.Withdrawal{WithdrawalID: id.New(), OrderNumber: o.Number, UserID: id.New(), Locale: "en", Items: parcel, Email: address}
	all = append(all, sentEmail{event: ordering.WithdrawalDeclared{Withdrawal: w}, kind: events.KindWithdrawalReceived},
		sentEmail{event: ordering.WithdrawalContested{Withdrawal: w, Reason: "Too late."}, kind: events.KindWithdrawalContested})
	for i := range all {
		all[i].says = o.Number
	}
	return all
}

// paidBy is an order with the payment method.
func paidBy(method ordering.PaymentMethod) ordering.Order {
	o := orderOf(maria)
	o.PaymentMethod = method
	return o
}

func inGerman(o ordering.Order) ordering.Order {
	o.Locale = "de"
	return o
}

func free(o ordering.Order) ordering.Order {
	o.Total = 0
	return o
}

var parcel = []ordering.ShipmentItem{
	{Name: "Moka pot", Options: map[string]string{"Size": "6 cups", "Colour": "red"}, Quantity: 2},
}

// wording is what the email of a draft says in its subject or text, and what it does not say.
type wording struct {
	draft draft
	says  []string
	not   []string
}

func requireWording(t *testing.T, rows map[string]wording) {
	t.Helper()
	for name, row := range rows {
		got, err := testRenderer().render(makeEmail(t, row.draft, id.New(), time.Unix(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		text := got.Subject + "\n" + got.text()
		for _, part := range row.says {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in\n%s", name, part, text)
			}
		}
		for _, part := range row.not {
			if strings.Contains(text, part) {
				t.Errorf("%s: %q in\n%s", name, part, text)
			}
		}
	}
}

func TestOrderPlacedEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"by transfer": {
			orderPlaced(ordering.OrderPlaced{
				Order: paidBy("bank_transfer"), Subtotal: 5997, ShippingTotal: 490, TaxTotal: 1035, ShippingMethod: "Standard",
				Instructions: new("Please transfer."),
				Lines:        []ordering.Line{{Name: "Moka pot", Options: map[string]string{"Size": "6 cups"}, Quantity: 3, LineTotal: 5997}},
				ShipToName:   "Grace Hopper", ShipToAddress: "Torstraße 12, 10119 Berlin", ShipToCountry: "DE",
			}),
			[]string{
				"Your order ORD-4071826651", "As soon as your payment has arrived", "> Please transfer.", "3 × Moka pot (Size: 6 cups): €59.97",
				"Shipping (Standard): €4.90", "Total: €64.87", "VAT included: €10.35", "Ship to: Grace Hopper, Torstraße 12, 10119 Berlin, DE",
			},
			[]string{"Discount", "Phone", "nothing to pay"},
		},
		"with VAT by rates": {
			orderPlaced(ordering.OrderPlaced{
				Order: paidBy("bank_transfer"), TaxTotal: 1039, Taxes: []ordering.Tax{
					{Rate: 1900, Category: ordering.TaxCategoryStandard, Net: 4965, Tax: 943, Gross: 5908},
					{Rate: 550, Category: ordering.TaxCategoryStandard, Net: 1373, Tax: 96, Gross: 1469},
				},
			}),
			[]string{"VAT included, 19% on €49.65: €9.43", "VAT included, 5.5% on €13.73: €0.96"}, []string{"€10.39", "exempt"},
		},
		"with net prices": {
			orderPlaced(ordering.OrderPlaced{
				Order: inGerman(paidBy("bank_transfer")), PriceMode: shop.PricesNet, TaxTotal: 4137, Taxes: []ordering.Tax{
					{Rate: 1900, Category: ordering.TaxCategoryStandard, Net: 21772, Tax: 4137, Gross: 25909},
				},
			}),
			[]string{"MwSt. 19 %: 41,37 €\n  Gesamt"}, []string{"Enthaltene"},
		},
		"without VAT": {
			orderPlaced(ordering.OrderPlaced{
				Order: paidBy("invoice"), Taxes: []ordering.Tax{
					{Category: ordering.TaxCategoryIntraCommunity, Reason: new(ordering.TaxReasonIntraCommunity), Net: 18364, Gross: 18364},
				},
			}),
			[]string{"VAT exempt intra-Community supply: €0.00"}, []string{"included"},
		},
		"to a company": {
			orderPlaced(ordering.OrderPlaced{
				Order: paidBy("bank_transfer"), ShipToName: "Grace Hopper", ShipToCompany: new("Analytical Engines Ltd"),
				ShipToAddress: "Torstraße 12, 10119 Berlin", ShipToCountry: "DE",
			}),
			[]string{"Ship to: Grace Hopper, Analytical Engines Ltd, Torstraße 12, 10119 Berlin, DE"}, nil,
		},
		"in German": {
			orderPlaced(ordering.OrderPlaced{Order: inGerman(paidBy("bank_transfer")), DiscountTotal: 100}),
			[]string{"Ihre Bestellung", "Gesamt: 64,87 €", "Rabatt: -1,00 €"}, []string{"Your", "Telefon"},
		},
		"for cash": {
			orderPlaced(ordering.OrderPlaced{Order: paidBy("cash_on_delivery")}),
			[]string{"We are getting it ready now"}, []string{"As soon as"},
		},
		"for free": {
			orderPlaced(ordering.OrderPlaced{Order: free(paidBy("bank_transfer"))}),
			[]string{"There is nothing to pay", "Total: €0.00"}, []string{"As soon as", "> "},
		},
	})
}

func TestOrderPaidEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"before it is sent": {
			orderPaid(ordering.OrderPaid{Order: paidBy("card"), Amount: 6487}),
			[]string{"payment of €64.87", "We are getting the order ready now"}, nil,
		},
		"after it is sent": {
			orderPaid(ordering.OrderPaid{Order: paidBy("invoice"), Amount: 6487}),
			[]string{"payment of €64.87"}, []string{"We are getting the order ready"},
		},
	})
}

func TestOrderShippedEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"all of it, in German": {
			orderShipped(ordering.OrderShipped{
				Order: inGerman(paidBy("bank_transfer")), Items: parcel, Carrier: "DHL", TrackingNumber: "0034",
				TrackingURL: new("https://dhl.example/0034"), EstimatedDeliveryAt: new(expected), Complete: true,
			}),
			[]string{
				"Ihre Bestellung ORD-4071826651 ist unterwegs", "2 × Moka pot (Colour: red, Size: 6 cups)", "DHL", "0034",
				"Erwartet am: 26.11.2026", "\nhttps://dhl.example/0034\n",
			},
			[]string{"Teil"},
		},
		"a part of it": {
			orderShipped(ordering.OrderShipped{Order: paidBy("card"), Items: parcel, Carrier: "DHL"}),
			[]string{"Part of your order"}, []string{"Expected", "Track"},
		},
		"a link that is no web address": {
			orderShipped(ordering.OrderShipped{Order: paidBy("card"), Items: parcel, TrackingURL: new("javascript:alert(1)")}),
			[]string{"Part"}, []string{"Track", "javascript"},
		},
	})
}

func TestOrderDeliveredEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"all of it": {
			orderDelivered(ordering.OrderDelivered{Order: paidBy("card"), Arrived: parcel, Complete: true, ReturnDays: 60}),
			[]string{"Your order ORD-4071826651 has arrived", "within 60 days"}, []string{"Part of", "part of", "paid"},
		},
		"all of it, with a day for returns, in German": {
			orderDelivered(ordering.OrderDelivered{Order: inGerman(paidBy("card")), Arrived: parcel, Complete: true, ReturnDays: 1}),
			[]string{"innerhalb eines Tages"}, []string{"Tagen"},
		},
		"all of it, without returns": {
			orderDelivered(ordering.OrderDelivered{Order: paidBy("card"), Arrived: parcel, Complete: true}),
			[]string{"has arrived"}, []string{"return", "days"},
		},
		"a part of it": {
			orderDelivered(ordering.OrderDelivered{Order: paidBy("card"), Arrived: parcel, ReturnDays: 60}),
			[]string{"Part of your order", "still to come"}, []string{"days"},
		},
		"paid at the door": {
			orderDelivered(ordering.OrderDelivered{Order: paidBy("cash_on_delivery"), Arrived: parcel, Complete: true, Collected: 6487}),
			[]string{"You paid €64.87 at the door"}, nil,
		},
	})
}

func TestOrderCancelledEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"by the buyer": {
			orderCancelled(ordering.OrderCancelled{
				Order: paidBy("bank_transfer"), Reason: "customer", Note: new("Ordered twice."), RefundAmount: 6487, VoucherIDs: []string{"v"},
			}),
			[]string{"as you asked", "> Ordered twice.", "refund the €64.87 that you have paid, and write again", "vouchers"}, []string{"card"},
		},
		"paid by card": {
			orderCancelled(ordering.OrderCancelled{Order: paidBy("card"), Reason: "admin", RefundAmount: 6487}),
			[]string{"we are sorry", "and write again"}, []string{"> "},
		},
		"for cash": {
			orderCancelled(ordering.OrderCancelled{Order: paidBy("cash_on_delivery"), Reason: "admin"}),
			[]string{"no longer need to pay for it."}, []string{"on its way"},
		},
		"not paid in time": {
			orderCancelled(ordering.OrderCancelled{Order: paidBy("card"), Reason: "payment_timeout"}),
			[]string{"did not arrive in time", "no longer need to pay for it. If a payment"}, []string{"vouchers"},
		},
	})
}

func TestRefundEmail(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"a part, to a card": {
			orderRefunded(ordering.RefundSettled{Order: paidBy("card"), Amount: 100, Status: "succeeded", Reason: "One was broken."}),
			[]string{"€1.00", "to your card", "> One was broken."}, []string{"everything that you paid"},
		},
		"all": {
			orderRefunded(ordering.RefundSettled{Order: paidBy("invoice"), Amount: 100, Status: "succeeded", PaymentStatus: "refunded"}),
			[]string{"for your order.", "everything that you paid"}, []string{"card"},
		},
	})
}

func TestReturnEmails(t *testing.T) {
	t.Parallel()
	requireWording(t, map[string]wording{
		"requested": {
			returnRequested(ordering.ReturnRequested{Order: paidBy("card"), Items: parcel, Reason: "Too small."}),
			[]string{"2 × Moka pot", "You wrote:", "> Too small."}, nil,
		},
		"approved": {
			returnDecided(ordering.ReturnDecided{Order: paidBy("card"), Items: parcel, Status: "approved"}),
			[]string{"Please send your return", "2 × Moka pot"}, nil,
		},
		"rejected": {
			returnDecided(ordering.ReturnDecided{Order: paidBy("card"), Items: parcel, Status: "rejected", Reason: new("It was used.")}),
			[]string{"We can't accept", "The reason:", "> It was used."}, nil,
		},
		"received": {
			returnReceived(ordering.ReturnReceived{Order: paidBy("invoice"), Items: parcel, RefundAmount: 3598}),
			[]string{"has arrived", "refund €35.98, and write again"}, nil,
		},
		"received, of an unpaid order": {
			returnReceived(ordering.ReturnReceived{Order: paidBy("invoice"), Items: parcel}),
			[]string{"has arrived"}, []string{"€", "refund"},
		},
	})
}

// Events that say the same at the same moment are one email.
func TestOrderEventsWithoutEmail(t *testing.T) {
	t.Parallel()
	o := orderOf(maria)
	for name, d := range map[string]draft{
		"paid at checkout or at the door": orderPaid(ordering.OrderPaid{Order: o, Implied: true}),
		"another parcel arrives too":      orderDelivered(ordering.OrderDelivered{Order: o, Items: parcel}),
		"refunded with its cancellation":  orderRefunded(ordering.RefundSettled{Order: o, Status: "succeeded", Implied: true}),
		"a refund that failed":            orderRefunded(ordering.RefundSettled{Order: o, Status: "failed"}),
	} {
		if d.To != "" {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// A consumer's mails lead to the withdrawal, however the order is paid; a business has no such
// right. Events from before do not say which the buyer is.
func TestWithdrawalLink(t *testing.T) {
	t.Parallel()
	rows := map[string]wording{}
	for _, row := range []struct {
		name     string
		consumer *bool
		method   ordering.PaymentMethod
		has      bool
	}{
		{"a consumer by card", new(true), ordering.PaymentMethodCard, true},
		{"a consumer by invoice", new(true), ordering.PaymentMethodInvoice, true},
		{"a business by card", new(false), ordering.PaymentMethodCard, false},
		{"from before, by card", nil, ordering.PaymentMethodCard, true},
		{"from before, by invoice", nil, ordering.PaymentMethodInvoice, false},
	} {
		want := wording{draft: orderShipped(ordering.OrderShipped{Order: paidBy(row.method), Items: parcel, Consumer: row.consumer})}
		if row.has {
			want.says = []string{"Withdraw from contract here"}
		} else {
			want.not = []string{"Withdraw"}
		}
		rows[row.name] = want
	}
	requireWording(t, rows)
}

// A buyer who collects the goods reads where and when, and of no parcel. A guest reads it too: the
// address is the seller's.
func TestEmailsOfAPickup(t *testing.T) {
	t.Parallel()
	o := paidBy("card")
	o.Pickup, o.Guest = true, true
	german := inGerman(o)
	placed := ordering.OrderPlaced{
		Order: o, ShipToName: "Maria Schmidt", ShipToAddress: "Torstraße 12, 10119 Berlin", ShipToCountry: "DE",
	}
	requireWording(t, map[string]wording{
		"placed": {
			orderPlaced(placed),
			[]string{"know when you can collect it.", "Collect from: Torstraße 12, 10119 Berlin, DE"},
			[]string{"Maria", "on its way", "Ship to"},
		},
		"paid": {orderPaid(ordering.OrderPaid{Order: o, Amount: 1}), []string{"when you can collect it."}, []string{"way"}},
		"ready": {
			orderShipped(ordering.OrderShipped{Order: o, Complete: true}),
			[]string{"is ready\n", "ready for you to collect:"}, []string{"way"},
		},
		"a part": {
			orderShipped(ordering.OrderShipped{Order: o}),
			[]string{"Part of your order", "the rest will follow"}, []string{"parcel"},
		},
		"collected": {
			orderDelivered(ordering.OrderDelivered{Order: o, Arrived: parcel, Collected: 100}),
			[]string{"was collected\n", "when you collected it"}, []string{"arrived", "door"},
		},
		"placed, in German": {
			orderPlaced(ordering.OrderPlaced{Order: german, ShipToAddress: "Torstraße 12", ShipToCountry: "DE"}),
			[]string{"wenn Sie sie abholen können.", "Abholung bei: Torstraße 12, DE"}, []string{"unterwegs", "Lieferung"},
		},
		"ready, in German": {
			orderShipped(ordering.OrderShipped{Order: german, Complete: true}),
			[]string{"liegt bereit\n", "vollständig für Sie bereit:"}, []string{"Paket", "unterwegs"},
		},
		"collected, in German": {
			orderDelivered(ordering.OrderDelivered{Order: german, Arrived: parcel, Complete: true, Collected: 100}),
			[]string{"ist abgeholt\n", "bei der Abholung"}, []string{"angekommen", "Lieferung"},
		},
	})
}
