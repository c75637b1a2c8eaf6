package ordering

import (
	"fmt"
	"slices"
	"testing"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestReorder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		var gone catalog.ProductSaved
		many := s.place(t, c, payOnDelivery, []bought{{s.sell(t, 1, 998), 998, 1}})
		lines := s.mokaAndCup(t)
		lines = append(lines, bought{s.sell(t, 700, 10, func(p *catalog.ProductSaved) { gone = *p }), 1, 700})
		o := s.place(t, c, payOnDelivery, lines)
		gone.Status = "archived"
		s.Publish(t, gone)

		got := c.Do(t, "POST", o.path("/reorder"), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"items.#": 2, "items.0.variantId": lines[0].VariantID, "items.0.quantity": 3, "items.1.unitPrice": 5, "itemCount": 4,
		})
		requireLeftOut(t, got, lines[2], "not_available")
		for range 2 {
			got = c.Do(t, "POST", o.path("/reorder"), nil).Require(t, 200)
		}
		// 9 in the cart, 7 left
		got.RequireFields(t, kit.Fields{"items.0.quantity": 9, "items.1.quantity": 3, "issues.0.code": "insufficient_stock"})
		requireLeftOut(t, got, lines[2], "insufficient_stock", "not_available")
		read := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		if !slices.Equal(contents(t, read), contents(t, got)) || !slices.Equal(issues(read), []string{"insufficient_stock"}) {
			t.Errorf("the cart is %s, answered %s", read.Body, got.Body)
		}

		c.Do(t, "POST", many.path("/reorder"), nil).Require(t, 200)
		if got := c.Do(t, "POST", many.path("/reorder"), nil).Require(t, 200); got.Number("items.2.quantity") != maxQuantity ||
			!slices.Contains(issues(got), "shortened") || got.Text("issues.2.itemId") != got.Text("items.2.id") ||
			got.Text("issues.2.detail") != "Only 1 of 998 were added: a line holds at most 999." {
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

// requireLeftOut checks the codes of the issues, and that the last one names the line of the order
// that was left out.
func requireLeftOut(t *testing.T, a kit.Answer, line bought, codes ...string) {
	t.Helper()
	last := fmt.Sprintf("issues.%d.", len(codes)-1)
	if !slices.Equal(issues(a), codes) || a.Text(last+"productId") != line.ProductID || a.Text(last+"variantId") != line.VariantID ||
		a.Text(last+"name") != "Moka" || a.At(last+"itemId") != nil || a.Text(last+"detail") == "" {
		t.Errorf("issues of the reorder: %s", a.Body)
	}
}

// A reorder into a full cart names the lines that it left out.
func TestReorderIntoAFullCart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		items := s.sellMany(t, maxLines)
		ada := s.customer(t)
		lines := []bought{{items[0], 1, 1000}, {s.sell(t, 1000, 5), 1, 1000}}
		o := s.place(t, ada, payOnDelivery, lines)
		s.fillCart(t, ada.ID, convert.All(items, func(it item) bought { return bought{it, 1, 1000} }), []string{})
		got := ada.Do(t, "POST", o.path("/reorder"), nil).Require(t, 200)
		requireLeftOut(t, got, lines[1], "not_available")
		if len(got.At("items").([]any)) != maxLines || got.Number("items.0.quantity") != 2 {
			t.Errorf("the cart: %s", got.Body)
		}
	})
}
