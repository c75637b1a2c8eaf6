package loyalty

import (
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// An order of a guest leaves nothing here: there is no account that it belongs to.
func TestGuestOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := ordering.Order{
			OrderID: id.New(), Number: "ORD-1", UserID: kit.Pseudonyms.OfEmail("ada@example.com"), Locale: "en", PaymentMethod: "bank_transfer",
			Total: 5000, Guest: true, Email: "ada@example.com", FullName: "Ada Lovelace",
		}
		s.Publish(t, ordering.OrderEarned{Order: o, Goods: 5000})
		for _, table := range []string{"loyalty_members", "loyalty_entries"} {
			var rows int64
			if err := s.DB.Table(table).Where("user_id = ?", o.UserID).Count(&rows).Error; err != nil || rows != 0 {
				t.Errorf("%s: %d rows, %v", table, rows, err)
			}
		}
	})
}

// A claimed order earns its points once, at the claim or with OrderEarned afterwards.
func TestClaimedOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		earned, open := orderOf(s.userID), orderOf(s.userID)
		s.Publish(t, ordering.OrderClaimed{Order: earned, GuestID: id.New(), Goods: 5000, Earned: true}, ordering.OrderClaimed{
			Order: open, GuestID: id.New(), Goods: 2000,
		})
		if got := s.balance(t); got != 500 {
			t.Errorf("claimed: %d points", got)
		}
		s.Publish(t, ordering.OrderEarned{Order: open, Goods: 2000}, ordering.ReturnReceived{
			Order: earned, GoodsBefore: 5000, GoodsAfter: 3000, Earned: true,
		})
		if got := s.balance(t); got != 500 {
			t.Errorf("earned and returned: %d points", got)
		}
		s.requireLedger(t)
	})
}
