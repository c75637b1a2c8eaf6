package payments

import (
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestEveryMethodReturnsHowItIsPaid(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, method := range []ordering.PaymentMethod{"bank_transfer", "cash_on_delivery", "invoice"} {
			o := s.place(t, method, 4990)
			got := s.payment(t, o)
			got.RequireFields(t, kit.Fields{"method": string(method), "status": "unpaid", "clientSecret": nil})
			if (got.At("instructions") != nil) != (method == "bank_transfer") {
				t.Errorf("%s: %s", method, got.Body)
			}
			s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
			if got := s.payment(t, o); got.Text("status") != "paid" {
				t.Errorf("%s, paid: %s", method, got.Body)
			}
			s.Publish(t, ordering.RefundSettled{Order: o, RefundID: id.New(), Amount: 100, Status: "succeeded", PaymentStatus: "partially_refunded"})
			if got := s.payment(t, o); got.Text("status") != "partially_refunded" {
				t.Errorf("%s, some of it back: %s", method, got.Body)
			}
		}
		if calls := s.stripe.Calls(); len(calls) != 0 {
			t.Errorf("the provider was called: %v", calls)
		}
	})
}

func TestAPaymentIsItsBuyersAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, "invoice", 4990)
		p := "/v1/orders/" + o.OrderID + "/payment"
		s.API.Do(t, "GET", p, nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "GET", p, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.buyer.Do(t, "GET", "/v1/orders/"+unknown+"/payment", nil).Require(t, 404, "not_found")
		}
	})
}
