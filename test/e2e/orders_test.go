package e2e

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

// command is an admin's command on an order that succeeds.
func (s *shop) command(orderID, name string, body any) kit.Answer {
	s.t.Helper()
	return s.admin.Do(s.t, "POST", "/v1/admin/orders/"+orderID+"/"+name, body).Require(s.t, 200)
}

// confirmRefunds confirms all refunds that staff are to send.
func (s *shop) confirmRefunds() {
	s.t.Helper()
	waiting := s.admin.Do(s.t, "GET", "/v1/admin/refunds?status=pending&channel=manual", nil).Require(s.t, 200)
	for i := range int(waiting.Number("meta.total")) {
		refundID := waiting.Text(fmt.Sprintf("data.%d.id", i))
		s.admin.Do(s.t, "POST", "/v1/admin/refunds/"+refundID+"/confirm", nil).Require(s.t, 200)
	}
}

// timeline is what the buyer sees happen, by status.
func timeline(t *testing.T, c session, orderID string) (statuses []string) {
	t.Helper()
	var tracking struct{ Events []struct{ Status string } }
	c.Do(t, "GET", "/v1/orders/"+orderID+"/tracking", nil).Require(t, 200).Decode(t, &tracking)
	for _, e := range tracking.Events {
		statuses = append(statuses, e.Status)
	}
	return statuses
}

var toAda = object{"recipient": object{"fullName": "Ada Lovelace", "contactPhone": "+49 30 1", "address": "Torstraße 12, Berlin"}}

func TestTheTimelineShowsEveryStep(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Kettle")
		ada := s.customer("ada")
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 2}).Require(t, 201)
		order := s.orderFor(ada, productID, methodID, object{"paymentMethod": "bank_transfer", "recipient": toAda["recipient"]})
		orderID := order.Text("id")
		if order.Text("stage") != "awaiting_payment" || order.Text("payment.instructions") == "" {
			t.Errorf("placed: %s", order.Body)
		}
		s.command(orderID, "mark-paid", nil)
		s.command(orderID, "process", nil)
		line := order.Text("items.0.id")
		s.command(orderID, "ship", object{"carrier": "DHL", "trackingNumber": "1", "items": []object{{"orderItemId": line, "quantity": 2}}})
		s.command(orderID, "ship", object{"carrier": "DHL", "trackingNumber": "2"})
		for range 2 {
			s.command(orderID, "tracking", object{"status": "out_for_delivery", "externalId": "dhl-1", "location": "Berlin"})
		}
		s.command(orderID, "tracking", object{"status": "delivered", "externalId": "dhl-2"})
		delivered := s.command(orderID, "deliver", nil)
		if delivered.Text("stage") != "delivered" || delivered.Text("status") != "completed" {
			t.Errorf("delivered: %s", delivered.Body)
		}
		asked := ada.Do(t, "POST", "/v1/orders/"+orderID+"/returns",
			object{"items": []object{{"orderItemId": line, "quantity": 3}}, "reason": "It leaks."}).Require(t, 201)
		for _, decision := range []string{"approve", "receive"} {
			s.admin.Do(t, "POST", "/v1/admin/returns/"+asked.Text("id")+"/"+decision, nil).Require(t, 200)
		}
		s.confirmRefunds()
		want := []string{
			"placed", "paid", "processing", "shipped", "shipped", "out_for_delivery", "delivered", "delivered", "return_requested", "returned",
			"refunded",
		}
		if got := timeline(t, ada, orderID); !slices.Equal(got, want) {
			t.Errorf("timeline %v, want %v", got, want)
		}
		ended := ada.Do(t, "GET", "/v1/orders/"+orderID, nil).Require(t, 200)
		ended.RequireFields(t, kit.Fields{"stage": "returned", "paymentStatus": "partially_refunded", "payment.refundedTotal": 59.97})
		stock := s.admin.Do(t, "GET", "/v1/admin/stock/"+order.Text("items.0.variantId"), nil).Require(t, 200)
		stock.RequireFields(t, kit.Fields{"onHand": 10, "reserved": 0})
		kit.Eventually(t, "the points came and went", func() error {
			got := ada.Do(t, "GET", "/v1/loyalty/history", nil).Require(t, 200)
			if got.Number("data.1.points") != 590 || got.Number("data.0.points") != -590 || got.Number("data.0.balance") != 0 {
				return fmt.Errorf("history %s", got.Body)
			}
			return nil
		})

		s.requireExported(ended.Text("number"), ada.Email)
		again := ada.Do(t, "POST", "/v1/orders/"+orderID+"/reorder", nil).Require(t, 200)
		if again.Number("itemCount") != 3 {
			t.Errorf("again: %s", again.Body)
		}
	})
}

// requireExported checks that the CSV of orders has one row for the order, with its buyer.
func (s *shop) requireExported(number, email string) {
	s.t.Helper()
	export := s.admin.Do(s.t, "GET", "/v1/admin/orders/export?q="+number, nil).Require(s.t, 200)
	rows, err := csv.NewReader(strings.NewReader(string(export.Body))).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][0] != number || !slices.Contains(rows[1], email) {
		s.t.Errorf("export: %q %v", rows, err)
	}
}

func TestAnOrderThatIsNotPaidEnds(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Scales")
		ada := s.customer("ada")
		order := s.orderFor(ada, productID, methodID, object{"paymentMethod": "bank_transfer", "recipient": toAda["recipient"]})
		s.settled()
		s.advance(72*time.Hour + time.Minute)
		ada = s.session(s.login(ada.Email, password).Require(t, 200))
		kit.Within(t, 30*time.Second, "the order is cancelled", func() error {
			got := ada.Do(t, "GET", "/v1/orders/"+order.Text("id"), nil).Require(t, 200)
			if got.Text("cancellation.reason") != "payment_timeout" {
				return fmt.Errorf("got %s", got.Body)
			}
			return nil
		})
		kit.Eventually(t, "the unit can be sold again", func() error {
			if got := ada.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 200); got.Number("variants.0.available") != 10 {
				return fmt.Errorf("available: %v", got.At("variants.0.available"))
			}
			return nil
		})
		s.admin = s.session(s.login(adminEmail, adminPassword).Require(t, 200)).API
		s.admin.Do(t, "POST", "/v1/admin/orders/"+order.Text("id")+"/mark-paid", nil).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", "/v1/admin/orders/"+order.Text("id")+"/cancel", nil).Require(t, 409, "invalid_transition")
	})
}
