package ordering

import (
	"testing"

	"orderd/test/kit"
)

// A withdrawal that is contested and matched after all has another return beside the rejected one.
// The database refuses that both count, whoever asks.
func TestWithdrawalHasOneReturn(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		w := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", adminWithdrawal(w, "/contest"), body{"reason": "The seal is broken."}).Require(t, 200)
		s.admin.Do(t, "POST", adminWithdrawal(w, "/match"), body{"orderId": o.OrderID, "items": []body{o.units(0, 1)}}).Require(t, 200)
		var statuses []returnStatus
		err := s.DB.Model(&goodsReturn{}).Where("withdrawal_id = ?", w).Order("status").Pluck("status", &statuses).Error
		if err != nil || quoted(statuses) != `["approved","rejected"]` {
			t.Fatalf("%v, %v", statuses, err)
		}
		const rejected = ", rejection_reason = NULL WHERE status = 'rejected'"
		kit.RequireRefused(t, s.DB, [][2]string{
			{"ordering_returns_one_of_withdrawal", "UPDATE ordering_returns SET status = 'approved'" + rejected},
			{"ordering_returns_one_of_withdrawal", "UPDATE ordering_returns SET status = 'received'" + rejected},
		})
	})
}
