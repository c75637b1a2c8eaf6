package ordering

import (
	"slices"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

func TestOrdersOfABuyer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, grace := s.customer(t), s.customer(t)
		lines := []bought{{s.sell(t, 1999, 10), 1, 1999}}
		var placed []string // newest first
		for _, method := range []paymentMethod{payByBankTransfer, payOnDelivery, payByInvoice} {
			placed = append([]string{s.place(t, ada, method, lines).OrderID}, placed...)
			s.Clock.Advance(1)
		}
		s.place(t, grace, payByInvoice, lines)
		ada.Do(t, "POST", "/v1/orders/"+placed[2]+"/cancel", nil).Require(t, 200)
		for query, want := range map[string][]string{
			"": placed, "?limit=2&page=2": placed[2:], "?page=9": nil, "?status=placed": placed[:2], "?status=cancelled": placed[2:],
			"?status=cancelled,placed&status=": placed, "?status=cancelled&status=placed&paymentStatus=unpaid,paid": placed,
			"?paymentStatus=unpaid&fulfillmentStatus=unfulfilled": placed, "?paymentStatus=paid": nil, "?fulfillmentStatus=delivered": nil,
		} {
			var list struct{ Data []orderView }
			ada.Do(t, "GET", "/v1/orders"+query, nil).Require(t, 200).Decode(t, &list)
			var got []string
			for _, o := range list.Data {
				got = append(got, o.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		s.API.Do(t, "GET", "/v1/orders", nil).Require(t, 401, "unauthenticated")
		for _, axis := range []string{"status", "paymentStatus", "fulfillmentStatus"} {
			if got := ada.Do(t, "GET", "/v1/orders?"+axis+"=open", nil).Require(t, 422).
				Pointers(); !slices.Equal(got, []string{"?" + axis + " not_allowed"}) {
				t.Errorf("%s: %v", axis, got)
			}
		}
	})
}

func TestListsHavePages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		for path, api := range map[string]*kit.API{
			"/v1/orders": c.API, "/v1/returns": c.API, o.path("/returns"): c.API,
			"/v1/admin/orders": s.admin, "/v1/admin/returns": s.admin, "/v1/admin/stock": s.admin,
			"/v1/admin/stock/" + o.Lines[0].VariantID + "/ledger": s.admin, "/v1/admin/shipping-methods": s.admin, "/v1/admin/promotions": s.admin,
			"/v1/admin/automatic-promotions": s.admin,
		} {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			for query, want := range map[string]string{
				"?page=0": "?page out_of_range", "?page=x": "?page wrong_type", "?limit=0": "?limit out_of_range", "?limit=101": "?limit out_of_range",
			} {
				if got := api.Do(t, "GET", path+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
					t.Errorf("%s%s: %v", path, query, got)
				}
			}
			api.Do(t, "GET", path+"?page=99&limit=100", nil).Require(t, 200).RequireFields(t, kit.Fields{
				"data.0": nil, "meta.page": 99, "meta.limit": 100,
			})
		}
	})
}

// once calls twice with one key, and checks that the call is done once and answered twice.
func once(t *testing.T, api *kit.API, method, path string, b any) kit.Answer {
	t.Helper()
	keyed := api.With("Idempotency-Key", id.New())
	first, again := keyed.Do(t, method, path, b), keyed.Do(t, method, path, b)
	if first.Status >= 300 || again.Status != first.Status || string(again.Body) != string(first.Body) ||
		again.Header.Get("Location") != first.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s %s: %d %s, again %d %s", method, path, first.Status, first.Body, again.Status, again.Body)
	}
	return first
}

// A client that does not know whether a write was done calls again with the same key: each write is
// done once.
func TestEveryWriteToACartWithAKeyIsDoneOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		moka := lines[0].item

		line := "/v1/cart/items/" + once(t, c.API, "POST", "/v1/cart/items", body{"productId": moka.ProductID, "quantity": 2}).Text("items.0.id")
		promotion := "/v1/admin/promotions/" + once(t, s.admin, "POST", "/v1/admin/promotions",
			body{"code": "ONCE", "kind": "amount", "value": 1}).Text("id")
		once(t, c.API, "POST", "/v1/cart/discounts", body{"code": "ONCE"})
		if got := once(t, c.API, "POST", "/v1/checkout/quote", nil); got.Number("subtotal") != 39.98 || got.Number("discountTotal") != 1 {
			t.Errorf("quote: %s", got.Body)
		}
		once(t, c.API, "DELETE", "/v1/cart/discounts/ONCE", nil)
		once(t, c.API, "PATCH", line, body{"quantity": 3})
		once(t, c.API, "DELETE", line, nil)
		once(t, s.admin, "PATCH", promotion, body{"active": false})
		once(t, s.admin, "DELETE", promotion, nil)
		method := "/v1/admin/shipping-methods/" + once(t, s.admin, "POST", "/v1/admin/shipping-methods",
			body{"name": "Bike", "price": 9, "minDays": 1, "maxDays": 1}).Text("id")
		once(t, s.admin, "PATCH", method, body{"active": false})
		once(t, s.admin, "DELETE", method, nil)
		stock := "/v1/admin/stock/" + moka.VariantID
		once(t, s.admin, "PUT", stock, body{"onHand": 20})
		once(t, s.admin, "POST", stock+"/adjust", body{"delta": 1, "reason": "Found."})
		s.requireStock(t, moka, 21, 0)

		guest := s.API.With("Idempotency-Key", "k") // a token is shown once
		if a, b := guest.Do(t, "POST", "/v1/carts", nil).Require(t, 201), guest.Do(t, "POST", "/v1/carts", nil).
			Require(t, 201); a.Text("cartToken") == b.Text("cartToken") {
			t.Errorf("the same token twice: %s", b.Body)
		}
	})
}

// The same for each command on an order and its returns.
func TestEveryCommandWithAKeyIsDoneOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		o := s.place(t, c, payByBankTransfer, lines)
		if got := once(t, c.API, "POST", o.path("/reorder"), nil); !slices.Equal(contents(t, got),
			[]string{lines[0].SKU + "×3", lines[1].SKU + "×1"}) {
			t.Errorf("reordered: %s", got.Body)
		}
		once(t, c.API, "DELETE", "/v1/cart", nil)
		for _, command := range []struct {
			name string
			body any
		}{{"mark-paid", nil}, {"process", nil}, {"ship", dhl}, {"tracking", body{"status": "in_transit"}}, {"deliver", nil}} {
			once(t, s.admin, "POST", o.adminPath("/"+command.name), command.body)
		}
		for _, decide := range []string{"/approve", "/reject"} {
			asked := once(t, c.API, "POST", o.path("/returns"), asksBack(o.units(0, 1)))
			once(t, s.admin, "POST", adminReturn(asked, decide), map[string]any{"/approve": nil, "/reject": body{"reason": "Late."}}[decide])
			if decide == "/approve" {
				once(t, s.admin, "POST", adminReturn(asked, "/receive"), nil)
				waiting := s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending", nil).Require(t, 200)
				once(t, s.admin, "POST", "/v1/admin/refunds/"+waiting.Text("data.0.id")+"/confirm", nil)
			}
		}
		s.requireTimeline(t, c, o, "placed", "paid", "processing", "shipped", "in_transit", "delivered", "return_requested", "returned",
			"refunded", "return_requested")
		once(t, s.admin, "POST", s.place(t, c, payByInvoice, lines).adminPath("/cancel"), nil)
		once(t, c.API, "POST", s.place(t, c, payByInvoice, lines).path("/cancel"), nil)
		s.requireStock(t, lines[0].item, 8, 0)
	})
}
