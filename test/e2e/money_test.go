package e2e

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// own is a checkout for a recipient who is not saved before.
var own = object{"recipient": object{"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin"}}

// awaitPoints waits until the customer has so many points.
func (s *shop) awaitPoints(c session, points float64) {
	s.t.Helper()
	kit.Eventually(s.t, fmt.Sprintf("%v points", points), func() error {
		if got := c.Do(s.t, "GET", "/v1/loyalty/summary", nil).Require(s.t, 200); got.Number("availablePoints") != points {
			return errors.New(string(got.Body))
		}
		return nil
	})
}

// Points are earned at delivery, redeemed, spent as a voucher at checkout, and given back at its
// cancellation.
func TestPointsBecomeADiscount(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		if got := ada.Do(t, "POST", "/v1/loyalty/share", object{"productId": productID}).Require(t, 201); got.Number("pointsAwarded") != 50 {
			t.Errorf("shared: %s", got.Body)
		}
		first := s.orderFor(ada, productID, methodID, own)
		admin := "/v1/admin/orders/" + first.Text("id")
		s.admin.Do(t, "POST", admin+"/process", nil).Require(t, 200)
		s.admin.Do(t, "POST", admin+"/ship", object{"carrier": "DHL", "trackingNumber": "0034"}).Require(t, 200)
		s.admin.Do(t, "POST", admin+"/deliver", nil).Require(t, 200)
		s.awaitPoints(ada, 50+190)

		s.admin.Do(t, "POST", "/v1/admin/loyalty/"+ada.ID+"/adjust", object{"points": 300, "reason": "For the late parcel."}).Require(t, 200)
		ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 500}).Require(t, 200)
		status := func() kit.Answer { return ada.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200) }
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
		ada.Do(t, "POST", "/v1/cart/discounts", object{"code": status().Text("data.0.code")}).Require(t, 200)
		second := s.orderFor(ada, productID, methodID, own) // two of them
		if second.Number("discountTotal") != 1.87 || status().Text("data.0.status") != "spent" {
			t.Errorf("spent: %s, %s", second.Body, status().Body)
		}
		ada.Do(t, "POST", "/v1/orders/"+second.Text("id")+"/cancel", nil).Require(t, 200)
		if got := status(); got.Text("data.0.status") != "available" {
			t.Errorf("given back: %s", got.Body)
		}
		kit.Eventually(t, "the inbox tells of the points", func() error {
			got := ada.Do(t, "GET", "/v1/notifications?limit=100", nil).Require(t, 200)
			kinds := map[string]int{}
			for i := range int(got.Number("meta.total")) {
				kinds[got.Text(fmt.Sprintf("data.%d.kind", i))]++
			}
			if kinds["points_earned"] != 3 || kinds["points_redeemed"] != 1 {
				return fmt.Errorf("%v", kinds)
			}
			return nil
		})
	})
}

// Points of goods that go back can't be spent: not as points, and not as the voucher that they have
// become.
func TestPointsOfGoodsThatGoBackAreGone(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 2}).Require(t, 201)
		bought := s.orderFor(ada, productID, methodID, own) // three of them
		admin := "/v1/admin/orders/" + bought.Text("id")
		s.admin.Do(t, "POST", admin+"/process", nil).Require(t, 200)
		s.admin.Do(t, "POST", admin+"/ship", object{"carrier": "DHL", "trackingNumber": "0034"}).Require(t, 200)
		s.admin.Do(t, "POST", admin+"/deliver", nil).Require(t, 200)
		s.awaitPoints(ada, 590) // of 59.97 EUR
		ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 550}).Require(t, 200)
		code := ada.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200).Text("data.0.code")
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
		ada.Do(t, "POST", "/v1/cart/discounts", object{"code": code}).Require(t, 200)

		items := []object{{"orderItemId": bought.Text("items.0.id"), "quantity": 2}}
		back := ada.Do(t, "POST", "/v1/orders/"+bought.Text("id")+"/returns", object{"items": items, "reason": "Too many."}).Require(t, 201)
		s.admin.Do(t, "POST", "/v1/admin/returns/"+back.Text("id")+"/approve", nil).Require(t, 200)
		s.admin.Do(t, "POST", "/v1/admin/returns/"+back.Text("id")+"/receive", nil).Require(t, 200)
		status := func(want string) {
			t.Helper()
			kit.Eventually(t, "the voucher is "+want, func() error {
				if got := ada.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200); got.Text("data.0.status") != want {
					return errors.New(string(got.Body))
				}
				return nil
			})
		}
		status("voided")
		s.awaitPoints(ada, 190) // of the one that stayed: 40 were left, 550 came back, 400 went
		ada.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": "bank_transfer", "recipient": own["recipient"]}).
			Require(t, 409, "code_not_applicable")

		s.admin.Do(t, "POST", admin+"/refund", object{"reason": "It broke."}).Require(t, 200)
		s.confirmRefunds()
		s.awaitPoints(ada, 0)
	})
}

// sendStripeEvent sends an event of the stand-in's.
func (s *shop) sendStripeEvent(event []byte) {
	s.t.Helper()
	s.api.With("Stripe-Signature", stripe.Sign(event)).Do(s.t, "POST", "/v1/payments/webhooks/stripe", event).Require(s.t, 200)
}

// A card pays an order; a cancellation sends the money back the way it came; money that comes too
// late goes back by itself.
func TestPayingByCard(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		buy := func() (path string, intent stripe.Object) {
			t.Helper()
			made := s.orderFor(ada, productID, methodID, object{"recipient": own["recipient"], "paymentMethod": "card"})
			path = "/v1/orders/" + made.Text("id")
			kit.Eventually(t, "the payment is prepared", func() error {
				if got := ada.Do(t, "GET", path+"/payment", nil).Require(t, 200); got.At("clientSecret") == nil {
					return errors.New(string(got.Body))
				}
				return nil
			})
			return path, s.stripe.Intent(made.Text("id"))
		}
		await := func(path, status string) {
			t.Helper()
			kit.Eventually(t, "the order is "+status, func() error {
				if got := ada.Do(t, "GET", path, nil).Require(t, 200); got.Text("paymentStatus") != status {
					return errors.New(string(got.Body))
				}
				return nil
			})
		}
		path, intent := buy()
		s.sendStripeEvent(s.stripe.Pay(intent))
		await(path, "paid")
		ada.Do(t, "POST", path+"/cancel", nil).Require(t, 200)
		await(path, "refunded")

		late, intent := buy()
		event := s.stripe.Pay(intent)
		ada.Do(t, "POST", late+"/cancel", nil).Require(t, 200)
		s.sendStripeEvent(event)
		await(late, "refunded")
		kit.Eventually(t, "the payment is refunded too", func() error {
			if got := ada.Do(t, "GET", late+"/payment", nil).Require(t, 200); got.Text("status") != "refunded" {
				return errors.New(string(got.Body))
			}
			return nil
		})
	})
}

// An online payment takes what the shop's account does. While its money is on its way, the order
// waits for it; the order has beside it what its payment is.
func TestPayingOnline(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		ada.Do(t, "GET", "/v1/shop?locale=de", nil).Require(t, 200).RequireFields(t, kit.Fields{"paymentMethods.2.title": "Online bezahlen"})
		place := func(method string) string {
			t.Helper()
			made := s.orderFor(ada, productID, methodID, object{"recipient": own["recipient"], "paymentMethod": method})
			return "/v1/orders/" + made.Text("id")
		}
		// same waits until the payment is as it should be, in the order too, but for the secret.
		same := func(path string, want kit.Fields) {
			t.Helper()
			kit.Eventually(t, "the order has its payment beside it", func() error {
				var alone, included map[string]any
				payment := ada.Do(t, "GET", path+"/payment", nil).Require(t, 200)
				order := ada.Do(t, "GET", path+"?include=payment", nil).Require(t, 200)
				payment.Decode(t, &alone)
				included, _ = order.At("included.payment").(map[string]any)
				delete(alone, "$schema")
				delete(alone, "clientSecret")
				delete(included, "clientSecret")
				if !reflect.DeepEqual(alone, included) || order.At("payment.processing") != alone["processing"] {
					return fmt.Errorf("%s, and %s", payment.Body, order.Body)
				}
				for field, value := range want {
					if payment.At(field) != value {
						return fmt.Errorf("%s is not %v: %s", field, value, payment.Body)
					}
				}
				return nil
			})
		}
		transfer := place("bank_transfer")
		same(transfer, kit.Fields{"method": "bank_transfer", "publishableKey": nil, "processing": false})
		if got := ada.Do(t, "GET", transfer+"/payment", nil); got.At("transfer.dueAt") == nil || got.At("transfer.dueAt") != got.At("dueAt") {
			t.Errorf("a transfer without a deadline: %s", got.Body)
		}

		path := place("card")
		id := strings.TrimPrefix(path, "/v1/orders/")
		kit.Eventually(t, "the payment is prepared", func() error {
			if got := ada.Do(t, "GET", path+"/payment", nil).Require(t, 200); got.At("clientSecret") == nil {
				return errors.New(string(got.Body))
			}
			return nil
		})
		same(path, kit.Fields{"publishableKey": stripe.PublishableKey, "type": nil, "processing": false, "status": "unpaid"})
		intent := s.stripe.Intent(id)
		s.stripe.Choose(intent, "sepa_debit")
		s.sendStripeEvent(s.stripe.Process(intent))
		same(path, kit.Fields{"type": "sepa_debit", "processing": true, "status": "unpaid"})
		s.sendStripeEvent(s.stripe.Refuse(intent))
		same(path, kit.Fields{"type": "sepa_debit", "processing": false, "status": "failed"})
		s.sendStripeEvent(s.stripe.Process(intent))
		same(path, kit.Fields{"type": "card", "processing": true, "status": "unpaid"})
		s.sendStripeEvent(s.stripe.Pay(intent))
		same(path, kit.Fields{"processing": false, "status": "paid", "due": 0.0, "dueAt": nil})
	})
}
