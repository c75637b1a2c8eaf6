package faults

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"orderd/test/kit"
)

// Keyed writes of the largest carts, from one address, fill no disk: of their answers 4 MiB are
// kept, and up to a quarter more for each writer. Each is forgotten within the hour.
func TestStoredAnswersAreBounded(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const lines, writers, writes = 45, 2, 160
		var variants []object
		for i := range lines {
			variants = append(variants, object{"sku": someone("sku"), "price": 19.99, "options": object{"size": fmt.Sprint(i)}})
		}
		product := w.asAdmin().Do(t, "POST", "/v1/admin/products", object{
			"name": strings.Repeat("A long name. ", 15), "status": "active", "variants": variants,
		}).Require(t, 201)
		w.awaitConsumers()

		var attack sync.WaitGroup
		for range writers {
			guest := w.api().With("X-Cart-Token", w.api().Do(t, "POST", "/v1/carts", nil).Require(t, 201).Text("cartToken"))
			attack.Go(func() {
				var cart kit.Answer
				for i := range lines {
					cart = guest.Do(t, "POST", "/v1/cart/items", object{
						"productId": product.Text("id"), "variantId": product.Text(fmt.Sprintf("variants.%d.id", i)), "quantity": 1,
					})
				}
				if len(cart.Body) < 20_000 {
					t.Errorf("a cart of %d bytes is no attack: %s", len(cart.Body), cart.Body)
					return
				}
				for i := range writes {
					changed, err := guest.With("Idempotency-Key", fmt.Sprint(i)).
						Try("PATCH", "/v1/cart/items/"+cart.Text("items.0.id"), object{"quantity": 1 + i%2})
					if err != nil || changed.Status != 200 {
						t.Errorf("%v %s", err, changed.Body)
						return
					}
				}
			})
		}
		attack.Wait()
		stored := w.number("SELECT coalesce(sum(octet_length(body)), 0) FROM http_answers")
		if most := 4<<20 + writers<<20; stored > most {
			t.Errorf("%d bytes are stored after %d writes, want at most %d", stored, writers*writes, most)
		}
		if kept := w.number("SELECT count(*) FROM http_answers WHERE caller LIKE 'network:%' AND expires_at IS NULL"); kept > 0 {
			t.Errorf("%d answers of carts are kept for 7 days", kept)
		}
	})
}
