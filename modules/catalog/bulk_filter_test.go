package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/platform/metadata"
	"orderd/test/kit"
)

// A filter selects by attributes and metadata what the list of products has with the same names: as
// many products, and the same ones.
func TestBulkFilterByAttributesAndMetadata(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		s.product(t, simple("Cup A", 1, body{"status": "draft", "metadata": body{"erp.id": "1", "line": "Spring, Summer"},
			"attributes": values("roast=dark", "supplier=ACME", "weight=250", "organic=true")}))
		s.product(t, body{"name": "Cup B", "status": "active", "attributes": append(values("roast=light", "harvest=2026-02-28"),
			body{"code": "origin", "values": []string{"Peru, Cusco"}}), "variants": []body{
			{"sku": "B1", "price": 1, "options": body{"a": "1"}, "metadata": body{"erp.id": "2"}, "attributes": values("weight=500")},
			{"sku": "B2", "price": 1, "options": body{"a": "2"}, "metadata": body{"erp.id": "2.2", "bin": "8"}},
		}})
		s.product(t, simple("Plate", 1, body{"metadata": body{"erp.id": "3"}}))
		for _, row := range []struct {
			filter body
			query  string
			want   int
		}{
			{body{"attr": body{"roast": []string{"dark"}}}, "attr.roast=dark", 1},
			{body{"attr": body{"roast": []string{"dark", " light "}}}, "attr.roast=dark,light", 2},
			{body{"attr": body{"roast": []string{"dark", "light"}}, "status": "active"}, "attr.roast=dark,light&status=active", 1},
			{body{"attr": body{"supplier": []string{"acme"}, "organic": []string{"true"}}}, "attr.supplier=acme&attr.organic=true", 1},
			{body{"attr": body{"weight": []string{"..250", "500"}}}, "attr.weight=..250,500", 2},
			{body{"attr": body{"harvest": []string{"2026-01-01..2026-12-31"}}}, "attr.harvest=2026-01-01..2026-12-31", 1},
			{body{"attr": body{"origin": []string{"peru, cusco"}}}, "attr.origin=peru,%20cusco", 1},
			{body{"meta": body{"erp.id": []string{"1", "2.2"}}}, "meta.erp.id=1,2.2", 2},
			{body{"meta": body{"line": []string{"Spring, Summer"}}}, "meta.line=Spring,%20Summer", 1},
			{body{"meta": body{"erp.id": []string{"2"}, "bin": []string{"8"}}}, "meta.erp.id=2&meta.bin=8", 1},
			{body{"q": "cup", "meta": body{"erp.id": []string{"1", "3"}}}, "q=cup&meta.erp.id=1,3", 1},
			{body{"attr": body{"weight": []string{"500"}}, "meta": body{"bin": []string{"8"}}}, "attr.weight=500&meta.bin=8", 1},
			{body{"attr": body{}, "meta": body{}}, "", 3},
		} {
			list := s.admin.Do(t, "GET", "/v1/admin/products?"+row.query, nil).Require(t, 200).
				RequireFields(t, kit.Fields{"meta.total": row.want})
			edit := s.admin.Do(t, "POST", bulkPath, body{"filter": row.filter, "action": body{"kind": "add_tags", "tags": []string{"x"}}}).
				Require(t, 201).RequireFields(t, kit.Fields{"total": row.want})
			s.awaitBulk(t, edit.Text("id"))
			results := s.admin.Do(t, "GET", bulkPath+"/"+edit.Text("id")+"/results", nil)
			got, want := fieldOfAll(t, results, "productId"), fieldOfAll(t, list, "id")
			if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%v changes %q, the list has %q", row.filter, got, want)
			}
		}
	})
}

func TestBulkFilterByAttributesAndMetadataRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		s.product(t, simple("Cup", 1, body{"metadata": body{"erp.id": "1"}, "attributes": values("roast=dark", "weight=250")}))
		named := func(n int) body {
			lists := body{}
			for i := range n {
				lists[fmt.Sprint("key", i)] = []string{"x"}
			}
			return lists
		}
		attr := func(code string, values ...string) body { return body{"attr": body{code: values}} }
		meta := func(key string, values ...string) body { return body{"meta": body{key: values}} }
		for _, row := range []struct {
			filter body
			want   []string
		}{
			{body{"brand": []string{}, "category": []string{}, "tag": []string{}},
				[]string{"/filter/brand too_short", "/filter/category too_short", "/filter/tag too_short"}},
			{attr("none", "x"), []string{"/filter/attr/none not_allowed"}},
			{attr("a/b~", "x"), []string{"/filter/attr/a~1b~0 not_allowed"}},
			{attr("", "x"), []string{"/filter/attr/ not_allowed"}},
			{attr("Roast", "dark"), []string{"/filter/attr/Roast not_allowed"}},
			{body{"attr": body{"weight": []string{"heavy"}, "organic": []string{"yes"}, "roast": []string{"dark", "black"},
				"harvest": []string{"1.2.2026"}, "origin": []string{"x"}}}, []string{"/filter/attr/weight bad_format",
				"/filter/attr/organic not_allowed", "/filter/attr/roast not_allowed", "/filter/attr/harvest bad_format"}},
			{attr("weight", "250", "1,5"), []string{"/filter/attr/weight bad_format"}},
			{attr("roast", "dark,light"), []string{"/filter/attr/roast not_allowed"}},
			{body{"attr": body{"roast": []string{}}}, []string{"/filter/attr/roast too_short"}},
			{body{"attr": body{"roast": "dark"}, "meta": body{"a": []int{1}}},
				[]string{"/filter/attr/roast wrong_type", "/filter/meta/a/0 wrong_type"}},
			{body{"attr": []string{"roast"}, "meta": "x"}, []string{"/filter/attr wrong_type", "/filter/meta wrong_type"}},
			{attr("roast", "dark", " "), []string{"/filter/attr/roast/1 too_short"}},
			{meta("erp.id", ""), []string{"/filter/meta/erp.id/0 too_short"}},
			{meta("erp.id", strings.Repeat("x", metadata.MaxValue+1)), []string{"/filter/meta/erp.id/0 too_long"}},
			{meta("erp.id", make([]string, 101)...), []string{"/filter/meta/erp.id too_long"}},
			{meta("ERP", "x"), []string{"/filter/meta/ERP bad_format"}},
			{meta("a/b", "x"), []string{"/filter/meta/a~1b bad_format"}},
			{meta("erp.id", "2"), []string{"/filter not_allowed"}},
			{meta("other", "1"), []string{"/filter not_allowed"}},
			{body{"attr": body{"roast": []string{"light"}}}, []string{"/filter not_allowed"}},
			{body{"attr": named(21), "meta": named(21)}, []string{"/filter/attr too_long", "/filter/meta too_long"}},
			{body{"attr.roast": []string{"dark"}}, []string{"/filter/attr.roast unexpected_field"}},
		} {
			requireRefused(t, s.admin, "POST", bulkPath, refusal{body{"filter": row.filter, "action": body{"kind": "archive"}}, row.want})
		}
		requireRefused(t, s.admin, "POST", bulkPath, refusal{
			body{"filter": attr("none", "x"), "action": body{"kind": "set_attribute", "attribute": body{"code": "no", "values": []string{"x"}}}},
			[]string{"/filter/attr/none not_allowed", "/action/attribute/code not_allowed"},
		})
		asked := body{"filter": attr("none", "x"), "action": body{"kind": "archive"}}
		german := s.admin.With("Accept-Language", "de").Do(t, "POST", bulkPath, asked)
		if detail := german.Text("errors.0.detail"); !strings.HasPrefix(detail, "muss der Code eines ") {
			t.Errorf("the detail in German: %q", detail)
		}
		s.admin.Do(t, "GET", bulkPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
	})
}
