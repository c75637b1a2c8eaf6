package ordering

import (
	"testing"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/id"
)

func TestReorder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		var gone catalog.ProductSaved
		lines := s.mokaAndCup(t)
		lines = append(lines, bought{s.sell(t, 700, 10, func(p *catalog.ProductSaved) { gone = *p }), 1, 700})
		o := s.place(t, c, cashOnDelivery, lines)
		gone.Status = "archived"
		s.Publish(t, gone)

		got := c.Do(t, "POST", o.path("/reorder"), nil).Require(t, 200)
		if len(got.At("items").([]any)) != 2 || got.Text("items.0.variantId") != lines[0].VariantID || got.Number("items.0.quantity") != 3 ||
			got.Number("items.1.unitPrice") != 5 || got.Number("itemCount") != 4 || len(got.At("issues").([]any)) != 0 {
			t.Errorf("again: %s", got.Body)
		}
		for range 2 {
			got = c.Do(t, "POST", o.path("/reorder"), nil).Require(t, 200)
		}
		// 9 in the cart, 7 left
		if got.Number("items.0.quantity") != 9 || got.Number("items.1.quantity") != 3 || got.Text("issues.0.code") != issueStock {
			t.Errorf("three times: %s", got.Body)
		}
		if read := c.Do(t, "GET", "/v1/cart", nil); string(read.Body) != string(got.Body) {
			t.Errorf("the cart is %s, answered %s", read.Body, got.Body)
		}

		many := s.place(t, c, cashOnDelivery, []bought{{s.sell(t, 1, 998), 998, 1}})
		c.Do(t, "POST", many.path("/reorder"), nil).Require(t, 200)
		if got := c.Do(t, "POST", many.path("/reorder"), nil).Require(t, 200); got.Number("items.2.quantity") != maxQuantity {
			t.Errorf("more than a line holds: %s", got.Body)
		}

		s.API.Do(t, "POST", o.path("/reorder"), nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "POST", o.path("/reorder"), nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			c.Do(t, "POST", "/v1/orders/"+unknown+"/reorder", nil).Require(t, 404, "not_found")
		}
	})
}
