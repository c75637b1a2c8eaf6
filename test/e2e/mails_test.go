package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Every moment of an order is one mail to its buyer, in the buyer's language, and one line in the
// inbox; never two.
func TestMailsAndNotificationsOfOrders(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, berta, carla := s.customer("ada"), s.customer("berta"), s.customer("carla")
		berta.Do(t, "PATCH", "/v1/users/me", object{"locale": "de"}).Require(t, 200)
		buy := func(c session, quantity int, method string) (orderID, number, itemID string) {
			t.Helper()
			c.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": quantity - 1}).Require(t, 201)
			o := s.orderFor(c, productID, methodID, object{"paymentMethod": method, "recipient": toAda["recipient"]})
			return o.Text("id"), o.Text("number"), o.Text("items.0.id")
		}

		orderID, number, itemID := buy(ada, 2, "bank_transfer")
		s.command(orderID, "mark-paid", nil)
		s.command(orderID, "process", nil)
		s.command(orderID, "ship", object{
			"carrier": "DHL", "trackingNumber": "00340434", "trackingUrl": "https://dhl.example/00340434",
			"estimatedDeliveryAt": "2030-01-02T12:00:00Z",
		})
		s.command(orderID, "deliver", nil)
		asked := ada.Do(t, "POST", "/v1/orders/"+orderID+"/returns",
			object{"items": []object{{"orderItemId": itemID, "quantity": 1}}, "reason": "It leaks."}).Require(t, 201)
		for _, decision := range []string{"approve", "receive"} {
			s.admin.Do(t, "POST", "/v1/admin/returns/"+asked.Text("id")+"/"+decision, nil).Require(t, 200)
		}
		german, germanNumber, _ := buy(berta, 4, "cash_on_delivery")
		s.command(german, "process", nil)
		s.command(german, "ship", object{"carrier": "Hermes", "trackingNumber": "H-1"})
		s.command(german, "deliver", nil)
		cancelled, cancelledNumber, _ := buy(carla, 2, "bank_transfer")
		s.command(cancelled, "mark-paid", nil)
		carla.Do(t, "POST", "/v1/orders/"+cancelled+"/cancel", object{"reason": "Ordered twice."}).Require(t, 200)
		s.confirmRefunds()
		s.settled()

		s.requireOrderMails(ada, berta, carla, number, germanNumber, cancelledNumber,
			s.documents(ada, orderID, 2), s.documents(berta, german, 1))
		s.requireInbox(ada.API, orderID, "order_placed", "order_paid", "order_shipped", "order_delivered", "return_requested", "return_approved",
			"return_received", "order_refunded")
		s.requireInbox(berta.API, german, "order_placed", "order_shipped", "order_delivered")
		s.requireInbox(carla.API, cancelled, "order_placed", "order_paid", "order_cancelled", "order_refunded")
		s.requireInbox(s.admin, orderID, "order_new", "new_return", "refund_to_send")
		// 10 − 2 − 4 are 4.
		kit.Eventually(t, "the admins get one notification of the low stock", func() error {
			if got := kindsIn(t, s.admin, nil); count(got, "low_stock") != 1 {
				return fmt.Errorf("%v", got)
			}
			return nil
		})
	})
}

// requireOrderMails checks the mails of the three orders of TestMailsAndNotificationsOfOrders:
// Ada's was paid and partly returned, Berta's is in German, Carla's was cancelled before a parcel
// left, and has no invoice.
func (s *shop) requireOrderMails(
	ada, berta, carla session, number, germanNumber, cancelledNumber string, documents, germanDocuments []string,
) {
	s.t.Helper()
	s.requireMails(ada, map[string][]string{
		"Your code for Orderd": nil,
		"Your order " + number: {"2 × Moka pot: €39.98", "Total: €44.88",
			"Ship to: Ada Lovelace, Torstraße 12, Berlin", "> Please transfer €44.88 to ", "reference " + number},
		"Your payment for order " + number: {"payment of €44.88"},
		"Your order " + number + " is on its way": {"2 × Moka pot\n", "Carrier: DHL", "Expected on: 2 January 2030",
			"https://dhl.example/00340434\n"},
		"Your order " + number + " has arrived":            {"2 × Moka pot\n"},
		"Your return for order " + number:                  {"1 × Moka pot\n", "> It leaks."},
		"Please send your return for order " + number:      {"1 × Moka pot\n"},
		"Your return for order " + number + " has arrived": {"We will refund €19.99, and write again once that is done."},
		"A refund for your order " + number:                {"we have refunded €19.99 for your order.", "> The goods came back."},
		"Your invoice " + documents[0]:                     {"€44.88"},
		"Correction " + documents[1] + " of your invoice":  {"€19.99"},
	})
	s.requireMails(berta, map[string][]string{
		"Your code for Orderd": nil,
		"Ihre Bestellung " + germanNumber: {"4 × Moka pot: 79,96 €", "Gesamt: 84,86 €",
			"Bitte halten Sie bei der Lieferung 84,86 € bereit."},
		"Ihre Bestellung " + germanNumber + " ist unterwegs":  {"Paketdienst: Hermes", "Sendungsnummer: H-1"},
		"Ihre Bestellung " + germanNumber + " ist angekommen": {"Sie haben bei der Lieferung 84,86 € bezahlt"},
		"Ihre Rechnung " + germanDocuments[0]:                 {"84,86 €"},
	})
	s.requireMails(carla, map[string][]string{
		"Your code for Orderd":                      nil,
		"Your order " + cancelledNumber:             {"€44.88"},
		"Your payment for order " + cancelledNumber: {"€44.88"},
		"Your order " + cancelledNumber + " was cancelled": {"> Ordered twice.",
			"We will refund the €44.88 that you have paid, and write again once that is done."},
		"A refund for your order " + cancelledNumber: {"we have refunded €44.88 for your order.", "everything that you paid"},
	})
}

// documents are the numbers of an order's documents, oldest first, of which there are n.
func (s *shop) documents(c session, orderID string, n int) []string {
	s.t.Helper()
	var l struct{ Data []struct{ Number string } }
	c.Do(s.t, "GET", "/v1/orders/"+orderID+"/invoices", nil).Require(s.t, 200).Decode(s.t, &l)
	if len(l.Data) != n {
		s.t.Fatalf("%d documents, want %d: %v", len(l.Data), n, l)
	}
	numbers := make([]string, 0, n)
	for _, d := range l.Data {
		numbers = append(numbers, d.Number)
	}
	return numbers
}

// requireMails checks that these are the mails that c got, each once, by subject, and what they
// say.
func (s *shop) requireMails(c session, want map[string][]string) {
	s.t.Helper()
	for _, l := range s.awaitMails(c.Email, len(want)) {
		says, known := want[l.Subject]
		if !known {
			s.t.Errorf("an unexpected mail %q to %s, or a second one", l.Subject, c.Email)
		}
		delete(want, l.Subject)
		for _, part := range says {
			if !strings.Contains(l.Text, part) {
				s.t.Errorf("%q does not say %q:\n%s", l.Subject, part, l.Text)
			}
		}
		if !strings.Contains(l.HTML, "<h1") || !strings.Contains(l.HTML, l.Subject) {
			s.t.Errorf("%q has no HTML: %s", l.Subject, l.HTML)
		}
	}
}

// requireInbox checks that these kinds are the notifications about the order, oldest first, each
// once.
func (s *shop) requireInbox(api *kit.API, orderID string, want ...string) {
	s.t.Helper()
	if got := kindsIn(s.t, api, func(of string) bool { return of == orderID }); !slices.Equal(got, want) {
		s.t.Errorf("the inbox tells %v, want %v", got, want)
	}
}

// kindsIn are the kinds in an inbox, oldest first: of all, or of the orders that are wanted.
func kindsIn(t *testing.T, api *kit.API, wanted func(orderID string) bool) (kinds []string) {
	t.Helper()
	var page struct {
		Data []struct {
			Kind string
			Data map[string]any
		}
	}
	api.Do(t, "GET", "/v1/notifications?limit=100", nil).Require(t, 200).Decode(t, &page)
	for _, n := range slices.Backward(page.Data) {
		orderID, _ := n.Data["orderId"].(string)
		if wanted == nil || wanted(orderID) {
			kinds = append(kinds, n.Kind)
		}
	}
	return kinds
}

func count(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}
