package catalog

import (
	"strconv"
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// goods is a catalogue of three active products and a draft.
type goods struct {
	*setup
	brandID, kitchenID, cupsID, gardenID string
	apple, banana, cherry                kit.Answer
}

// newShop adds the apple, the banana and the cherry one second after the other, and publishes
// stock, reviews and orders of them.
func newShop(t *testing.T, s *setup) goods {
	t.Helper()
	sh := goods{setup: s, brandID: s.brand(t, moka), kitchenID: s.category(t, "Kitchen", ""), gardenID: s.category(t, "Garden", "")}
	sh.cupsID = s.category(t, "Cups", sh.kitchenID)
	add := func(b body) kit.Answer {
		s.Clock.Advance(time.Second)
		return s.product(t, b)
	}
	sh.apple = add(simple("Ápfel", 5, body{"brandId": sh.brandID, "categoryIds": []string{sh.cupsID}}))
	sh.banana = add(simple("banana", 20, body{"categoryIds": []string{sh.kitchenID, sh.gardenID}}))
	sh.cherry = add(simple("Cherry", 10, body{"brandId": sh.brandID}))
	add(simple("Draft", 1, body{"status": "draft", "brandId": sh.brandID}))
	review := func(product kit.Answer, sum, count int64) reviews.ReviewSaved {
		return reviews.ReviewSaved{
			ReviewID: id.New(), ProductID: product.Text("id"), UserID: id.New(), Change: "created", Rating: 4, Sum: sum, Count: count,
		}
	}
	s.Publish(t,
		ordering.StockChanged{VariantID: sh.banana.Text("variants.0.id"), ProductID: sh.banana.Text("id"), Available: 3},
		review(sh.apple, 13, 3), review(sh.cherry, 5, 1),
		order(sh.apple, 2, s.Clock.Now()), order(sh.banana, 5, s.Clock.Now()))
	return sh
}

func TestListFiltersAndOrders(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		sh := newShop(t, s)
		newestFirst := []string{"Cherry", "banana", "Ápfel"}
		s.requireNames(t, map[string][]string{
			"": newestFirst, "sort=relevance": newestFirst, "sort=newest": newestFirst,
			"sort=name":        {"Ápfel", "banana", "Cherry"},
			"sort=price":       {"Ápfel", "Cherry", "banana"},
			"sort=-price":      {"banana", "Cherry", "Ápfel"},
			"sort=-rating":     {"Cherry", "Ápfel", "banana"},
			"sort=bestselling": {"banana", "Ápfel", "Cherry"},

			"brand=moka": {"Cherry", "Ápfel"}, "brand=" + sh.brandID + "&sort=name": {"Ápfel", "Cherry"},
			"brand=none": nil, "brand=" + sh.kitchenID: nil,
			"category=kitchen&sort=name": {"Ápfel", "banana"}, "category=cups": {"Ápfel"}, "category=" + sh.gardenID: {"banana"},
			"category=none": nil, "category=kitchen&brand=moka": {"Ápfel"},
			"brand=none,moka": {"Cherry", "Ápfel"}, "brand=&brand=none&brand=moka,moka": {"Cherry", "Ápfel"}, "brand=none,never": nil,
			"brand=,": newestFirst, "category=garden,cups&sort=name": {"Ápfel", "banana"},
			"category=cups&category=kitchen&sort=name": {"Ápfel", "banana"}, "category=cups,garden&brand=moka": {"Ápfel"},

			"minPrice=10&sort=name": {"banana", "Cherry"}, "maxPrice=10.00&sort=name": {"Ápfel", "Cherry"},
			"minPrice=10&maxPrice=10": {"Cherry"}, "minPrice=20.01": nil,
			"inStock=true": {"banana"}, "inStock=false&sort=name": {"Ápfel", "Cherry"},
			"minRating=4.5": {"Cherry"}, "minRating=4.33&sort=name": {"Ápfel", "Cherry"}, "minRating=4.34": {"Cherry"},

			"page=2&limit=2": {"Ápfel"}, "page=3&limit=2": nil, "page=999999999": nil,
			"brand=moka&category=kitchen&minPrice=1&maxPrice=9&inStock=false&minRating=4&sort=-price": {"Ápfel"},
		})
		s.API.Do(t, "GET", "/v1/products?limit=2", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 3, "meta.totalPages": 2, "data.1.variants.0.available": 3, "data.1.rating.count": 0,
		})
		s.requireShown(t, "apfel", kit.Fields{"rating.average": 4.33, "rating.count": 3})
	})
}

func TestListFollowsChanges(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		sh := newShop(t, s)
		s.requireNames(t, map[string][]string{"category=kitchen&sort=name": {"Ápfel", "banana"}, "category=garden": {"banana"}})
		// A moved category takes its products along.
		s.admin.Do(t, "PATCH", categoryPath(sh.cupsID), body{"parentId": sh.gardenID}).Require(t, 200)
		s.requireNames(t, map[string][]string{"category=kitchen": {"banana"}, "category=garden&sort=name": {"Ápfel", "banana"}})
		s.admin.Do(t, "DELETE", productPath(sh.apple.Text("id")), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"sort=name": {"banana", "Cherry"}, "category=garden": {"banana"}, "q=apfel": nil})
	})
}

// A product without a price is neither cheap nor expensive: it comes last.
func TestOrderWithoutAPrice(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, body{"name": "Unpriced", "status": "active", "variants": []body{}})
		for i := range 20 { // more than a page, so that the index is used
			s.product(t, simple("Cup "+strconv.Itoa(i), float64(i)))
		}
		s.requireNames(t, map[string][]string{
			"sort=price&limit=2": {"Cup 0", "Cup 1"}, "sort=-price&limit=2": {"Cup 19", "Cup 18"},
			"sort=price&page=21&limit=1": {"Unpriced"}, "sort=-price&page=21&limit=1": {"Unpriced"},
			"q=unpriced&sort=-price": {"Unpriced"}, "minPrice=0&sort=-price&limit=1": {"Cup 19"},
		})
	})
}

func TestListRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, path := range []string{"/v1/products", "/v1/products/facets"} {
			for query, want := range map[string][]string{
				"page=0&limit=101&sort=best": {"?limit out_of_range", "?page out_of_range", "?sort not_allowed"},
				"minPrice=x&maxPrice=-1&inStock=maybe&minRating=6": {"?inStock wrong_type", "?maxPrice out_of_range", "?minPrice wrong_type",
					"?minRating out_of_range"},
				"minPrice=1.999":                     {"?minPrice bad_format"},
				"minPrice=2&maxPrice=1":              {"?maxPrice out_of_range"},
				"q=" + strings.Repeat("x", 201):      {"?q too_long"},
				"q=%00":                              {"?q bad_format"},
				"brand=" + strings.Repeat("x", 141):  {"?brand too_long"},
				"sort=price&sort=name&page=1&page=2": {"?page not_allowed", "?sort not_allowed"},
				"brand=" + strings.Repeat("x,", 101) + "&category=" + strings.Repeat("x,", 99) + "&category=x,y": {
					"?brand too_long", "?category too_long",
				},
			} {
				requireRefused(t, s.API, "GET", path+"?"+query, refusal{nil, want})
			}
			s.API.As("nonsense").Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		}
	})
}

// order is the event of an order of one product.
func order(product kit.Answer, quantity int, at time.Time) ordering.OrderPlaced {
	productID, variantID := product.Text("id"), product.Text("variants.0.id")
	return ordering.OrderPlaced{
		Order:    ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: id.New(), Email: "a@example.com", FullName: "A"},
		PlacedAt: at, ShipToName: "A", ShipToAddress: "B", ShipToCountry: "DE",
		Lines: []ordering.Line{
			{OrderItemID: id.New(), ProductID: productID, VariantID: variantID, Quantity: quantity - 1},
			{OrderItemID: id.New(), ProductID: productID, VariantID: variantID, Quantity: 1},
		},
	}
}
