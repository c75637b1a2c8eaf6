package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// simple is an active product with one variant.
func simple(name string, price float64, changes ...body) body {
	return with(body{"name": name, "status": "active", "variants": []body{{"sku": "SKU " + name, "price": price}}}, changes...)
}

// names are the names of the products that the query finds.
func (s *setup) names(t *testing.T, query string) []string {
	t.Helper()
	return column(t, s.API.Do(t, "GET", "/v1/products?"+query, nil), "name")
}

// wants checks what queries find, in order.
func (s *setup) wants(t *testing.T, queries map[string][]string) {
	t.Helper()
	for query, want := range queries {
		if got := s.names(t, query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

func TestListFiltersAndOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		brandID := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201).Text("id")
		kitchen := s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", kitchen)
		garden := s.category(t, "Garden", "")
		add := func(b body) kit.Answer {
			s.Clock.Advance(time.Second)
			return s.product(t, b)
		}
		a := add(simple("Ápfel", 5, body{"brandId": brandID, "categoryIds": []string{cups}}))
		b := add(simple("banana", 20, body{"categoryIds": []string{kitchen, garden}}))
		c := add(simple("Cherry", 10, body{"brandId": brandID}))
		add(simple("Draft", 1, body{"status": "draft", "brandId": brandID}))
		s.Publish(t,
			ordering.StockChanged{VariantID: b.Text("variants.0.id"), ProductID: b.Text("id"), Available: 3},
			reviews.ReviewSaved{ReviewID: id.New(), ProductID: a.Text("id"), UserID: id.New(), Change: "created", Rating: 4, Sum: 13, Count: 3},
			reviews.ReviewSaved{ReviewID: id.New(), ProductID: c.Text("id"), UserID: id.New(), Change: "created", Rating: 5, Sum: 5, Count: 1},
			order(a, 2, s.Clock.Now()), order(b, 5, s.Clock.Now()))
		ab, abc, cba := []string{"Ápfel", "banana"}, []string{"Ápfel", "banana", "Cherry"}, []string{"Cherry", "banana", "Ápfel"}
		s.wants(t, map[string][]string{
			"": cba, "sort=relevance": cba, "sort=newest": cba, "sort=name": abc, "sort=price": {"Ápfel", "Cherry", "banana"}, "sort=-price": {"banana", "Cherry", "Ápfel"},
			"sort=-rating": {"Cherry", "Ápfel", "banana"}, "sort=bestselling": {"banana", "Ápfel", "Cherry"},
			"brand=moka": {"Cherry", "Ápfel"}, "brand=" + brandID + "&sort=name": {"Ápfel", "Cherry"}, "brand=none": nil, "brand=" + kitchen: nil,
			"category=kitchen&sort=name": ab, "category=cups": {"Ápfel"}, "category=" + garden: {"banana"}, "category=none": nil,
			"category=kitchen&brand=moka": {"Ápfel"}, "minPrice=10&sort=name": {"banana", "Cherry"}, "maxPrice=10.00&sort=name": {"Ápfel", "Cherry"},
			"minPrice=10&maxPrice=10": {"Cherry"}, "minPrice=20.01": nil, "inStock=true": {"banana"}, "inStock=false&sort=name": {"Ápfel", "Cherry"},
			"minRating=4.5": {"Cherry"}, "minRating=4.33&sort=name": {"Ápfel", "Cherry"}, "minRating=4.34": {"Cherry"},
			"page=2&limit=2": {"Ápfel"}, "page=3&limit=2": nil, "page=999999999": nil,
			"brand=moka&category=kitchen&minPrice=1&maxPrice=9&inStock=false&minRating=4&sort=-price": {"Ápfel"},
		})
		list := s.API.Do(t, "GET", "/v1/products?limit=2", nil).Require(t, 200)
		if list.Number("meta.total") != 3 || list.Number("meta.totalPages") != 2 || list.Number("data.1.variants.0.available") != 3 || list.Number("data.1.rating.count") != 0 {
			t.Errorf("list: %s", list.Body)
		}
		if got := s.API.Do(t, "GET", "/v1/products/apfel", nil).Require(t, 200); got.Number("rating.average") != 4.33 || got.Number("rating.count") != 3 {
			t.Errorf("rating: %s", got.Body)
		}
		// A moved category takes its products along.
		s.admin.Do(t, "PATCH", categoryPath(cups), body{"parentId": garden}).Require(t, 200)
		s.wants(t, map[string][]string{"category=kitchen": {"banana"}, "category=garden&sort=name": ab})
		s.admin.Do(t, "DELETE", productPath(a.Text("id")), nil).Require(t, 204)
		s.wants(t, map[string][]string{"sort=name": {"banana", "Cherry"}, "category=garden": {"banana"}, "q=apfel": nil})
	})
}

// A product without a price is neither cheap nor dear: it comes last.
func TestOrderWithoutAPrice(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.product(t, body{"name": "Unpriced", "status": "active", "variants": []body{}})
		for i := range 20 { // more than a page, so that the index is used
			s.product(t, simple("Cup "+strconv.Itoa(i), float64(i)))
		}
		s.wants(t, map[string][]string{
			"sort=price&limit=2": {"Cup 0", "Cup 1"}, "sort=-price&limit=2": {"Cup 19", "Cup 18"}, "sort=price&page=21&limit=1": {"Unpriced"},
			"sort=-price&page=21&limit=1": {"Unpriced"}, "q=unpriced&sort=-price": {"Unpriced"}, "minPrice=0&sort=-price&limit=1": {"Cup 19"},
		})
	})
}

func TestListRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, path := range []string{"/v1/products", "/v1/products/facets"} {
			for query, want := range map[string][]string{
				"page=0&limit=101&sort=best":                       {"?limit out_of_range", "?page out_of_range", "?sort not_allowed"},
				"minPrice=x&maxPrice=-1&inStock=maybe&minRating=6": {"?inStock wrong_type", "?maxPrice out_of_range", "?minPrice wrong_type", "?minRating out_of_range"},
				"minPrice=1.999":                                   {"?minPrice bad_format"},
				"minPrice=2&maxPrice=1":                            {"?maxPrice out_of_range"},
				"q=" + strings.Repeat("x", 201):                    {"?q too_long"},
				"q=%00":                                            {"?q bad_format"},
				"brand=" + strings.Repeat("x", 141):                {"?brand too_long"},
			} {
				refuser(t, s.API, "GET", path+"?"+query)(nil, want...)
			}
			s.API.As("nonsense").Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		}
	})
}

// order is the event of an order of one product.
func order(product kit.Answer, quantity int, at time.Time) ordering.OrderPlaced {
	orderID := id.New()
	return ordering.OrderPlaced{
		Order: ordering.Order{OrderID: orderID, Number: "ORD-1", UserID: id.New(), Email: "a@example.com", FullName: "A"}, PlacedAt: at, ShipToName: "A", ShipToAddress: "B", ShipToCountry: "DE",
		Lines: []ordering.Line{
			{OrderItemID: id.New(), ProductID: product.Text("id"), VariantID: product.Text("variants.0.id"), Quantity: quantity - 1},
			{OrderItemID: id.New(), ProductID: product.Text("id"), VariantID: product.Text("variants.0.id"), Quantity: 1},
		},
	}
}

func TestWholesalePricesAreForWholesaleAccountsAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.product(t, cup())
		path := "/v1/products/" + made.Text("id")
		customer, customerID := s.As(t, auth.RoleCustomer)
		claims := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "wholesale"}) // in the token alone
		tiers := func(api *kit.API) string {
			t.Helper()
			one, list := api.Do(t, "GET", path, nil).Require(t, 200), api.Do(t, "GET", "/v1/products?q=cup", nil).Require(t, 200)
			if fmt.Sprint(one.At("variants.0.wholesalePrices")) != fmt.Sprint(list.At("data.0.variants.0.wholesalePrices")) {
				t.Errorf("%s, and in the list %s", one.Body, list.Body)
			}
			return fmt.Sprint(one.At("variants.0.wholesalePrices"))
		}
		const none, some = "[]", "[map[minQuantity:24 price:8.9] map[minQuantity:100 price:7.5]]"
		for name, row := range map[string]struct {
			api  *kit.API
			want string
		}{"nobody": {s.API, none}, "a customer": {customer, none}, "a token that claims to be": {claims, none}, "an admin": {s.admin, some}} {
			if got := tiers(row.api); got != row.want {
				t.Errorf("%s sees %s", name, got)
			}
		}
		public := s.API.Do(t, "GET", path, nil)
		tag := public.Header.Get("ETag")
		if public.Header.Get("Cache-Control") != "public, no-cache" || public.Header.Get("Vary") != "Authorization" || tag == "" {
			t.Errorf("headers for everybody: %v", public.Header)
		}
		s.API.With("If-None-Match", tag).Do(t, "GET", path, nil).Require(t, 304)
		customer.With("If-None-Match", tag).Do(t, "GET", path, nil).Require(t, 304) // the same prices

		s.Publish(t, identity.AccountCreated{UserID: customerID, AccountType: identity.RetailAccount, Email: "a@example.com", FullName: "A"})
		if got := tiers(customer); got != none {
			t.Errorf("a retail account sees %s", got)
		}
		s.Publish(t, identity.AccountTypeChanged{UserID: customerID, AccountType: identity.WholesaleAccount})
		if got := tiers(customer); got != some {
			t.Errorf("a wholesale account sees %s", got)
		}
		private := customer.With("If-None-Match", tag).Do(t, "GET", path, nil).Require(t, 200)
		if private.Header.Get("Cache-Control") != "private, no-cache" || private.Header.Get("Vary") != "Authorization" || private.Header.Get("ETag") == tag {
			t.Errorf("headers for a wholesale account: %v", private.Header)
		}
		s.API.With("If-None-Match", private.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, 200)
		if held, err := s.Module.Export(t.Context(), s.DB, customerID); err != nil || fmt.Sprint(held) != "map[wholesalePrices:true]" {
			t.Errorf("export: %v, %v", held, err)
		}
		s.Publish(t, identity.AccountErased{UserID: customerID, AddressID: id.New()}, identity.AccountTypeChanged{UserID: customerID, AccountType: identity.WholesaleAccount})
		if got := tiers(customer); got != none {
			t.Errorf("an erased account sees %s", got)
		}
	})
}
