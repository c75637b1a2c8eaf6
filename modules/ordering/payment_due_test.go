package ordering

import (
	"testing"
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// An invoice is to be paid by the end of a day where the shop is, to the millisecond.
func TestLastDayOfAnInvoice(t *testing.T) {
	t.Parallel()
	terms := testConfig.terms(t)
	for _, row := range []struct {
		shipped string
		days    int64
		want    string
	}{
		{"2026-11-11T10:00:00Z", 14, "2026-11-25T22:59:59.999Z"},
		{"2026-11-11T23:30:00Z", 14, "2026-11-26T22:59:59.999Z"}, // the 12th in Berlin
		{"2026-03-20T10:00:00Z", 14, "2026-04-03T21:59:59.999Z"}, // summer time begins
		{"2026-10-24T10:00:00Z", 1, "2026-10-25T22:59:59.999Z"},  // and ends
		{"2026-11-11T10:00:00Z", 0, "2026-11-11T22:59:59.999Z"},
		{"2026-11-11T10:00:00Z", 365, "2027-11-11T22:59:59.999Z"},
	} {
		shipped, err := time.Parse(time.RFC3339, row.shipped)
		if err != nil {
			t.Fatal(err)
		}
		got := terms.invoiceDueAt(&order{InvoiceDays: row.days}, shipped).Format("2006-01-02T15:04:05.000Z07:00")
		if got != row.want {
			t.Errorf("%s and %d days: %s, want %s", row.shipped, row.days, got, row.want)
		}
	}
}

// An invoice is due from the first parcel on, by the days that were in force when its order was
// placed.
func TestInvoicesAreDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		other := testConfig
		other.Checkout.InvoiceDays = 60
		s.Publish(t, other.settings(t, 2)...)
		read := func() kit.Answer { return c.Do(t, "GET", o.path(""), nil).Require(t, 200) }
		unset := kit.Fields{"payment.dueAt": nil, "payment.transfer.dueAt": nil}
		read().RequireFields(t, unset)
		s.do(t, o, "process", nil)
		read().RequireFields(t, unset)

		log := eventbustest.Record(t, s.DB)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 2)}})
		zone, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		y, m, d := s.Clock.Now().In(zone).Date()
		last := time.Date(y, m, d+15, 0, 0, 0, 0, zone).Add(-time.Millisecond)
		due := kit.Fields{"payment.dueAt": last.UTC().Format("2006-01-02T15:04:05.000Z07:00")}
		due["payment.transfer.dueAt"] = due["payment.dueAt"]
		read().RequireFields(t, due)
		c.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"included.payment.dueAt": due["payment.dueAt"], "included.payment.transfer.dueAt": due["payment.dueAt"],
		})

		s.advance(t, 3*24*time.Hour, &c)
		s.do(t, o, "undelivered", body{"shipmentId": read().Text("shipments.0.id"), "outcome": "returned"})
		s.do(t, o, "ship", dhl)
		read().RequireFields(t, due)
		for _, e := range eventbustest.Of[events.OrderShipped](log) {
			if e.InvoiceDueAt == nil || !e.InvoiceDueAt.Equal(last) {
				t.Errorf("published %v", e.InvoiceDueAt)
			}
		}
		s.do(t, o, "mark-paid", nil)
		read().RequireFields(t, kit.Fields{"payment.dueAt": nil, "payment.transfer": nil})
		s.do(t, o, "mark-unpaid", body{"reason": "It was another order."})
		read().RequireFields(t, due)

		later := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		if got := row[order](t, s, "id", later.OrderID).InvoiceDays; got != 60 {
			t.Errorf("a later order has %d days", got)
		}
	})
}

// A pending payment is due by its deadline, whatever the method; cash is due by none.
func TestPaymentsAreDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		log := eventbustest.Record(t, s.DB)
		for method, wait := range map[paymentMethod]time.Duration{
			payByBankTransfer: paymentDeadline, payByCard: cardDeadline, payOnDelivery: 0,
		} {
			o := s.place(t, c, method, s.mokaAndCup(t))
			s.requireWaiting(t, c, o, false, wait)
			placed := eventbustest.Of[events.OrderPlaced](log)
			if got := placed[len(placed)-1].DueAt; (got == nil) != (wait == 0) || got != nil && !got.Equal(o.PlacedAt.Add(wait)) {
				t.Errorf("%s: placed until %v", method, got)
			}
			s.deliverAll(t, o)
			s.requireWaiting(t, c, o, false, 0)
			for _, e := range eventbustest.Of[events.OrderShipped](log) {
				if e.InvoiceDueAt != nil {
					t.Errorf("%s: shipped with an invoice due at %s", method, e.InvoiceDueAt)
				}
			}
		}
	}, withCards)
}

// An order has beside it the public key of the provider, if it is paid through it.
func TestIncludedPaymentOfACard(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for method, key := range map[paymentMethod]any{payByCard: "pk_live_1", payByBankTransfer: nil} {
			o := s.place(t, c, method, s.mokaAndCup(t))
			c.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 200).RequireFields(t, kit.Fields{
				"included.payment.publishableKey": key, "included.payment.type": nil, "included.payment.clientSecret": nil,
				"included.payment.processing": false, "included.payment.due": 63.38,
			})
		}
	}, func(c *testShop) { c.CardProvider = &shop.CardProvider{Automatic: true, PublishableKey: "pk_live_1"} })
}
