package storefront

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A row of the first page that would show what one above it shows is left out: in a shop that has
// sold nothing yet, what sells best is what is new.
func TestRowsOfTheFirstPage(t *testing.T) {
	t.Parallel()
	for best, shown := range map[string]bool{"cup": false, "pot": true} {
		api := newMadeUp()
		api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
			slug := "cup"
			if r.URL.Query().Get("sort") == "bestselling" {
				slug = best
			}
			return answerOf(200, "application/json", `{"data":[{"id":"`+slug+`","slug":"`+slug+`","name":"Thing"}]}`), nil
		})
		w := opened(newTestSite(api), "/")
		requirePage(t, w, http.StatusOK, "New on the shelf", `href="/p/cup"`)
		if strings.Contains(w.Body.String(), "What people come back for") != shown {
			t.Errorf("where %s sells best, that is shown: %t", best, !shown)
		}
	}
}

// Nothing is reduced for who buys at net prices: there is no row of it.
func TestNothingIsReducedAtNetPrices(t *testing.T) {
	t.Parallel()
	for mode, shown := range map[string]bool{"gross": true, "net": false} {
		api := newMadeUp()
		api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
			sale := r.URL.Query().Get("onSale")
			return answerOf(200, "application/json", fmt.Sprintf(
				`{"data":[{"id":"p%s","slug":"cup","name":"Cup","priceMode":%q,"onSale":%t}]}`, sale, mode, mode == "gross")), nil
		})
		w := opened(newTestSite(api), "/")
		requirePage(t, w, http.StatusOK, "New on the shelf")
		if strings.Contains(w.Body.String(), "Everything reduced") != shown {
			t.Errorf("at %s prices the row is shown: %t", mode, !shown)
		}
	}
}

// A shop whose orders earn no points promises none.
func TestNoPointsForOrders(t *testing.T) {
	t.Parallel()
	for perEuro, shown := range map[int]bool{10: true, 0: false} {
		s := newStandIn()
		s.change("/v1/shop", func(shop object) { shop["loyalty"] = object{"enabled": true, "pointsPerEuro": perEuro} })
		s.change("/v1/shop/storefront", func(looks object) { looks["home"] = []object{{"kind": "benefits"}} })
		if got := strings.Contains(opened(newTestSite(s), "/").Body.String(), "Points for every order"); got != shown {
			t.Errorf("with %d points for each euro they are promised: %t", perEuro, got)
		}
	}
}

// A shop that asks for an account promises nobody to order without one.
func TestNoGuestsArePromised(t *testing.T) {
	t.Parallel()
	for _, guests := range []bool{true, false} {
		s := newStandIn()
		s.change("/v1/shop", func(shop object) { shop["guestCheckout"] = guests })
		s.change("/v1/shop/storefront", func(looks object) { looks["home"] = []object{{"kind": "hero"}, {"kind": "benefits"}} })
		site := newTestSite(s)
		for path, promise := range map[string]string{"/": "order as a guest", "/de": "als Gast bestellen", "/cart": "order as a guest"} {
			if got := strings.Contains(opened(site, path).Body.String(), promise); got != guests {
				t.Errorf("with guests %t, %s promises: %t", guests, path, got)
			}
		}
	}
}

// Whether the shelves are filled is not judged by what is reduced, nor by the owner's blocks.
func TestBlocksWithoutGoods(t *testing.T) {
	t.Parallel()
	for goods, opening := range map[string]bool{`{"data":[{"id":"p","slug":"cup","name":"Cup"}]}`: false, `{"data":[]}`: true} {
		for _, home := range [][]object{{{"kind": "hero"}, {"kind": "sale"}}, {{"kind": "hero"}}} {
			api := newMadeUp()
			api.answers["/v1/shop/storefront"] = object{"home": home}
			api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
				if r.URL.Query().Get("onSale") == "true" {
					return answerOf(200, "application/json", `{"data":[]}`), nil
				}
				return answerOf(200, "application/json", goods), nil
			})
			w := opened(newTestSite(api), "/")
			requirePage(t, w, http.StatusOK)
			if got := strings.Contains(w.Body.String(), "The shelves are being filled."); got != opening {
				t.Errorf("with %s and the blocks %v the shop opens soon: %t", goods, home, got)
			}
		}
	}
}
