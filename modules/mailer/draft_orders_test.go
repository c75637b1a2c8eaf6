package mailer

import (
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

func orderOf(email string) ordering.Order {
	return ordering.Order{
		OrderID: id.New(), Number: "ORD-4071826651", UserID: id.New(), Locale: "en", PaymentMethod: "bank_transfer", Total: 6487, Email: email, FullName: "Maria Schmidt",
	}
}

// orderEvents are those that have a letter, with its kind.
func orderEvents(email string) []struct {
	event eventbus.Event
	kind  string
} {
	o := orderOf(email)
	parts := []ordering.ShipmentItem{{Name: "Moka pot", Quantity: 2}}
	return []struct {
		event eventbus.Event
		kind  string
	}{
		{ordering.OrderPlaced{Order: o, Lines: []ordering.Line{{Name: "Moka pot", Quantity: 2}}}, "order_placed"},
		{ordering.OrderPaid{Order: o, Amount: 6487}, "order_paid"},
		{ordering.OrderShipped{Order: o, Items: parts, Carrier: "DHL"}, "order_shipped"},
		{ordering.OrderDelivered{Order: o, Items: parts, Arrived: parts}, "order_delivered"},
		{ordering.OrderCancelled{Order: o, Reason: "admin"}, "order_cancelled"},
		{ordering.RefundSettled{Order: o, Amount: 100, Status: "succeeded"}, "order_refunded"},
		{ordering.ReturnRequested{Order: o, Items: parts}, "return_requested"},
		{ordering.ReturnDecided{Order: o, Items: parts, Status: "approved"}, "return_approved"},
		{ordering.ReturnDecided{Order: o, Items: parts, Status: "rejected"}, "return_rejected"},
		{ordering.ReturnReceived{Order: o, Items: parts, RefundAmount: 100}, "return_received"},
	}
}

// What a letter says depends on how the order is paid and on how much of it is meant.
func TestLettersOfOrders(t *testing.T) {
	t.Parallel()
	by := func(method string) ordering.Order {
		o := orderOf("maria@example.com")
		o.PaymentMethod = method
		return o
	}
	german := by("bank_transfer")
	german.Locale = "de"
	free := by("bank_transfer")
	free.Total = 0
	parts := []ordering.ShipmentItem{{Name: "Moka pot", Options: map[string]string{"Size": "6 cups", "Colour": "red"}, Quantity: 2}}
	for name, row := range map[string]struct {
		letter draft
		says   []string // all of them, in subject or text
		not    []string
	}{
		"placed": {
			orderPlaced(ordering.OrderPlaced{
				Order: by("bank_transfer"), Subtotal: 5997, ShippingTotal: 490, TaxTotal: 1035, ShippingMethod: "Standard", Instructions: new("Please transfer."),
				Lines:      []ordering.Line{{Name: "Moka pot", Options: map[string]string{"Size": "6 cups"}, Quantity: 3, LineTotal: 5997}},
				ShipToName: "Grace Hopper", ShipToAddress: "Torstraße 12, 10119 Berlin", ShipToCountry: "DE",
			}),
			[]string{
				"Your order ORD-4071826651", "As soon as your payment has arrived", "> Please transfer.", "3 × Moka pot (Size: 6 cups): €59.97", "Shipping (Standard): €4.90",
				"Total: €64.87", "VAT included: €10.35", "Ship to: Grace Hopper, Torstraße 12, 10119 Berlin, DE",
			},
			[]string{"Discount", "Phone", "nothing to pay"},
		},
		"placed in German": {orderPlaced(ordering.OrderPlaced{Order: german, DiscountTotal: 100}), []string{"Ihre Bestellung", "Gesamt: 64,87 €", "Rabatt: -1,00 €"}, []string{"Your", "Telefon"}},
		"placed for cash":  {orderPlaced(ordering.OrderPlaced{Order: by("cash_on_delivery")}), []string{"We get it ready now"}, []string{"As soon as"}},
		"placed for free":  {orderPlaced(ordering.OrderPlaced{Order: free}), []string{"There is nothing to pay", "Total: €0.00"}, []string{"As soon as", "> "}},
		"paid":             {orderPaid(ordering.OrderPaid{Order: by("card"), Amount: 6487}), []string{"payment of €64.87", "We get the order ready now"}, nil},
		"paid later":       {orderPaid(ordering.OrderPaid{Order: by("invoice"), Amount: 6487}), []string{"payment of €64.87"}, []string{"We get the order ready"}},
		"shipped": {
			orderShipped(ordering.OrderShipped{
				Order: german, Items: parts, Carrier: "DHL", TrackingNumber: "0034", TrackingURL: new("https://dhl.example/0034"), EstimatedDeliveryAt: new(expected), Complete: true,
			}),
			[]string{"Ihre Bestellung ORD-4071826651 ist unterwegs", "2 × Moka pot (Colour: red, Size: 6 cups)", "DHL", "0034", "Erwartet am: 26.11.2026", "\nhttps://dhl.example/0034\n"}, []string{"Teil"},
		},
		"a part shipped":   {orderShipped(ordering.OrderShipped{Order: by("card"), Items: parts, Carrier: "DHL"}), []string{"A part of your order"}, []string{"Expected", "Follow"}},
		"a strange link":   {orderShipped(ordering.OrderShipped{Order: by("card"), Items: parts, TrackingURL: new("javascript:alert(1)")}), []string{"A part"}, []string{"Follow", "javascript"}},
		"delivered":        {orderDelivered(ordering.OrderDelivered{Order: by("card"), Arrived: parts, Complete: true}), []string{"Your order ORD-4071826651 has arrived", "within 30 days"}, []string{"part", "paid"}},
		"a part delivered": {orderDelivered(ordering.OrderDelivered{Order: by("card"), Arrived: parts}), []string{"A part of your order", "still to come"}, []string{"30 days"}},
		"paid at the door": {orderDelivered(ordering.OrderDelivered{Order: by("cash_on_delivery"), Arrived: parts, Complete: true, Collected: 6487}), []string{"You have paid €64.87 at the door"}, nil},
		"cancelled by the buyer": {
			orderCancelled(ordering.OrderCancelled{Order: by("bank_transfer"), Reason: "customer", Note: new("Ordered twice."), RefundAmount: 6487, VoucherIDs: []string{"v"}}),
			[]string{"as you asked us to", "> Ordered twice.", "send back to you €64.87 that you have paid.", "vouchers"}, []string{"card"},
		},
		"cancelled, by card":         {orderCancelled(ordering.OrderCancelled{Order: by("card"), Reason: "admin", RefundAmount: 6487}), []string{"we are sorry", "to your card, and write again"}, []string{"> "}},
		"cancelled before the door":  {orderCancelled(ordering.OrderCancelled{Order: by("cash_on_delivery"), Reason: "admin"}), []string{"nothing to pay for it any more."}, []string{"on its way"}},
		"not paid in time":           {orderCancelled(ordering.OrderCancelled{Order: by("card"), Reason: "payment_timeout"}), []string{"not arrived in time", "nothing to pay for it any more. Should a payment"}, []string{"vouchers"}},
		"refunded":                   {orderRefunded(ordering.RefundSettled{Order: by("card"), Amount: 100, Status: "succeeded", Reason: "One was broken."}), []string{"€1.00", "your card", "> One was broken."}, []string{"all that you paid"}},
		"all refunded":               {orderRefunded(ordering.RefundSettled{Order: by("invoice"), Amount: 100, Status: "succeeded", PaymentStatus: "refunded"}), []string{"back to you.", "all that you paid"}, []string{"card"}},
		"a return wanted":            {returnRequested(ordering.ReturnRequested{Order: by("card"), Items: parts, Reason: "Too small."}), []string{"2 × Moka pot", "You wrote:", "> Too small."}, nil},
		"a return approved":          {returnDecided(ordering.ReturnDecided{Order: by("card"), Items: parts, Status: "approved"}), []string{"Please send your return", "2 × Moka pot"}, nil},
		"a return rejected":          {returnDecided(ordering.ReturnDecided{Order: by("card"), Items: parts, Status: "rejected", Reason: new("It was used.")}), []string{"We can't take", "The reason:", "> It was used."}, nil},
		"a return received":          {returnReceived(ordering.ReturnReceived{Order: by("invoice"), Items: parts, RefundAmount: 3598}), []string{"has arrived", "send back to you €35.98."}, nil},
		"a return of what is unpaid": {returnReceived(ordering.ReturnReceived{Order: by("invoice"), Items: parts}), []string{"has arrived"}, []string{"€", "back to you"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := row.letter.post(id.New(), id.New(), "", "example.com", time.Unix(0, 0))
			if err != nil {
				t.Fatal(err)
			}
			got, err := testWriter().write(l)
			if err != nil {
				t.Fatal(err)
			}
			words := got.Subject + "\n" + got.text()
			for _, part := range row.says {
				if !strings.Contains(words, part) {
					t.Errorf("no %q in\n%s", part, words)
				}
			}
			for _, part := range row.not {
				if strings.Contains(words, part) {
					t.Errorf("%q in\n%s", part, words)
				}
			}
		})
	}
}

// A moment is one letter.
func TestOrderEventsWithoutLetter(t *testing.T) {
	t.Parallel()
	o := orderOf("maria@example.com")
	for name, d := range map[string]draft{
		"paid at checkout or at the door": orderPaid(ordering.OrderPaid{Order: o, Implied: true}),
		"another parcel arrives too":      orderDelivered(ordering.OrderDelivered{Order: o, Items: []ordering.ShipmentItem{{Name: "Moka pot", Quantity: 2}}}),
		"refunded with its cancellation":  orderRefunded(ordering.RefundSettled{Order: o, Status: "succeeded", Implied: true}),
		"a refund that failed":            orderRefunded(ordering.RefundSettled{Order: o, Status: "failed"}),
	} {
		if d.To != "" {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
