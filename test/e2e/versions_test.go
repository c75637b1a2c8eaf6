package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/test/kit"
)

// versioned is a resource whose changes take If-Match.
type versioned struct {
	read, write string               // its paths in the document
	method      string               // of a change
	gone        int                  // the status of a DELETE that is there too
	make        func(s *shop) string // returns the id
	change      func(n int) object   // the n-th change, which changes something after the one before
}

// anAddress is the n-th of a street.
func anAddress(n int) object {
	return object{"fullName": "Grace Hopper", "line1": fmt.Sprint("Torstraße ", n), "city": "Berlin", "postalCode": "10119", "country": "DE"}
}

// someMember is a new member of the staff.
func someMember(s *shop) string {
	id := s.customer("member").ID
	s.admin.Do(s.t, "PATCH", "/v1/admin/users/"+id, object{"role": "admin"}).Require(s.t, 200)
	return id
}

// versionedResources are all resources whose changes take If-Match.
func versionedResources(s *shop) []versioned {
	made := func(path string, body object, name string) func(*shop) string {
		return func(s *shop) string { return s.admin.Do(s.t, "POST", path, body).Require(s.t, 201).Text(name) }
	}
	rename := func(n int) object { return object{"name": fmt.Sprint("Name ", n)} }
	product := func(at string) func(*shop) string {
		return func(s *shop) string {
			return made("/v1/admin/products", object{"name": someone("Moka pot"), "variants": []object{{"sku": someone("sku"), "price": 10}}}, at)(s)
		}
	}
	customer := func(s *shop) string { return s.customer("edited").ID }
	orderOf := func(what string) func(s *shop) string {
		return func(s *shop) string {
			productID, methodID := s.newProduct(what)
			return s.guestOrder(someone("guest"), productID, methodID).Require(s.t, 201).Text("id")
		}
	}
	var roles []string
	for i := range 2 {
		roles = append(roles, made("/v1/admin/roles", object{"name": fmt.Sprint("Role ", i), "scopes": []string{"orders:read"}}, "id")(s))
	}
	related := []string{product("id")(s), product("id")(s)}
	const (
		products, brands, categories = "/v1/admin/products/{id}", "/v1/brands/{id}", "/v1/categories/{id}"
		collections, attributes      = "/v1/admin/collections/{id}", "/v1/admin/attributes/{id}"
		synonyms, plans              = "/v1/admin/search/synonyms", "/v1/admin/price-plans/{id}"
		promotions, methods          = "/v1/admin/promotions/{id}", "/v1/admin/shipping-methods/{id}"
		roleAt, keys, hooks          = "/v1/admin/roles/{id}", "/v1/admin/api-keys/{id}", "/v1/admin/webhooks/{id}"
		stock, users, staff          = "/v1/admin/stock/{id}", "/v1/admin/users/{id}", "/v1/admin/staff/{id}"
		orders                       = "/v1/admin/orders/{id}"
		pages                        = "/v1/admin/pages/{kind}/{locale}"
	)
	all := []versioned{
		{products, products, "PATCH", 204, product("id"), rename},
		{brands, brands, "PATCH", 204, made("/v1/brands", object{"name": "Moka & Söhne"}, "id"), rename},
		{categories, categories, "PATCH", 204, made("/v1/categories", object{"name": "Coffee"}, "id"), rename},
		{collections, collections, "PATCH", 204, made("/v1/admin/collections", object{"name": "Gifts"}, "id"), rename},
		{attributes, attributes, "PATCH", 204, made("/v1/admin/attributes", object{"code": "roast", "kind": "choice",
			"names": []object{{"locale": "en", "name": "Roast"}}}, "id"), func(n int) object { return object{"position": n} }},
		{products + "/related", products + "/related", "PUT", 0, product("id"), func(n int) object {
			return object{"accessories": related[n%2:], "similar": []string{}, "replaces": []string{}}
		}},
		{synonyms, synonyms, "PUT", 0, func(*shop) string { return someone("synonyms") }, func(n int) object {
			return object{"groups": []object{{"words": []string{"cup", fmt.Sprint("mug", n)}}}, "rules": []object{}}
		}},
		{plans, plans, "PATCH", 0, func(s *shop) string {
			starts, publish := time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339), []string{product("id")(s)}
			return made("/v1/admin/price-plans", object{"name": "Sale", "startsAt": starts, "publish": publish}, "id")(s)
		}, rename},
		{promotions, promotions, "PATCH", 204, made("/v1/admin/promotions", object{"code": "SPRING", "kind": "percent", "value": 5}, "id"),
			func(n int) object { return object{"value": 10 + n} }},
		{methods, methods, "PATCH", 204, made("/v1/admin/shipping-methods", object{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4},
			"id"), rename},
		{stock, stock, "PUT", 0, product("variants.0.id"), func(n int) object { return object{"onHand": 10 + n} }},
		{users, users, "PATCH", 0, customer, func(n int) object { return object{"disabled": n%2 == 1} }},
		{roleAt, roleAt, "PATCH", 204, made("/v1/admin/roles", object{"name": "Packer", "scopes": []string{"orders:read"}}, "id"), rename},
		{keys, keys, "PATCH", 204, made("/v1/admin/api-keys", object{"name": "ERP", "scopes": []string{"orders:read"}}, "id"), rename},
		// Of events that do not happen here: an event on its way would change what is read (pending).
		{hooks, hooks, "PATCH", 204, made("/v1/admin/webhooks", object{"url": "https://hooks.example.com/orderd",
			"events": []string{"wholesale.*"}}, "id"),
			func(n int) object { return object{"description": fmt.Sprint("Description ", n)} }},
		{orders, orders, "PATCH", 0, orderOf("Teapot"), func(n int) object { return object{"metadata": object{"erp.id": fmt.Sprint(n)}} }},
		{orders, orders + "/ship-to", "PATCH", 0, orderOf("Moka pot"), anAddress},
		{orders, orders + "/bill-to", "PATCH", 0, orderOf("Cup"), anAddress},
		{pages, pages, "PUT", 204, func(s *shop) string {
			s.admin.Do(s.t, "PUT", "/v1/admin/pages/terms/en", object{"title": "Terms", "text": "To be written."}).Require(s.t, 200)
			return "terms/en"
		}, func(n int) object { return object{"title": "Terms", "text": fmt.Sprint("Draft ", n)} }},
		{users, staff, "PATCH", 200, someMember, func(n int) object { return object{"roleId": roles[n%2]} }},
	}
	return slices.Concat(all, versionedAutomatic(made), versionedSettings())
}

// versionedAutomatic are the automatic promotions.
func versionedAutomatic(made func(path string, body object, name string) func(*shop) string) []versioned {
	const path = "/v1/admin/automatic-promotions"
	sale := made(path, object{"name": "Spring sale", "kind": "percent", "value": 5}, "id")
	return []versioned{{path + "/{id}", path + "/{id}", "PATCH", 204, sale, func(n int) object { return object{"value": 10 + n} }}}
}

// versionedSettings are the groups of settings.
func versionedSettings() (all []versioned) {
	for group, change := range map[string]func(n int) object{
		"profile":    func(n int) object { return object{"phone": fmt.Sprint("+49 30 ", n)} },
		"seller":     func(n int) object { return object{"managers": fmt.Sprint("Manager ", n)} },
		"bank":       func(n int) object { return object{"holder": fmt.Sprint("Holder ", n)} },
		"tax":        func(n int) object { return object{"destinationRates": n%2 == 1} },
		"checkout":   func(n int) object { return object{"lowStock": 10 + n} },
		"loyalty":    func(n int) object { return object{"voucherDays": 100 + n} },
		"mail":       func(n int) object { return object{"senderName": fmt.Sprint("Sender ", n)} },
		"storefront": func(n int) object { return object{"accent": fmt.Sprintf("#%06x", n)} },
	} {
		path := "/v1/admin/settings/" + group
		all = append(all, versioned{path, path, "PUT", 0, func(*shop) string { return someone(group) }, change})
	}
	return all
}

func (v versioned) at(path, id string) string {
	return strings.NewReplacer("{id}", id, "{kind}/{locale}", id).Replace(path)
}

// versionOf is what the ETag names: the revision of a resource whose version is something else.
func versionOf(a kit.Answer) string {
	if revision := a.At("revision"); revision != nil {
		return fmt.Sprint(revision)
	}
	return fmt.Sprint(a.At("version"))
}

// Two admins read a resource, and both change it: the second one's change is refused and nothing is
// lost. Each resource with a version, on both databases.
func TestNoUpdateIsLost(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		resources := versionedResources(s)
		requireAllTakeIfMatch(t, s, resources)
		for _, v := range resources {
			t.Run(v.write, func(t *testing.T) {
				id := v.make(s)
				read, write := v.at(v.read, id), v.at(v.write, id)
				tag := requireVersion(t, s.admin.Do(t, "GET", read, nil).Require(t, 200))
				first := s.admin.With("If-Match", tag)
				changed := requireVersion(t, first.With("Idempotency-Key", id).Do(t, v.method, write, v.change(1)).Require(t, 200))
				if changed == tag {
					t.Fatalf("the version stays %s", tag)
				}
				again := first.With("Idempotency-Key", id).Do(t, v.method, write, v.change(1)).Require(t, 200)
				if again.Header.Get("ETag") != changed || again.Header.Get("Idempotency-Replayed") != "true" {
					t.Errorf("repeated: %v", again.Header)
				}
				requireRefusals(t, s, v, id, tag)
				accepted := s.admin.With("If-Match", `W/"1", "other", `+s.admin.Do(t, "GET", read, nil).Header.Get("ETag"))
				now := requireVersion(t, accepted.Do(t, v.method, write, v.change(2)).Require(t, 200))
				// Clients without the header overwrite, as they always did.
				requireVersion(t, s.admin.Do(t, v.method, write, v.change(3)).Require(t, 200))
				s.admin.With("If-Match", now).Do(t, v.method, write, v.change(4)).Require(t, 412, "precondition_failed")
				s.admin.With("If-Match", "*").Do(t, v.method, write, v.change(4)).Require(t, 200)
				if v.gone != 0 {
					s.admin.With("If-Match", now).Do(t, "DELETE", write, nil).Require(t, 412, "precondition_failed")
					tag := s.admin.Do(t, "GET", read, nil).Require(t, 200).Header.Get("ETag")
					s.admin.With("If-Match", tag).Do(t, "DELETE", write, nil).Require(t, v.gone)
				}
				if unknown := v.at(v.write, "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"); unknown != v.write {
					s.admin.With("If-Match", `"1"`).Do(t, v.method, unknown, v.change(1)).Require(t, 404)
				}
			})
		}
	})
}

// Of many changes that are based on one version, exactly one is made.
func TestOneOfManyUpdatesWins(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		for _, v := range versionedResources(s) {
			t.Run(v.write, func(t *testing.T) {
				id := v.make(s)
				read, write := v.at(v.read, id), v.at(v.write, id)
				before := s.admin.Do(t, "GET", read, nil).Require(t, 200)
				caller := s.admin.With("If-Match", before.Header.Get("ETag"))
				got := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
					return caller.Try(v.method, write, v.change(2*i+1))
				})
				if !maps.Equal(got, map[int]int{200: 1, 412: 19}) {
					t.Errorf("20 at once: %v", got)
				}
				after := s.admin.Do(t, "GET", read, nil).Require(t, 200)
				if next := versionAfter(t, before); versionOf(after) != next {
					t.Errorf("version %s, want %s", versionOf(after), next)
				}
			})
		}
	})
}

// versionAfter is the next version.
func versionAfter(t *testing.T, a kit.Answer) string {
	t.Helper()
	n, err := strconv.Atoi(versionOf(a))
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(n + 1)
}

// requireVersion returns the ETag, which is the version between quotes. What caches may keep has
// more in it, after a point.
func requireVersion(t *testing.T, a kit.Answer) string {
	t.Helper()
	tag := a.Header.Get("ETag")
	version, _, _ := strings.Cut(strings.Trim(tag, `"`), ".")
	if version != versionOf(a) || !strings.HasPrefix(tag, `"`) {
		t.Fatalf("ETag %s of %s", tag, a.Body)
	}
	return tag
}

// requireRefusals wants a 412, and nothing changed, for every header that does not name the current
// version, and a 422 for those that are malformed. stale is the ETag of the version before.
func requireRefusals(t *testing.T, s *shop, v versioned, id, stale string) {
	t.Helper()
	read, write := v.at(v.read, id), v.at(v.write, id)
	before := s.admin.Do(t, "GET", read, nil).Require(t, 200)
	current := versionOf(before)
	for _, tags := range []string{stale, `"0"`, `"` + current + `0"`, `W/"` + current + `"`, `"x", "-` + current + `"`, `"` + current + `x"`,
		`"` + current + `,y"`} {
		a := s.admin.With("If-Match", tags).Do(t, v.method, write, v.change(2)).Require(t, 412, "precondition_failed")
		if fmt.Sprint(a.At("current")) != current {
			t.Errorf("%s: current %v, want %s", tags, a.At("current"), current)
		}
	}
	for _, tags := range []string{current, `"` + current, `"` + current + `" "x"`, `*, "` + current + `"`, " ", ""} {
		a := s.admin.With("If-Match", tags).Do(t, v.method, write, v.change(2)).Require(t, 422, "validation_failed")
		if !slices.Equal(a.Pointers(), []string{"If-Match bad_format"}) {
			t.Errorf("%q: %v", tags, a.Pointers())
		}
	}
	if after := s.admin.Do(t, "GET", read, nil).Require(t, 200); string(after.Body) != string(before.Body) {
		t.Errorf("%s, before %s", after.Body, before.Body)
	}
}

// requireAllTakeIfMatch wants of the document that each change of a resource with a version takes
// If-Match and may answer 412, that each answer with one has the ETag, and that all of these
// operations are among the resources.
func requireAllTakeIfMatch(t *testing.T, s *shop, resources []versioned) {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(s.api.Do(t, "GET", "/openapi.json", nil).Require(t, 200).Body)
	if err != nil {
		t.Fatal(err)
	}
	// Commands, and the file of a method's rates, whose modules test what they do with If-Match.
	others := []string{
		"POST /v1/admin/webhooks/{id}/rotate-secret", "POST /v1/admin/pages/{kind}/{locale}/publish",
		"PUT /v1/admin/shipping-methods/{id}/rates", "POST /v1/admin/price-plans/{id}/cancel",
	}
	want, got := []string{}, slices.Clone(others)
	for _, v := range resources {
		got = append(got, v.method+" "+v.write)
		if v.gone != 0 {
			got = append(got, "DELETE "+v.write)
		}
	}
	for path, item := range document.Paths.Map() {
		operations := item.Operations()
		known := slices.ContainsFunc(slices.Collect(maps.Values(operations)), answersVersion)
		for method, o := range operations {
			takes := o.Parameters.GetByInAndName("header", "If-Match") != nil
			changes := slices.Contains([]string{http.MethodPatch, http.MethodPut, http.MethodDelete}, method)
			switch {
			case takes != (known && changes || slices.Contains(others, method+" "+path)):
				t.Errorf("%s %s: takes If-Match: %t, and the resource has a version: %t", method, path, takes, known)
			case takes && o.Responses.Value("412") == nil:
				t.Errorf("%s %s takes If-Match and never answers 412", method, path)
			case takes:
				want = append(want, method+" "+path)
			}
			if success := successOf(o); answersVersion(o) && success.Headers["ETag"] == nil {
				t.Errorf("%s %s answers with a version and without ETag", method, path)
			}
		}
	}
	if slices.Sort(want); !slices.Equal(want, slices.Sorted(slices.Values(got))) {
		t.Errorf("these operations take If-Match:\n%s\nthese are tested:\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

// successOf is the response of success, or nil.
func successOf(o *openapi3.Operation) *openapi3.Response {
	for _, status := range []string{"200", "201"} {
		if r := o.Responses.Value(status); r != nil {
			return r.Value
		}
	}
	return nil
}

// answersVersion reports whether the operation answers with an object that has a version.
func answersVersion(o *openapi3.Operation) bool {
	success := successOf(o)
	if success == nil || success.Content.Get("application/json") == nil {
		return false
	}
	return success.Content.Get("application/json").Schema.Value.Properties["version"] != nil
}
