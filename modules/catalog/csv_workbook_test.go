package catalog

import (
	"net/url"
	"strings"
	"testing"

	"orderd/test/kit"
)

// A workbook is read as a CSV is; its lines are the rows of its sheet.
func TestImportOfAWorkbook(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		excel := s.admin.With("Content-Type", workbookType)
		file := kit.Workbook(t, []string{"Name", "SKU", "price", "weightGrams", "description"},
			[]string{"Cup", "C-1", "19.899999999999999", "250", "One\nTwo"}, []string{"Pot", "P-1", "x"}, []string{"", "", "", "", ""},
			[]string{"Mug", "M-1", "1299"})
		// By what it is, not by what it is called.
		for _, api := range []*kit.API{excel, s.admin.With("Content-Type", "text/csv")} {
			got := api.Do(t, "POST", importPath+"?dryRun=true", file).Require(t, 200)
			got.RequireFields(t, kit.Fields{"format": "orderd", "created": 2, "failed": 1, "rows": 3})
			requireImportErrors(t, got, "4 price bad_format")
		}
		excel.Do(t, "POST", importPath, file).Require(t, 200).RequireFields(t, kit.Fields{"created": 2, "failed": 1})
		excel.Do(t, "POST", importPath, file).Require(t, 200).RequireFields(t, kit.Fields{"unchanged": 2})
		s.admin.Do(t, "GET", "/v1/admin/products?q=C-1", nil).RequireFields(t, under("data.0", kit.Fields{
			"variants.0.price": 19.9, "variants.0.weightGrams": 250, "description": "One\nTwo",
		}))
		shopify := kit.Workbook(t, []string{"Handle", "Title", "Variant SKU", "Variant Price", "Type"},
			[]string{"jug", "Jug", "J-1", "7.5", "A > B"})
		excel.Do(t, "POST", importPath, shopify).Require(t, 200).RequireFields(t, kit.Fields{"format": "shopify", "created": 1})
		for _, broken := range []string{file[:len(file)/2], "PK\x03\x04", "\xd0\xcf\x11\xe0" + strings.Repeat("\x00", 600)} {
			excel.Do(t, "POST", importPath, broken).Require(t, 422, "validation_failed")
		}
		s.admin.With("Content-Type", "application/zip").Do(t, "POST", importPath, file).Require(t, 415, "unsupported_media_type")
	})
}

// A preview says how a file is read, whatever is wrong with its columns, and imports nothing.
func TestPreviewOfAnImport(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		got := csv.Do(t, "POST", importPath+"/preview", sample(t, "shopify.csv")).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"format": "shopify", "columns.0.column": "Handle", "columns.0.field": "handle", "columns.0.samples.#": 3,
			"columns.0.samples.1": "mug", "columns.2.samples.0": "<p>Woven in <strong>Lithuania</strong>.</p> <ul><li>Washable</li><li>Light</li><",
			"columns.6.column": "Tags", "columns.6.field": "tags", "columns.6.suggestion": nil,
		})
		csv.Do(t, "POST", importPath+"/preview", "Nr;prise\n1;2\n").Require(t, 200).RequireFields(t, kit.Fields{
			"format": "orderd", "columns.#": 2, "columns.1.field": nil, "columns.1.suggestion": "price", "columns.1.samples.0": "2",
		})
		csv.Do(t, "POST", importPath+"/preview?mapping="+url.QueryEscape(`{"Nr":"sku"}`), "Nr;prise\n1;2\n").Require(t, 200).
			RequireFields(t, kit.Fields{"columns.0.field": "sku"})
		csv.Do(t, "POST", importPath+"/preview", "").Require(t, 422, "validation_failed")
		s.API.With("Content-Type", "text/csv").Do(t, "POST", importPath+"/preview", nil).Require(t, 401, "unauthenticated")
		key, _ := s.AsKey(t, "products:read")
		key.With("Content-Type", "text/csv").Do(t, "POST", importPath+"/preview", "name\n").Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", "/v1/admin/products", nil).RequireFields(t, kit.Fields{"meta.total": 0})
	})
}
