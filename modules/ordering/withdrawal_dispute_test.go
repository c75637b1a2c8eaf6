package ordering

import (
	"testing"

	payments "orderd/modules/payments/events"
	"orderd/test/kit"
)

// disputes announces how a dispute of the order's payment stands.
func (s *setup) disputes(t *testing.T, o ordered, status payments.DisputeStatus) {
	t.Helper()
	if status == payments.DisputeStatusLost { // the provider's sum comes first
		s.Publish(t, payments.RefundedAtProvider{OrderID: o.OrderID, Total: o.Total, FoundAt: s.Clock.Now()})
	}
	s.Publish(t, payments.DisputeChanged{
		OrderID: o.OrderID, DisputeID: "dp_1", Status: status, Amount: o.Total, ChangedAt: s.Clock.Now(),
	})
}

// Whoever has disputed the payment may withdraw all the same. The refund waits for what the bank
// decides: then the money goes back once, by the refund or by the dispute, and the withdrawal is
// settled by either.
func TestWithdrawalDuringADispute(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for name, row := range map[string]struct {
			delivered bool
			ends      payments.DisputeStatus
			want      kit.Fields
		}{
			"won":             {false, payments.DisputeStatusWon, kit.Fields{"refunds.#": 1, "refunds.0.origin": "shop"}},
			"won, delivered":  {true, payments.DisputeStatusWon, kit.Fields{"refunds.#": 1, "refunds.0.origin": "shop"}},
			"lost":            {false, payments.DisputeStatusLost, kit.Fields{"refunds.0.status": "failed", "refunds.1.origin": "provider"}},
			"lost, delivered": {true, payments.DisputeStatusLost, kit.Fields{"refunds.0.status": "failed", "refunds.1.origin": "provider"}},
		} {
			t.Log(name)
			o := s.cardOrder(t, c)
			s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
			if row.delivered {
				s.do(t, o, "process", nil)
				s.do(t, o, "ship", dhl)
				s.do(t, o, "deliver", nil)
			}
			s.disputes(t, o, payments.DisputeStatusOpen)
			w := s.withdraws(t, c, o).Require(t, 201).Text("id")
			if row.delivered {
				s.admin.Do(t, "POST", adminReturn(s.returnOf(t, w), "/receive"), nil).Require(t, 200)
			}
			got := s.requireOwed(t, c, o, w)
			s.disputes(t, o, row.ends)
			s.requireWithdrawal(t, c, o, w, withdrawalMatched)
			refundID := got.Text("refunds.0.id")
			if row.ends == payments.DisputeStatusWon {
				s.Publish(t, payments.RefundConfirmed{RefundID: refundID, OrderID: o.OrderID, Amount: o.Total})
			} else {
				s.Publish(t, payments.RefundFailed{RefundID: refundID, OrderID: o.OrderID, Amount: o.Total, Reason: "charge_disputed"})
			}
			s.requireWithdrawal(t, c, o, w, withdrawalSettled)
			got = s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
			got.RequireFields(t, row.want)
			got.RequireFields(t, kit.Fields{"paymentStatus": "refunded", "payment.refundedTotal": 63.38, "payment.refundable": 0})
		}
	}, withCards)
}

// requireOwed checks that all of the order's money waits to go back for the withdrawal, and that
// no second refund of it can be made. It returns the order.
func (s *setup) requireOwed(t *testing.T, c customer, o ordered, withdrawalID string) kit.Answer {
	t.Helper()
	s.requireWithdrawal(t, c, o, withdrawalID, withdrawalMatched)
	s.admin.Do(t, "POST", o.adminPath("/refund"), body{"reason": "x"}).Require(t, 409, "invalid_transition")
	got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
	got.RequireFields(t, kit.Fields{
		"refunds.#": 1, "refunds.0.status": "pending", "refunds.0.channel": "provider", "refunds.0.amount": 63.38,
		"payment.dispute.status": "open",
	})
	return got
}
