package catalog

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"orderd/test/kit"
)

// workbookOf is a workbook whose sheet has the rows, the first one in its second line.
func workbookOf(t *testing.T, rows ...[]string) string {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString(`<worksheet><sheetData>`)
	for i, row := range rows {
		fmt.Fprintf(&sheet, `<row r="%d">`, i+2)
		for column, cell := range row {
			if cell == "" {
				continue
			}
			place := fmt.Sprintf("%c%d", 'A'+column, i+2)
			if strings.Trim(cell, "0123456789.") == "" {
				fmt.Fprintf(&sheet, `<c r="%s"><v>%s</v></c>`, place, cell)
				continue
			}
			fmt.Fprintf(&sheet, `<c r="%s" t="inlineStr"><is><t>`, place)
			if err := xml.EscapeText(&sheet, []byte(cell)); err != nil {
				t.Fatal(err)
			}
			sheet.WriteString(`</t></is></c>`)
		}
		sheet.WriteString(`</row>`)
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	return workbookWith(t, sheet.String(), "<sst/>")
}

// workbookWith is a workbook of a sheet and of texts that its cells share.
func workbookWith(t *testing.T, sheet, shared string) string {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for name, content := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="x"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="x" Target="worksheets/a.xml"/></Relationships>`,
		"xl/worksheets/a.xml":        sheet, "xl/sharedStrings.xml": shared,
	} {
		part, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// A workbook is read as a CSV is; its lines are the rows of its sheet.
func TestImportOfAWorkbook(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		excel := s.admin.With("Content-Type", workbookType)
		file := workbookOf(t, []string{"Name", "SKU", "price", "weightGrams", "description"},
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
		shopify := workbookOf(t, []string{"Handle", "Title", "Variant SKU", "Variant Price", "Type"},
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
