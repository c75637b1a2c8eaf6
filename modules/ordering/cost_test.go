package ordering

import (
	"fmt"
	"testing"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/id"
)

// sellMany publishes a product with n variants and puts 1000 of each in stock.
func (s *setup) sellMany(t *testing.T, n int) []item {
	t.Helper()
	first := s.sell(t, 1000, 0, func(p *catalog.ProductSaved) {
		for i := range n - 1 {
			p.Variants = append(p.Variants, catalog.Variant{VariantID: id.New(), SKU: fmt.Sprint("V-", i), Price: 1000, Sold: true})
		}
	})
	var variants []variant
	if err := s.DB.Where("product_id = ?", first.ProductID).Order("id").Find(&variants).Error; err != nil {
		t.Fatal(err)
	}
	items, all := make([]item, n), make([]variantQuantity, n)
	for i, v := range variants {
		items[i], all[i] = item{ProductID: v.ProductID, VariantID: v.ID, SKU: v.SKU}, variantQuantity{v.ID, 1000}
	}
	s.inTx(t, func(tx *gorm.DB) error { return moveStock(tx, stockMove{Reason: moveCount, At: s.Clock.Now()}, all) })
	return items
}

// The statements of a cart, a checkout and an order do not depend on the number of lines.
func TestStatementsByLines(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		items := s.sellMany(t, maxLines)
		s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10})
		type cost struct{ read, write, options, quote, checkout, order, coded int }
		of := func(lines int) (c cost) {
			t.Helper()
			ada := s.crowd(t, 1, nil, items[:lines]...)[0].API
			change := "/v1/cart/items/" + ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200).Text("items.0.id")
			chosen := body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}
			c.read = s.Statements(t, ada, "GET", "/v1/cart", nil)
			c.write = s.Statements(t, ada, "PATCH", change, body{"quantity": 2})
			c.options = s.Statements(t, ada, "GET", "/v1/shipping-methods", nil)
			c.quote = s.Statements(t, ada, "POST", "/v1/checkout/quote", chosen)
			c.checkout = s.Statements(t, ada, "POST", "/v1/checkout", chosen)
			c.order = s.Statements(t, ada, "GET", "/v1/orders/"+ada.Do(t, "GET", "/v1/orders", nil).Text("data.0.id"), nil)
			coded := s.crowd(t, 1, []string{"SPRING"}, items[:lines]...)[0].API
			c.coded = s.Statements(t, coded, "POST", "/v1/checkout", chosen)
			return c
		}
		one, many := of(1), of(maxLines)
		s.automatic(t)
		applied := of(maxLines)
		// The five of a checkout on PostgreSQL: cart, buyer, method and address; lines; events with
		// their deliveries; order, lines, timeline and cart; stock and ledger. A quote counts the
		// open orders too; a checkout does so in the statement that writes the order.
		want := cost{read: 1, write: 5, options: 2, quote: 3, checkout: 5, order: 4, coded: 9}
		if database.Dialect(s.DB) == database.SQLite {
			want.checkout, want.coded = 11, 15
		}
		if one != want || many != want {
			t.Errorf("with 1 line %+v, with %d lines %+v, want %+v", one, maxLines, many, want)
		}
		if applied != want { // it is in memory
			t.Errorf("with an automatic promotion %+v, want %+v", applied, want)
		}
	})
}

// The statements of a list do not depend on the number of rows.
func TestStatementsByRows(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		items := s.sellMany(t, 3)
		ada := s.customer(t)
		costs := func() [2]int {
			t.Helper()
			for _, it := range items {
				ada.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "variantId": it.VariantID, "quantity": 1}).Require(t, 201)
			}
			postCheckout(t, ada.API, method).Require(t, 201)
			return [2]int{s.Statements(t, ada.API, "GET", "/v1/orders?limit=100", nil),
				s.Statements(t, s.admin, "GET", "/v1/admin/stock?limit=100", nil)}
		}
		first := costs()
		for range 5 {
			if again := costs(); again != first || first[0] != 5 || first[1] > 2 {
				t.Errorf("%v statements, %v at first", again, first)
			}
		}
	})
}
