package catalog

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"go.uber.org/goleak"

	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

func build(p moduletest.Deps) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies})
}

// lowStock is the low mark of the tests.
const lowStock = 5

// setup is the module alone, on a database of its own, with an admin.
type setup struct {
	*moduletest.Runner
	admin   *kit.API
	adminID string
}

// eachDatabase runs a test on SQLite and on PostgreSQL, in parallel.
func eachDatabase(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		s.Publish(t, shop.SettingsSaved{Group: shop.GroupCheckout, Version: 1, After: kit.JSON(t, shop.Checkout{LowStock: lowStock})})
		test(t, s)
	})
}

// with returns a copy of b with changes.
func with(b body, changes ...body) body {
	b = maps.Clone(b)
	for _, c := range changes {
		maps.Copy(b, c)
	}
	return b
}

// brand adds a brand and returns its id.
func (s *setup) brand(t *testing.T, b body) string {
	t.Helper()
	return s.admin.Do(t, "POST", "/v1/brands", b).Require(t, 201).Text("id")
}

// category adds a category below parent, "" for a root, and returns its id.
func (s *setup) category(t *testing.T, name, parent string) string {
	t.Helper()
	b := body{"name": name}
	if parent != "" {
		b["parentId"] = parent
	}
	return s.admin.Do(t, "POST", "/v1/categories", b).Require(t, 201).Text("id")
}

// product adds a product and returns it as admins see it.
func (s *setup) product(t *testing.T, b body) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", "/v1/admin/products", b).Require(t, 201)
}

func brandPath(id string) string    { return "/v1/brands/" + id }
func categoryPath(id string) string { return "/v1/categories/" + id }
func productPath(id string) string  { return "/v1/admin/products/" + id }

var moka = body{"name": "Moka & Söhne", "slug": "moka", "logoUrl": "https://cdn.example.com/moka.png"}

// cup is a product with two variants.
func cup(changes ...body) body {
	return with(body{
		"name": "Espresso cup", "description": "Thick porcelain.", "status": "active", "taxClass": "reduced",
		"images":  []body{{"url": "https://cdn.example.com/cup.png", "alt": "A cup"}, {"url": "https://cdn.example.com/two.png"}},
		"options": []body{{"name": "Color", "values": []string{"White", "Black"}}},
		"variants": []body{
			{
				"sku": "CUP-W", "options": body{"Color": "White"}, "price": 12.9, "compareAtPrice": 15, "weightGrams": 310,
				"wholesalePrices": []body{{"minQuantity": 100, "price": 7.5}, {"minQuantity": 24, "price": 8.9}},
			},
			{"sku": "CUP-B", "options": body{"Color": "Black"}, "price": 11.5},
		},
	}, changes...)
}

// simple is an active product with one variant.
func simple(name string, price float64, changes ...body) body {
	return with(body{"name": name, "status": "active", "variants": []body{{"sku": "SKU " + name, "price": price}}}, changes...)
}

// requireAdminOnly checks what each operation of admins answers to anonymous callers, customers,
// and for ids of nothing. path makes the path of an id.
func (s *setup) requireAdminOnly(t *testing.T, method string, path func(id string) string, known string, valid any) {
	t.Helper()
	customer, _ := s.As(t, auth.RoleCustomer)
	s.API.Do(t, method, path(known), valid).Require(t, 401, "unauthenticated")
	customer.Do(t, method, path(known), valid).Require(t, 403, "forbidden")
	for _, unknown := range []string{id.New(), "no-id", "00000000"} {
		customer.Do(t, method, path(unknown), valid).Require(t, 403, "forbidden")
		s.admin.Do(t, method, path(unknown), valid).Require(t, 404, "not_found")
	}
}

// refusal is a request with a fault, and the pointers that the answer must have, with their codes.
type refusal struct {
	body any
	want []string
}

// requireRefused wants a 422 with exactly the pointers of each row.
func requireRefused(t *testing.T, api *kit.API, method, path string, rows ...refusal) {
	t.Helper()
	for _, row := range rows {
		got := api.Do(t, method, path, row.body)
		pointers, want := slices.Sorted(slices.Values(got.Pointers())), slices.Sorted(slices.Values(row.want))
		if got.Status != 422 || !slices.Equal(pointers, want) {
			t.Errorf("%s %s %.300s\ngot  %d %q\nwant 422 %q", method, path, fmt.Sprint(row.body), got.Status, pointers, want)
		}
	}
}

// fieldOfAll returns a field of every row of a list.
func fieldOfAll(t *testing.T, a kit.Answer, field string) []string {
	t.Helper()
	var list struct{ Data []map[string]any }
	a.Require(t, 200).Decode(t, &list)
	var found []string
	for _, row := range list.Data {
		text, _ := row[field].(string)
		found = append(found, text)
	}
	return found
}

// names returns the names of the products that a query finds.
func (s *setup) names(t *testing.T, query string) []string {
	t.Helper()
	return fieldOfAll(t, s.API.Do(t, "GET", "/v1/products?"+query, nil), "name")
}

// requireNames wants the products that each query finds, by name, in this order.
func (s *setup) requireNames(t *testing.T, queries map[string][]string) {
	t.Helper()
	for query, want := range queries {
		if got := s.names(t, query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// requireShown wants fields of a product as everybody sees it.
func (s *setup) requireShown(t *testing.T, idOrSlug string, want kit.Fields) {
	t.Helper()
	s.API.Do(t, "GET", "/v1/products/"+idOrSlug, nil).Require(t, 200).RequireFields(t, want)
}

// requireConsistentIndex compares the numbers of uses in the dictionary with the index.
func (s *setup) requireConsistentIndex(t *testing.T) {
	t.Helper()
	var wrong []string
	err := s.DB.Raw(`SELECT w.word FROM catalog_words w WHERE w.uses <> (SELECT count(*) FROM catalog_index i WHERE i.word = w.word)
		UNION SELECT i.word FROM catalog_index i WHERE NOT EXISTS (SELECT 1 FROM catalog_words w WHERE w.word = i.word)`).Scan(&wrong).Error
	if err != nil || len(wrong) > 0 {
		t.Errorf("the dictionary is wrong about %v, %v", wrong, err)
	}
}
