package ordering

import (
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// A buyer may choose another way to pay while the order is unpaid and open.
func TestChangePayment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, other := s.customer(t), s.customer(t)
		o := s.cardOrder(t, c)
		path, method := o.path("/payment"), func(m paymentMethod) map[string]any { return map[string]any{"method": m} }
		log := eventbustest.Record(t, s.DB)
		s.API.Do(t, "POST", path, method(payByBankTransfer)).Require(t, 401, "unauthenticated")
		other.Do(t, "POST", path, method(payByBankTransfer)).Require(t, 404, "not_found")
		c.Do(t, "POST", "/v1/orders/"+id.New()+"/payment", method(payByBankTransfer)).Require(t, 404, "not_found")
		c.Do(t, "POST", path, method("cheque")).Require(t, 422, "validation_failed")
		got := c.Do(t, "POST", path, method(payByInvoice)).Require(t, 422, "validation_failed")
		if pointers := got.Pointers(); !slices.Equal(pointers, []string{"/method not_allowed"}) {
			t.Errorf("a retail customer's invoice: %v", pointers)
		}
		c.Do(t, "POST", path, method(payByCard)).Require(t, 200) // it is so already
		if changed := eventbustest.Of[events.PaymentMethodChanged](log); len(changed) > 0 {
			t.Errorf("published %+v", changed)
		}

		got = c.Do(t, "POST", path, method(payByBankTransfer)).Require(t, 200)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		if got.At("payment.instructions") == nil || !slices.Contains(actions(got), "change-payment") {
			t.Errorf("by transfer: %s", got.Body)
		}
		got = c.Do(t, "POST", path, method(payOnDelivery)).Require(t, 200)
		requireAxes(t, got, "placed", "placed", "unpaid", "unfulfilled")
		got = c.Do(t, "POST", path, method(payByCard)).Require(t, 200)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		changed := eventbustest.Of[events.PaymentMethodChanged](log)
		if len(changed) != 3 || changed[0].From != payByCard || changed[0].PaymentMethod != payByBankTransfer || changed[2].Due != o.Total {
			t.Errorf("published %+v", changed)
		}

		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		got = c.Do(t, "POST", path, method(payByBankTransfer)).Require(t, 409, "invalid_transition")
		if slices.Contains(actions(c.Do(t, "GET", o.path(""), nil)), "change-payment") {
			t.Errorf("paid: %s", got.Body)
		}
	}, withCards)
}

// However often a buyer changes the method, the order does not wait longer than for a transfer.
func TestChangePaymentHoldsNoStockForEver(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		longest := s.Clock.Now().Add(paymentDeadline)
		for range 2 {
			s.advance(t, paymentDeadline/3, &c)
			for _, m := range []paymentMethod{payByCard, payByBankTransfer} {
				c.Do(t, "POST", o.path("/payment"), map[string]any{"method": m}).Require(t, 200)
			}
		}
		if due := row[order](t, s, "id", o.OrderID).PaymentDueAt; due == nil || due.After(longest.Add(time.Minute)) {
			t.Errorf("it waits until %v, want at most %v", due, longest)
		}
	}, withCards)
}

// Cards take no less and no more than the provider does; nothing has to be paid for 0.00.
func TestBoundsOfCards(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		bounds := shop.CardProvider{Least: 50, Most: 9999}
		all := shop.Checkout{Methods: []shop.MethodSetting{{Method: string(payByCard), Enabled: true}}}
		bounded := saleTerms{paymentMethods: all.Taken(shop.Bank{}, &bounds)}
		for _, at := range []struct {
			cents money.Cents
			want  string
		}{{49, "from 0.50 on"}, {50, ""}, {9999, ""}, {10000, "up to 99.99"}, {0, ""}} {
			refusal, values := bounded.refusalOf(payByCard, false, "DE", at.cents)
			if got := refusal.English(values...); (got == "") != (at.want == "") || !strings.HasSuffix(got, at.want) {
				t.Errorf("%d: %q", at.cents, got)
			}
		}
		s.fillCart(t, c.ID, s.mokaAndCup(t), []string{})
		request := body{"paymentMethod": payByCard, "shippingMethodId": s.standardMethod(t)}
		got := c.Do(t, "POST", "/v1/checkout/quote", request).Require(t, 200)
		got.RequireFields(t, kit.Fields{"requirements.#": 1, "requirements.0.pointer": "/paymentMethod", "requirements.0.code": "not_allowed"})
		if pointers := postCheckout(t, c.API, s.standardMethod(t), body{"paymentMethod": payByCard}).Require(t, 422).
			Pointers(); !slices.Equal(pointers, []string{"/paymentMethod not_allowed"}) {
			t.Errorf("checkout: %v", pointers)
		}
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		c.Do(t, "POST", o.path("/payment"), body{"method": payByCard}).Require(t, 422, "validation_failed")
	}, withCards, func(c *testShop) { c.CardProvider = &shop.CardProvider{Least: 50, Most: 6000} })
}
