package ordering

import (
	"fmt"
	"slices"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A command that comes too late says where the order stands by now, and what the caller may do.
func TestRefusedTransitionsSayWhatTheOrderIsNow(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		o := s.place(t, c, payByBankTransfer, lines)
		other, _ := s.As(t, auth.RoleAdmin)
		s.do(t, o, "cancel", nil)
		for command, b := range map[string]any{"mark-paid": nil, "process": nil, "ship": dhl, "deliver": nil,
			"tracking": body{"status": "in_transit"}, "cancel": nil} {
			requireCurrent(t, other.Do(t, "POST", o.adminPath("/"+command), b), "cancelled", "unpaid", "unfulfilled")
		}
		requireCurrent(t, c.Do(t, "POST", o.path("/cancel"), nil), "cancelled", "unpaid", "unfulfilled", "reorder")
		requireCurrent(t, c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))), "cancelled", "unpaid", "unfulfilled", "reorder")

		sent := s.place(t, c, payByBankTransfer, lines)
		s.deliverAll(t, sent)
		asked := c.Do(t, "POST", sent.path("/returns"), asksBack(sent.units(0, 1))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
		requireCurrent(t, s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil), "completed", "paid", "delivered", "mark-unpaid", "refund")
		requireCurrent(t, s.admin.Do(t, "POST", adminReturn(asked, "/reject"), body{"reason": "x"}), "completed", "paid", "delivered",
			"mark-unpaid", "refund")
		s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
		s.confirmRefunds(t, sent)
		requireCurrent(t, s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil), "completed", "partially_refunded", "partially_returned",
			"refund")
		requireCurrent(t, c.Do(t, "POST", sent.path("/cancel"), nil), "completed", "partially_refunded", "partially_returned", "return",
			"withdraw", "reorder")
	})
}

// requireCurrent checks the current axes and actions that a refusal carries.
func requireCurrent(t *testing.T, a kit.Answer, status, payment, fulfillment string, allowed ...string) {
	t.Helper()
	a.Require(t, 409, "invalid_transition").RequireFields(t, kit.Fields{
		"current.status": status, "current.paymentStatus": payment, "current.fulfillmentStatus": fulfillment,
	})
	got := []string{}
	for _, action := range a.At("current.allowedActions").([]any) {
		got = append(got, action.(string))
	}
	if !slices.Equal(got, allowed) {
		t.Errorf("allowed now: %v, want %v", got, allowed)
	}
}

// The admin's order says what was shipped, returned and may be refunded; the buyer's does not.
func TestAdminsSeeWhatIsLeft(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)) // 63.38
		check := func(shipped, returned [2]int, refundable float64) {
			t.Helper()
			want := kit.Fields{"payment.refundable": refundable}
			for i := range shipped {
				want[fmt.Sprintf("items.%d.shippedQuantity", i)] = shipped[i]
				want[fmt.Sprintf("items.%d.returnedQuantity", i)] = returned[i]
			}
			s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, want)
		}
		check([2]int{}, [2]int{}, 0)
		s.do(t, o, "mark-paid", nil).RequireFields(t, kit.Fields{"payment.refundable": 63.38})
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 2)}}).
			RequireFields(t, kit.Fields{"items.0.shippedQuantity": 2, "items.1.shippedQuantity": 0})
		check([2]int{2, 0}, [2]int{}, 63.38)
		s.do(t, o, "ship", dhl)
		s.do(t, o, "deliver", nil)
		s.returnFirst(t, c, o) // 22.49
		check([2]int{3, 1}, [2]int{1, 1}, 40.89)
		s.do(t, o, "refund", body{"amount": 0.89, "reason": "A dent."})
		check([2]int{3, 1}, [2]int{1, 1}, 40)
		got := c.Do(t, "GET", o.path(""), nil).Require(t, 200)
		if got.At("payment.refundable") != nil || got.At("items.0.shippedQuantity") != nil {
			t.Errorf("the buyer sees %s", got.Body)
		}
	})
}

// The timeline of admins is that of the buyer, and says who did what.
func TestTimelineWithActors(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		got := s.admin.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 200)
		buyer, admin := "user:"+c.ID, "user:"+s.adminID
		got.RequireFields(t, kit.Fields{
			"orderNumber": o.Number, "carrier": "DHL", "stage": "delivered",
			"events.0.status": "placed", "events.0.actor": buyer, "events.1.status": "paid", "events.1.actor": admin,
			"events.4.status": "delivered", "events.4.actor": admin, "events.5.status": "return_requested", "events.5.actor": buyer, "events.6": nil,
		})
		if own := c.Do(t, "GET", o.path("/tracking"), nil).Require(t, 200); own.At("events.0.actor") != nil {
			t.Errorf("the buyer sees %s", own.Body)
		}
		s.API.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 401, "unauthenticated")
		c.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "GET", "/v1/admin/orders/"+unknown+"/tracking", nil).Require(t, 404, "not_found")
		}
	})
}
