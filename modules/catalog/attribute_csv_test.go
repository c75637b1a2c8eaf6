package catalog

import (
	"strings"
	"testing"

	"orderd/test/kit"
)

// Files say what products have of attributes: attr: of the product, variant_attr: of the variant of
// the row. One's own export says nothing new.
func TestAttributesInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		s.product(t, coffee(body{"attributes": append(values("roast=dark|medium", "organic=true", "harvest=2026-02-28"),
			body{"code": "origin", "values": []string{"=SUM(A1)|B, \"x\""}})}))
		s.product(t, simple("Plain", 1))
		file := s.exportFile(t)
		if header, _, _ := strings.Cut(file, "\n"); !strings.Contains(header, ",attr:weight,variant_attr:weight,attr:roast,variant_attr:roast,") {
			t.Errorf("the header: %s", header)
		}
		s.importFile(t, file, 3, 0).RequireFields(t, kit.Fields{"unchanged": 2, "ignoredColumns.#": 0, "warnings.#": 0})
		s.importFile(t, strings.ReplaceAll(file, "COFFEE", "TEA"), 3, 0).RequireFields(t, kit.Fields{"updated": 1})
		s.requireShown(t, "coffee", kit.Fields{"variants.#": 4, "variants.2.attributes.0.values.0.value": "250.5", "attributes.#": 4,
			"attributes.3.values.0.value": "=SUM(A1)|B, \"x\""})

		// A column that is there replaces, an empty cell clears, one that is not there leaves alone.
		s.importFile(t, "slug,name,status,sku,price,ATTR:Roast,attr:organic,variant_attr:weight,attr:none\n"+
			"coffee,,,TEA-250,9,light|dark,,\"12,5\",x\nmug,Mug,active,MUG,1,,TRUE,,\n", 2, 0).
			RequireFields(t, kit.Fields{"created": 1, "updated": 1, "ignoredColumns.#": 1, "ignoredColumns.0": "attr:none"})
		s.requireShown(t, "coffee", kit.Fields{"attributes.#": 3, "attributes.0.values.#": 2, "attributes.0.values.0.value": "light",
			"attributes.1.code": "harvest", "variants.2.attributes.0.values.0.value": "12.5",
			"variants.3.attributes.0.values.0.value": "1000"})
		s.requireShown(t, "mug", kit.Fields{"attributes.#": 1, "attributes.0.values.0.value": "true"})
		s.requireNames(t, map[string][]string{"attr.weight=12.5": {"Coffee"}, "attr.roast=light": {"Coffee"},
			"sort=name&attr.organic=true": {"Mug"}})

		got := s.importFile(t, "name,sku,price,attr:roast,attr:organic,attr:harvest,attr:weight,variant_attr:weight,attr:origin\n"+
			"A,A,1,black|dark,maybe,2026-02-30,heavy,1.2345,"+strings.Repeat("x", 501)+"\nB,B,1,dark|dark,,,,,\nC,,,,,,,5,\n"+
			"D,D1,1,dark,,,,,\nD,D2,1,light,,,,,\n", 1, 4)
		requireImportErrors(t, got, "2 attr:harvest bad_format", "2 attr:organic not_allowed", "2 attr:origin too_long",
			"2 attr:roast not_allowed",
			"2 attr:weight bad_format", "2 variant_attr:weight bad_format", "3 attr:roast not_allowed", "4 sku required",
			"6 attr:roast not_allowed")
		preview := s.admin.With("Content-Type", "text/csv").
			Do(t, "POST", "/v1/admin/products/import/preview", "name,attr:roast,attr:none\nA,dark,x\n")
		preview.Require(t, 200).RequireFields(t, kit.Fields{"columns.1.field": "attr:roast", "columns.2.field": nil})
	})
}
