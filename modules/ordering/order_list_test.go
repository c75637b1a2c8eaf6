package ordering

import (
	"reflect"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// A list shows each order as it is shown by itself, to its buyer and to admins.
func TestListShowsWhatTheOrdersShow(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		_, recipientID := s.destinations(t, c)
		lines := s.mokaAndCup(t)
		returned := s.place(t, c, payByBankTransfer, lines)
		s.deliverAll(t, returned)
		s.returnFirst(t, c, returned)
		s.do(t, returned, "refund", body{"amount": 1.5, "reason": "A dent."})
		s.place(t, c, payByBankTransfer, lines, body{"note": "Please ring twice."})
		cancelled := s.place(t, c, payOnDelivery, lines[1:], body{"recipientId": recipientID})
		c.Do(t, "POST", cancelled.path("/cancel"), nil).Require(t, 200)
		s.inTwoParcels(t, c, []bought{{lines[1].item, 2, 500}})

		for _, reader := range []struct {
			api  *kit.API
			path string
		}{{c.API, "/v1/orders"}, {s.admin, "/v1/admin/orders"}} {
			list := reader.api.Do(t, "GET", reader.path, nil).Require(t, 200)
			orders, _ := list.At("data").([]any)
			if len(orders) != 4 {
				t.Fatalf("%d orders: %s", len(orders), list.Body)
			}
			for _, listed := range orders {
				shown := reader.api.Do(t, "GET", reader.path+"/"+listed.(map[string]any)["id"].(string), nil).Require(t, 200)
				var want map[string]any
				shown.Decode(t, &want)
				delete(want, "included") // which a list does not have
				if !reflect.DeepEqual(listed, any(want)) {
					t.Errorf("the list has\n%v, and the order is\n%v", listed, want)
				}
			}
		}
	})
}

// inTwoParcels is an order of two units of a line, one of which is on its way and one delivered.
func (s *setup) inTwoParcels(t *testing.T, c customer, line []bought) {
	t.Helper()
	o := s.place(t, c, payOnDelivery, line)
	s.do(t, o, "process", nil)
	for range 2 {
		s.do(t, o, "ship", body{
			"carrier": "DHL", "trackingNumber": id.New(), "trackingUrl": "https://carrier.example/track", "estimatedDeliveryAt": s.Clock.Now(),
			"items": []body{o.units(0, 1)},
		})
	}
	last := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).Text("shipments.1.id")
	s.do(t, o, "deliver", body{"shipmentId": last})
}
