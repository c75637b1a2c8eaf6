package storefront

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// An address says nothing of what is in the cart: where that is empty again, neither does the page.
func TestSomethingIsInTheCart(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.get("/p/cup?said=added", f.guest(1)).require(t, http.StatusOK, "Cup is in your cart.")
	f.get("/p/cup?said=added", f.guest(0)).require(t, http.StatusOK).lacks(t, "is in your cart.")
	f.get("/p/cup?said=added", session{}).require(t, http.StatusOK).lacks(t, "is in your cart.")
}

// soughtCup is a cup with what it is found by. changes are of its page.
func soughtCup(changes object) *standIn {
	s := newStandIn()
	s.change("/v1/products/cup", func(p object) {
		v := maps.Clone(p["variants"].([]object)[0])
		v["gtin"] = "4006381333931"
		p["variants"], p["description"] = []object{v}, "Thick porcelain."
		p["seo"] = object{"title": "Cups <for> crema", "description": "Made & fired in Hamburg."}
		p["mpn"], p["condition"] = "EC-90", "used"
		maps.Copy(p, changes)
	})
	return s
}

func TestProductForSearchEngines(t *testing.T) {
	t.Parallel()
	page := opened(newTestSite(soughtCup(nil)), "/p/cup").Body.String()
	requireOnPage(t, page, []string{
		"<title>Cups &lt;for&gt; crema – Moka</title>", `<meta name="description" content="Made &amp; fired in Hamburg.">`,
		`<meta property="og:title" content="Cups &lt;for&gt; crema">`, "<h1>Cup</h1>", `"gtin":"4006381333931"`, `"mpn":"EC-90"`,
		`"itemCondition":"https://schema.org/UsedCondition"`, ">Used</span>",
	}, nil)
	// Of the product, and of its only offer.
	if n := strings.Count(page, `"gtin":"4006381333931"`); n != 2 {
		t.Errorf("the barcode is there %d times", n)
	}
	requireOnPage(t, opened(newTestSite(soughtCup(nil)), "/de/p/cup").Body.String(), []string{">Gebraucht</span>"}, nil)
	// A title may have the shop's name already; of several variants none's barcode is the product's.
	two := []object{
		{"id": cupID, "sku": "A", "price": 1, "gtin": "4006381333931"}, {"id": cupID, "sku": "B", "price": 1, "gtin": nil},
	}
	page = opened(newTestSite(soughtCup(object{
		"seo": object{"title": "Moka | Cups", "description": nil}, "variants": two, "condition": "new",
	})), "/p/cup").Body.String()
	requireOnPage(t, page, []string{"<title>Moka | Cups</title>", `content="Thick porcelain."`, "/NewCondition"}, []string{">Used<", ">New<"})
	if n := strings.Count(page, `"gtin"`); n != 1 {
		t.Errorf("the barcode is there %d times", n)
	}
	// What a later version knows is nothing to be said; without anything the page is as it was.
	page = opened(newTestSite(soughtCup(object{"seo": nil, "mpn": nil, "condition": "mint"})), "/p/cup").Body.String()
	requireOnPage(t, page, []string{"<title>Cup – Moka</title>"}, []string{"itemCondition", `"mpn"`, "mint"})
}

// What the shop shows beside a product comes with the product itself: no call more, and one fewer,
// as the row of its category is for products without such lists.
func TestListsBesideAProduct(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	answer := map[string]any{
		"id": "p1", "name": "Cup", "slug": "cup", "categories": []any{map[string]any{"name": "Cups", "slug": "cups"}},
		"rating": map[string]any{"average": nil, "count": 0},
	}
	var cards []any
	for i := range 12 {
		cards = append(cards, map[string]any{"id": fmt.Sprint("c", i), "name": fmt.Sprint("Saucer ", i), "slug": fmt.Sprint("saucer-", i)})
	}
	set := func(lists map[string]any) {
		answer = maps.Clone(answer)
		answer["related"] = lists
		api.set("/v1/products/cup", func(r *http.Request) (*http.Response, error) {
			if got := r.URL.Query().Get("include"); got != "related" {
				t.Errorf("the product is asked for with include=%s", got)
			}
			body, err := json.Marshal(answer)
			return answerOf(200, "application/json", string(body)), err
		})
	}
	none := []any{}
	set(map[string]any{"accessories": cards, "similar": none, "replaces": none, "boughtTogether": cards[9:]})
	page := opened(newTestSite(api), "/p/cup")
	requirePage(t, page, http.StatusOK, "Accessories", "Often bought together", "Saucer 7", "Saucer 11")
	for _, not := range []string{"Saucer 8", "Similar<", "Replaces<", "Goes well with it"} {
		if strings.Contains(page.Body.String(), not) {
			t.Errorf("the page has %q", not)
		}
	}
	if n := api.called("/v1/products"); n != 0 {
		t.Errorf("%d calls for the row of the category", n)
	}
	requirePage(t, opened(newTestSite(api), "/de/p/cup"), http.StatusOK, "Zubehör", "Oft zusammen gekauft")
	set(map[string]any{"accessories": none, "similar": none, "replaces": none, "boughtTogether": none})
	requirePage(t, opened(newTestSite(api), "/p/cup"), http.StatusOK, "Cup")
	if n := api.called("/v1/products"); n != 1 {
		t.Errorf("%d calls for the row of the category, want one", n)
	}
}

// What a product is stands on its page without a description, too; a shop that delivers nowhere
// promises no delivery.
func TestProductWithoutADescription(t *testing.T) {
	t.Parallel()
	s := soughtCup(object{"description": nil, "attributes": []object{{
		"code": "glaze", "name": "Glaze", "kind": "text", "values": []object{{"value": "matt", "label": "matt"}},
	}}})
	requireOnPage(t, opened(newTestSite(s), "/p/cup").Body.String(), []string{"<dd>CUP</dd>", "Glaze", "matt"}, []string{"We deliver"})
	s.change("/v1/shop", func(shop object) { shop["destinations"] = []object{{"country": "DE"}} })
	requireOnPage(t, opened(newTestSite(s), "/p/cup").Body.String(), []string{"We deliver to your door."}, nil)
}
