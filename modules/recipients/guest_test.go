package recipients

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
		s.Publish(t, ordering.OrderPlaced{
			Order: o, Recipient: ordering.RecipientOther, ShipToName: "Grace", ShipToPhone: new("1"), ShipToAddress: "Torstr. 1",
			ShipToCountry: "DE",
		})
		for _, table := range []string{"recipients_recipients", "recipients_owners"} {
			var rows int64
			if err := s.DB.Table(table).Where("user_id = ?", o.UserID).Count(&rows).Error; err != nil || rows != 0 {
				t.Errorf("%s: %d rows, %v", table, rows, err)
			}
		}
	})
}
