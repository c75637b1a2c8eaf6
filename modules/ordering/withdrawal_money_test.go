package ordering

import (
	"testing"

	"orderd/test/kit"
)

// failRefund says for staff that the one refund that is pending could not be sent.
func (s *setup) failRefund(t *testing.T, o ordered) {
	t.Helper()
	pending := s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending&orderId="+o.OrderID, nil)
	pending.RequireFields(t, kit.Fields{"meta.total": 1})
	path := "/v1/admin/refunds/" + pending.Text("data.0.id") + "/fail"
	s.admin.Do(t, "POST", path, body{"reason": "The account is closed."}).Require(t, 200)
}

// Each cent that goes back counts for one withdrawal: neither the refund of another one nor that of
// a return is in place of one that failed, and a refund that is made again settles one of two.
func TestMoneyOfTwoWithdrawals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		var withdrawals []string
		for range 2 {
			w := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
			withdrawals = append(withdrawals, w)
			s.admin.Do(t, "POST", adminReturn(s.returnOf(t, w), "/receive"), nil).Require(t, 200)
			s.failRefund(t, o)
		}
		requireStates := func(want ...withdrawalState) {
			t.Helper()
			for n, w := range withdrawals {
				s.admin.Do(t, "GET", adminWithdrawal(w, ""), nil).RequireFields(t, kit.Fields{"state": string(want[n])})
			}
		}
		asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(1, 1))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
		s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
		s.confirmRefunds(t, o)
		requireStates(withdrawalMatched, withdrawalMatched)

		third := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", adminReturn(s.returnOf(t, third), "/receive"), nil).Require(t, 200)
		s.confirmRefunds(t, o)
		withdrawals = append(withdrawals, third)
		requireStates(withdrawalMatched, withdrawalMatched, withdrawalSettled)

		for _, want := range []withdrawalState{withdrawalMatched, withdrawalSettled} {
			s.do(t, o, "refund", body{"amount": 17.99, "reason": "Again."})
			s.confirmRefunds(t, o)
			requireStates(withdrawalSettled, want, withdrawalSettled)
		}
	})
}

// What goes back for two withdrawals of one order that is cancelled by them is what goes back for
// the order.
func TestMoneyOfTheRestOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		first := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
		rest := s.withdraws(t, c, o).Require(t, 201)
		rest.RequireFields(t, kit.Fields{"state": "matched", "refundAmount": 45.39}) // with the shipping
		s.admin.Do(t, "GET", adminWithdrawal(first, ""), nil).RequireFields(t, kit.Fields{"state": "matched", "refundAmount": 17.99})
		s.confirmRefunds(t, o).RequireFields(t, kit.Fields{"payment.refundedTotal": 63.38})
		for _, w := range []string{first, rest.Text("id")} {
			s.admin.Do(t, "GET", adminWithdrawal(w, ""), nil).RequireFields(t, kit.Fields{"state": "settled"})
		}
	})
}
