package catalog

import (
	"fmt"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// Staff write and read metadata of a product and its variants; no one else sees it, nor do events
// carry it.
func TestMetadataOfProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		created := s.product(t, simple("Cup", 1, body{
			"metadata": body{"erp_id": " K-4711 ", "secret-note": "first\nsecond"},
			"variants": []body{{"sku": "CUP-1", "price": 1, "metadata": body{"erp_id": "K-4711-1"}}, {"sku": "CUP-2", "price": 1}},
		}))
		path := productPath(created.Text("id"))
		want := kit.Fields{
			"metadata.erp_id": "K-4711", "metadata.secret-note": "first\nsecond", "variants.0.metadata.erp_id": "K-4711-1",
			"variants.1.metadata": map[string]any{},
		}
		created.RequireFields(t, want)
		s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, want)
		s.admin.Do(t, "GET", "/v1/admin/products", nil).Require(t, 200).RequireFields(t, under("data.0", want))
		// Absent, it stays; of variants too.
		s.admin.Do(t, "PATCH", path, body{"name": "Mug"}).Require(t, 200).RequireFields(t, want)

		customer, _ := s.As(t, auth.RoleCustomer)
		token := s.admin.Do(t, "POST", path+"/preview", nil).Require(t, 201).Text("token")
		for _, reader := range []*kit.API{s.API, customer, s.admin} {
			for _, public := range []string{
				"/v1/products/cup", "/v1/products", "/v1/products?q=mug", "/v1/products?fields=card", "/v1/products?ids=" + created.Text("id"),
				"/v1/products/" + created.Text("id") + "?preview=" + token,
			} {
				if got := reader.Do(t, "GET", public, nil).Require(t, 200); strings.Contains(string(got.Body), "K-4711") ||
					strings.Contains(string(got.Body), "metadata") {
					t.Errorf("%s shows metadata: %s", public, got.Body)
				}
			}
			reader.Do(t, "GET", "/v1/products?meta.erp_id=K-4711", nil).Require(t, 422, "unexpected_field")
		}
		for _, e := range eventbustest.Of[events.ProductSaved](log) {
			if strings.Contains(string(kit.JSON(t, e)), "K-4711") {
				t.Errorf("an event carries metadata: %+v", e)
			}
		}

		s.admin.Do(t, "PATCH", path, body{"metadata": body{"other": "x"}}).Require(t, 200).
			RequireFields(t, kit.Fields{"metadata": map[string]any{"other": "x"}, "variants.0.metadata.erp_id": "K-4711-1"})
		version := s.admin.Do(t, "GET", path, nil).Number("version")
		s.admin.Do(t, "PATCH", path, body{"metadata": body{"other": " x "}}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": version})
		s.admin.Do(t, "PATCH", path, body{"metadata": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"metadata": map[string]any{}, "version": version + 1})
	})
}

func TestMetadataOfProductsIsRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		path := productPath(s.product(t, simple("Cup", 1)).Text("id"))
		keys := func(n int) body {
			b := body{}
			for i := range n {
				b[fmt.Sprint("key", i)] = strings.Repeat("ä", 500)
			}
			return b
		}
		for _, call := range []struct{ method, path string }{{"POST", "/v1/admin/products"}, {"PATCH", path}} {
			requireRefused(t, s.admin, call.method, call.path,
				refusal{simple("X", 1, body{"metadata": keys(51)}), []string{"/metadata too_long"}},
				refusal{simple("X", 1, body{"metadata": body{"A": "x", "": "x", "a/b": "x", "ok": "", strings.Repeat("k", 41): "x"}}), []string{
					"/metadata/A bad_format", "/metadata/ bad_format", "/metadata/a~1b bad_format", "/metadata/ok too_short",
					"/metadata/" + strings.Repeat("k", 41) + " bad_format",
				}},
				refusal{simple("X", 1, body{"metadata": body{"a": 1, "b": nil, "c": strings.Repeat("x", 501), "d": "\u0000"}}), []string{
					"/metadata/a wrong_type", "/metadata/b wrong_type", "/metadata/c too_long", "/metadata/d bad_format",
				}},
				refusal{simple("X", 1, body{"metadata": []string{"x"}}), []string{"/metadata wrong_type"}},
				refusal{body{"name": "X", "metadata": body{"Ä": "x"}, "variants": []body{
					{"sku": "X-1", "price": 1, "options": body{"a": "1"}}, {"sku": "X-2", "price": 1, "options": body{"a": "2"}, "metadata": keys(51)},
				}}, []string{"/metadata/Ä bad_format", "/variants/1/metadata too_long"}},
			)
		}
		s.admin.Do(t, "PATCH", path, body{"metadata": keys(50)}).Require(t, 200).RequireFields(t, kit.Fields{
			"metadata.key49": strings.Repeat("ä", 500),
		})
	})
}

// Lists for staff find products of any status by their metadata and that of their variants on sale.
func TestFilterByMetadata(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		add := func(name string, changes body) string {
			s.Clock.Advance(1e9)
			return productPath(s.product(t, simple(name, 1, changes)).Text("id"))
		}
		a := add("A", body{"metadata": body{"erp.id": "1", "line": "Spring, Summer"}, "status": "draft"})
		b := add("B", body{"metadata": body{"erp.id": "2"}, "variants": []body{
			{"sku": "B1", "price": 1, "options": body{"a": "1"}, "metadata": body{"erp.id": "2", "bin": "7"}},
			{"sku": "B2", "price": 1, "options": body{"a": "2"}, "metadata": body{"erp.id": "2.2", "bin": "8"}},
		}})
		add("C", nil)
		s.requireAdminNames(t, map[string][]string{
			"meta.erp.id=1": {"A"}, "meta[erp.id]=2": {"B"}, "meta.erp.id=1,2": {"B", "A"}, "meta.erp.id=2.2": {"B"}, "meta.erp.id=3": nil,
			"meta.line=Spring,%20Summer": {"A"}, "meta.line=spring,%20summer": nil, "meta.erp.id=2&meta.bin=8": {"B"},
			"meta.erp.id=1&meta.bin=8": nil, "meta.erp.id=1&status=active": nil, "q=a&meta.erp.id=1": {"A"}, "q=a&meta.erp.id=2": nil,
			"meta.ERP=1": nil, "meta.erp.id=": {"C", "B", "A"}, "meta.erp.id=1&sort=name": {"A"},
		})
		// Changes count at once.
		s.admin.Do(t, "PATCH", a, body{"metadata": body{"erp.id": "3"}}).Require(t, 200)
		s.admin.Do(t, "PATCH", b, body{"variants": []body{{"sku": "B1", "price": 1, "metadata": body{"bin": "9"}}}, "options": []body{}}).
			Require(t, 200)
		s.requireAdminNames(t, map[string][]string{
			"meta.erp.id=1": nil, "meta.erp.id=3": {"A"}, "meta.line=Spring,%20Summer": nil, "meta.bin=8": nil, "meta.bin=9": {"B"},
		})
		for query, want := range map[string]string{
			"meta=x": "?meta unexpected_field", "meta.a=" + strings.Repeat("x,", 101): "?meta.a too_long",
			"meta.a=" + strings.Repeat("x", 501): "?meta.a too_long", "meta.a=%00": "?meta.a bad_format",
			"meta.%00=1": "?meta.\x00 bad_format",
		} {
			requireRefused(t, s.admin, "GET", "/v1/admin/products?"+query, refusal{nil, []string{want}})
		}
	})
}

// The list for staff filters by attributes as the public one does, and by those that no one else
// sees, of products of any status.
func TestFilterByAttributesAsStaff(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		s.product(t, simple("A", 1, body{"status": "draft", "attributes": values("roast=dark", "supplier=ACME", "weight=250")}))
		s.Clock.Advance(1e9)
		s.product(t, simple("B", 1, body{"attributes": values("roast=light", "weight=500")}))
		s.requireAdminNames(t, map[string][]string{
			"attr.roast=dark": {"A"}, "attr.roast=dark,light": {"B", "A"}, "attr.supplier=acme": {"A"}, "attr.weight=..250": {"A"},
			"attr.weight=250..500&status=active": {"B"}, "attr.none=1": nil, "attr.roast=dark&attr.weight=500": nil, "q=a&attr.supplier=acme": {"A"},
		})
		requireRefused(t, s.admin, "GET", "/v1/admin/products?attr.weight=heavy&attr.organic=yes", refusal{nil, []string{
			"?attr.weight bad_format", "?attr.organic not_allowed",
		}})
	})
}
