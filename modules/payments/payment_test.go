package payments

import (
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/grant"
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

// The token of a guest's order opens its payment, and that of no other order.
func TestPaymentOfAGuest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		one, other := s.place(t, ordering.PaymentMethodCashOnDelivery, 5887), s.place(t, ordering.PaymentMethodCashOnDelivery, 5887)
		token := func(orderID, buyer string, life time.Duration) string {
			return grant.Sign(guestSecret, grant.Grant{Resource: orderID, Holder: buyer, Kind: grant.Answered, ExpiresAt: s.Clock.Now().Add(life)})
		}
		path := "/v1/orders/" + one.OrderID + "/payment"
		s.API.With("X-Order-Token", token(one.OrderID, s.userID, time.Hour)).Do(t, "GET", path, nil).Require(t, 200)
		for _, wrong := range []string{token(other.OrderID, s.userID, time.Hour), token(one.OrderID, id.New(), time.Hour),
			token(one.OrderID, s.userID, 0), "nonsense"} {
			s.API.With("X-Order-Token", wrong).Do(t, "GET", path, nil).Require(t, 404, "not_found")
		}
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
	})
}

// The erasure of a guest leaves the payment without a buyer, and others' as they are.
func TestErasureOfAGuest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodCashOnDelivery, 5887)
		path := "/v1/orders/" + o.OrderID + "/payment"
		s.Publish(t, ordering.GuestErased{GuestID: id.New(), ErasedAt: s.Clock.Now()})
		s.buyer.Do(t, "GET", path, nil).Require(t, 200)
		s.Publish(t, ordering.GuestErased{GuestID: o.UserID, ErasedAt: s.Clock.Now()})
		s.buyer.Do(t, "GET", path, nil).Require(t, 404, "not_found")
	})
}

// A claimed order is paid by the account, and the guest's token opens its payment no more.
func TestPaymentOfAClaimedOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodCashOnDelivery, 5887)
		claimer, claimerID := s.As(t, auth.RoleCustomer)
		claimed := o
		claimed.UserID = claimerID
		s.Publish(t, ordering.OrderClaimed{Order: claimed, GuestID: s.userID})
		path := "/v1/orders/" + o.OrderID + "/payment"
		claimer.Do(t, "GET", path, nil).Require(t, 200)
		s.buyer.Do(t, "GET", path, nil).Require(t, 404, "not_found")
		token := grant.Sign(guestSecret, grant.Grant{
			Resource: o.OrderID, Holder: s.userID, Kind: grant.Answered, ExpiresAt: s.Clock.Now().Add(time.Hour),
		})
		s.API.With("X-Order-Token", token).Do(t, "GET", path, nil).Require(t, 404, "not_found")
	})
}

// The instructions are over what is due, and there are none for an order that asks for nothing.
func TestInstructionsOfWhatIsDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodBankTransfer, 4990)
		requires := func(step string, want any) {
			t.Helper()
			if got := s.payment(t, o); got.At("instructions") != want {
				t.Errorf("%s: %s", step, got.Body)
			}
		}
		requires("placed", "Transfer it.")
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 2000, Instructions: new("Transfer the rest.")})
		requires("less is due", "Transfer the rest.")
		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		requires("paid", nil)
		s.Publish(t, ordering.OrderUnpaid{Order: o, PaymentStatus: ordering.PaymentStatusUnpaid},
			ordering.PaymentDueChanged{Order: o, Due: 2500, Instructions: new("Transfer it after all.")})
		requires("not paid after all", "Transfer it after all.")
		s.Publish(t, ordering.ItemsCancelled{Order: o, Due: 0})
		requires("nothing is due", nil)
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 100, Instructions: new("Transfer it.")},
			ordering.OrderCancelled{Order: o})
		requires("cancelled", nil)
	})
}
