package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// adminNames returns the names of the products that a query of an admin finds.
func (s *setup) adminNames(t *testing.T, query string) []string {
	t.Helper()
	return fieldOfAll(t, s.admin.Do(t, "GET", "/v1/admin/products?"+query, nil), "name")
}

func (s *setup) requireAdminNames(t *testing.T, queries map[string][]string) {
	t.Helper()
	for query, want := range queries {
		if got := s.adminNames(t, query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestFiltersOfTheListForAdmins(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID, cups := s.brand(t, moka), s.category(t, "Cups", "")
		small := s.category(t, "Small cups", cups)
		variantOf := map[string]string{}
		add := func(name string, changes body) {
			t.Helper()
			s.Clock.Advance(1e9)
			variantOf[name] = s.product(t, simple(name, 10, changes)).Text("variants.0.id")
		}
		add("A", body{"brandId": brandID, "status": "draft", "variants": []body{{"sku": "Käse-1a", "price": 3}}})
		add("B", body{"categoryIds": []string{small}, "variants": []body{{"sku": "KÄSE-2B", "price": 2}}})
		add("C", body{"taxClass": "zero", "brandId": brandID, "categoryIds": []string{cups}})
		s.Clock.Advance(1e9)
		s.product(t, body{"name": "D", "status": "archived"}) // without a variant
		for _, stock := range []struct {
			name string
			n    int64
		}{{"B", lowStock}, {"C", lowStock + 1}} {
			s.Publish(t, ordering.StockChanged{VariantID: variantOf[stock.name], Available: stock.n})
		}
		s.requireAdminNames(t, map[string][]string{
			"q=k%C3%A4se-1": {"A"}, "q=K%C3%84SE": {"B", "A"}, "q=2b": {"B"}, "q=se-": {"B", "A"}, "q=%25": nil, "q=a": {"B", "A"},
			"q=kase-1": {"A"}, "q=KAESE": {"B", "A"}, "q=kaese+2b": {"B"}, "q=kse-1": nil,
			"brand=moka": {"C", "A"}, "brand=" + brandID: {"C", "A"}, "brand=none": nil, "brand=" + id.New(): nil,
			"brand=moka,none&category=cups&category=none": {"C"}, "category=none,cups": {"C", "B"}, "category=none,never": nil,
			"category=cups": {"C", "B"}, "category=" + small: {"B"}, "category=none": nil,
			"taxClass=zero": {"C"}, "taxClass=standard&brand=moka": {"A"}, "status=active&category=cups": {"C", "B"},
			"stock=out": {"A"}, "stock=low": {"B", "A"}, "stock=low&status=active": {"B"},
			"sort=name": {"A", "B", "C", "D"}, "sort=-name": {"D", "C", "B", "A"}, "sort=createdAt": {"A", "B", "C", "D"},
			"sort=price": {"B", "A", "C", "D"}, "sort=-price": {"C", "A", "B", "D"}, "sort=-updatedAt": {"D", "C", "B", "A"},
		})
		// A list by stock is never older than the stock.
		s.Publish(t, ordering.StockChanged{VariantID: variantOf["B"], Available: lowStock + 1})
		s.requireAdminNames(t, map[string][]string{"stock=low": {"A"}, "stock=out": {"A"}})
		s.admin.Do(t, "PATCH", productPath(s.productID(t, "A")), body{"name": "Z"}).Require(t, 200)
		s.requireAdminNames(t, map[string][]string{"sort=-updatedAt&limit=1": {"Z"}, "sort=updatedAt": {"B", "C", "D", "Z"}})
		requireRefused(t, s.admin, "GET", "/v1/admin/products?stock=some&taxClass=none&sort=sku", refusal{nil, []string{
			"?stock not_allowed", "?taxClass not_allowed", "?sort not_allowed",
		}})
	})
}

// productID returns the id of the product with the name.
func (s *setup) productID(t *testing.T, name string) string {
	t.Helper()
	list := s.admin.Do(t, "GET", "/v1/admin/products?limit=100", nil)
	names, ids := fieldOfAll(t, list, "name"), fieldOfAll(t, list, "id")
	return ids[slices.Index(names, name)]
}

// Staff find a product by words of its name and SKU in any spelling, and with typing errors; by new
// ones after a change.
func TestFindProductsAsStaff(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Hafenröstung", 10))
		press := s.product(t, simple("Travel press", 10)).Text("id")
		s.requireAdminNames(t, map[string][]string{
			"q=hafenrostung": {"Hafenröstung"}, "q=hafenroestung": {"Hafenröstung"}, "q=HAFENR%C3%96STUNG": {"Hafenröstung"},
			"q=hafenrosstung": {"Hafenröstung"},
			"q=travl+pres":    {"Travel press"}, "q=press+travel": {"Travel press"}, "q=travl&status=draft": nil, "q=xyzzy": nil,
		})
		s.admin.Do(t, "PATCH", productPath(press), body{"name": "Reisekanne"}).Require(t, 200)
		s.requireAdminNames(t, map[string][]string{"q=kanne": {"Reisekanne"}, "q=reisekane": {"Reisekanne"}})
	})
}

// A brand and a category count what the list finds of them.
func TestCountProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		path := "/v1/admin/products/counts"
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		customer, _ := s.As(t, auth.RoleCustomer)
		customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", path+"?status=draft", nil).Require(t, 422, "unexpected_field")
		brandID, cups := s.brand(t, moka), s.category(t, "Cups", "")
		small, empty := s.category(t, "Small cups", cups), s.category(t, "Empty", "")
		s.product(t, simple("A", 10, body{"brandId": brandID, "status": "draft", "categoryIds": []string{cups, small}}))
		s.product(t, simple("B", 10, body{"categoryIds": []string{small}}))
		s.product(t, simple("C", 10, body{"brandId": brandID, "categoryIds": []string{cups}}))
		s.product(t, body{"name": "D", "status": "archived"})
		counts := s.admin.Do(t, "GET", path, nil).Require(t, 200)
		counts.RequireFields(t, kit.Fields{"brands." + brandID: 2, "categories." + cups: 3, "categories." + small: 2})
		if strings.Contains(string(counts.Body), empty) {
			t.Errorf("a category without a product is named: %s", counts.Body)
		}
		for query, want := range map[string][]string{"brand=" + brandID: {"C", "A"}, "category=" + cups: {"C", "B", "A"},
			"category=" + small: {"B", "A"}} {
			if got := s.adminNames(t, query); len(got) != len(want) {
				t.Errorf("%s finds %q, and not %d", query, got, len(want))
			}
		}
	})
}

// A client reads the rows that it names in one request.
func TestListsByIDs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := map[string][]string{}
		for i := range 3 {
			ids["/v1/brands"] = append(ids["/v1/brands"], s.brand(t, body{"name": fmt.Sprint("Brand ", i)}))
			ids["/v1/categories"] = append(ids["/v1/categories"], s.category(t, fmt.Sprint("Category ", i), ""))
			productID := s.product(t, simple(fmt.Sprint("Cup ", i), 1)).Text("id")
			ids["/v1/products"], ids["/v1/admin/products"] = append(ids["/v1/products"], productID), append(ids["/v1/admin/products"], productID)
		}
		for path, known := range ids {
			for query, want := range map[string][]string{
				"ids=" + known[0]: {known[0]},
				"ids=" + known[2] + "," + id.New() + "," + known[1]: {known[1], known[2]},
				"ids=" + id.New(): nil,
				"ids=":            known,
			} {
				got := fieldOfAll(t, s.admin.Do(t, "GET", path+"?"+query, nil), "id")
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%s?%s: %q, want %q", path, query, got, want)
				}
			}
			if got := s.admin.Do(t, "GET", path+"?limit=1&ids="+known[0]+","+known[1], nil).Require(t, 200).Number("meta.total"); got != 2 {
				t.Errorf("%s: %v of two", path, got)
			}
			hundred := strings.TrimSuffix(strings.Repeat(known[0]+",", 100), ",")
			s.admin.Do(t, "GET", path+"?ids="+hundred, nil).Require(t, 200)
			requireRefused(t, s.admin, "GET", path+"?ids="+hundred+","+known[1], refusal{nil, []string{"?ids too_long"}})
			requireRefused(t, s.admin, "GET", path+"?ids=1,2", refusal{nil, []string{"?ids bad_format"}})
		}
		s.admin.Do(t, "GET", "/v1/products?q=cup&ids="+ids["/v1/products"][1], nil).Require(t, 200).
			RequireFields(t, map[string]any{"meta.total": 1})
	})
}
