package reviews

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
		s.Publish(t, ordering.OrderDelivered{
			Order: o, ShipmentID: id.New(), Items: []ordering.ShipmentItem{{OrderItemID: id.New(), ProductID: id.New(), Name: "Moka", Quantity: 1}},
			Complete: true,
		})
		for _, table := range []string{"reviews_purchases", "reviews_authors"} {
			var rows int64
			if err := s.DB.Table(table).Where("user_id = ?", o.UserID).Count(&rows).Error; err != nil || rows != 0 {
				t.Errorf("%s: %d rows, %v", table, rows, err)
			}
		}
	})
}

// Reviews of what a claimed order has brought are of verified purchases.
func TestClaimedOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		items := deliveredTo(s.adaID, s.productID).Items
		s.Publish(t, ordering.OrderClaimed{Order: ordering.Order{OrderID: id.New(), UserID: s.adaID}, GuestID: id.New(), Items: items})
		if got := s.write(t, s.ada); got.At("verifiedPurchase") != true {
			t.Errorf("%s", got.Body)
		}
	})
}
