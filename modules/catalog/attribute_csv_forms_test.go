package catalog

import (
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Thousands and decimals of an attribute's number look alike where three digits are behind one
// separator. One's own export has a fourth there, and so has what a workbook is read as.
func TestNumbersOfAttributesInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		got := s.importFile(t, "name;sku;price;attr:weight\nA;A;1;1.299\nB;B;1;1,299\nC;C;1;-1,299\n", 0, 3)
		requireImportErrors(t, got, "2 attr:weight bad_format", "3 attr:weight bad_format", "4 attr:weight bad_format")
		if detail := got.Text("errors.0.detail"); !strings.Contains(detail, "1299 or 1.299") {
			t.Errorf("the detail of 1.299: %s", detail)
		}
		for cell, want := range map[string]string{
			"1299": "1299", "1,2990": "1.299", "0,125": "0.125", "1.299,5": "1299.5", "-0.5": "-0.5", "1 299,50": "1299.5",
		} {
			s.importFile(t, "slug;name;status;sku;price;attr:weight\np;P;active;P;1;"+cell+"\n", 1, 0)
			s.requireShown(t, "p", kit.Fields{"attributes.0.values.0.value": want})
		}
		s.importFile(t, "slug,attr:weight\np,1.2990\n", 1, 0)
		s.importFile(t, s.exportFile(t), 1, 0).RequireFields(t, kit.Fields{"unchanged": 1})
	})
}

// The numbers of a workbook have no form to be mistaken.
func TestNumbersOfAttributesInWorkbooks(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		file := kit.Workbook(t, []string{"name", "status", "sku", "price", "attr:weight", "variant_attr:weight"},
			[]string{"P", "active", "P", "1", "0.125", "1250.125"})
		s.admin.With("Content-Type", workbookType).Do(t, "POST", importPath, file).Require(t, 200).
			RequireFields(t, kit.Fields{"saved": 1, "errors.#": 0})
		s.requireShown(t, "p", kit.Fields{
			"attributes.0.values.0.value": "0.125", "variants.0.attributes.0.values.0.value": "1250.125",
		})
	})
}

// Spreadsheets write dates and truth in the language of their computer.
func TestDatesAndTruthOfAttributesInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		for cells, want := range map[string][2]string{
			"20.11.2026;WAHR": {"true", "2026-11-20"}, "2026-11-21 00:00:00;ja": {"true", "2026-11-21"},
			"31/12/2026;Yes": {"true", "2026-12-31"}, "2/2/2026;FALSCH": {"false", "2026-02-02"},
			"2026-11-22T00:00:00;no": {"false", "2026-11-22"}, "1.2.2026;1": {"true", "2026-02-01"},
		} {
			s.importFile(t, "slug;name;status;sku;price;attr:harvest;attr:organic\np;P;active;P;1;"+cells+"\n", 1, 0)
			s.requireShown(t, "p", kit.Fields{"attributes.0.values.0.value": want[0], "attributes.1.values.0.value": want[1]})
		}
		got := s.importFile(t, "slug;attr:harvest\np;3/4/2026\np;2026-11-20 10:00:00\n", 0, 2)
		requireImportErrors(t, got, "2 attr:harvest bad_format", "3 attr:harvest bad_format")
		if detail := got.Text("errors.0.detail"); !strings.Contains(detail, "2026-04-03 or 2026-03-04") {
			t.Errorf("the detail of 3/4/2026: %s", detail)
		}
	})
}

// A column that is nearly that of an attribute is an error, as any other is.
func TestMisspeltColumnsOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		csv := s.admin.With("Content-Type", "text/csv")
		for column, near := range map[string]string{
			"attr:raost": "attr:roast", "ATTR:wieght": "attr:weight", "variants_attr:roast": "variant_attr:roast",
			"atr:origin": "attr:origin", "variant_attr:origi": "variant_attr:origin", "attr:orgnic": "attr:organic",
		} {
			got := csv.Do(t, "POST", importPath, "name,"+column+"\nMug,x\n").Require(t, 422, "validation_failed")
			if detail := got.Text("errors.0.detail"); !strings.HasSuffix(detail, "is it "+near+"?") {
				t.Errorf("%s: %s", column, detail)
			}
			csv.Do(t, "POST", importPath+"/preview", "name,"+column+"\nMug,x\n").
				RequireFields(t, kit.Fields{"columns.1.field": nil, "columns.1.suggestion": near})
		}
		s.importFile(t, "name,attr:none,attr:roaster2,color:roast\nMug,x,x,x\n", 1, 0).
			RequireFields(t, kit.Fields{"ignoredColumns.#": 3})
	})
}

// The rows of a product give it no more attributes together than a form can save.
func TestAttributesOfSeveralRows(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		header, first, second := "name,sku,price", "Mug,M1,1", "Mug,M2,2"
		for i := range maxProductAttributes + 1 {
			s.attribute(t, attributeOf(fmt.Sprintf("a%d", i), "text"))
			header += fmt.Sprintf(",attr:a%d", i)
			if i%2 == 0 {
				first, second = first+",x", second+","
			} else {
				first, second = first+",", second+",x"
			}
		}
		got := s.importFile(t, header+"\n"+first+"\n"+second+"\n", 0, 2)
		requireImportErrors(t, got, "2 - not_allowed", "3 - not_allowed")
		s.admin.Do(t, "GET", "/v1/admin/products", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
	})
}
