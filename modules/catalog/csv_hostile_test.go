package catalog

import (
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Whatever another system's file holds, it is taken as text, within the limits of a product, or its
// row is refused.
func TestImportOfAHostileFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const header = "Handle,Title,Body (HTML),Status,Variant SKU,Variant Price,Image Src,Type\n"
		got := s.importFile(t, header+strings.Join([]string{
			`../../Etc/Passwd,"=cmd|' /C calc'!A0","<script>alert(1)</script><p onclick=""x()"">Hi<img src=x onerror=y>",active,H-1,1,` +
				`"javascript:alert(1)",<b>Tools</b>`,
			"facets,\"Re\u202Everse\nd\x00\",,active,H-2,2,https://e.example/a.jpg|https://e.example/b.jpg,",
			"a,A,,,H-3,1e9,,", "b,B,,,H-4,NaN,,", "c,C,,,H-5,-1,,", "d,D,,,H-6,99999999999,,", ",E,,,H-7,1,,",
			"f," + strings.Repeat("long ", 60) + ",,active,H-8,1,,", "g,G,,,H-1,1,,",
		}, "\n"), 3, 6)
		requireImportErrors(t, got, "5 Variant Price bad_format", "6 Variant Price bad_format", "7 Variant Price bad_format",
			"8 Variant Price bad_format", "9 Handle required", "11 Variant SKU not_allowed")
		s.requireShown(t, "etc-passwd", kit.Fields{
			"name": "=cmd|' /C calc'!A0", "description": "Hi", "images.#": 0, "categories.0.name": "Tools",
		})
		s.admin.Do(t, "GET", "/v1/admin/products?q=H-2", nil).RequireFields(t, under("data.0", kit.Fields{"name": "Reverse d", "images.#": 0}))
		s.requireShown(t, "f", kit.Fields{"variants.0.sku": "H-8"})
		if file := s.exportFile(t); !strings.Contains(file, ",'=cmd|' /C calc'!A0,") {
			t.Errorf("a spreadsheet runs a cell of\n%s", file)
		}
		s.importFile(t, s.exportFile(t), 3, 0).RequireFields(t, kit.Fields{"unchanged": 3})
	})
}

// A product of too many rows, and a header of too many columns.
func TestImportOfAHugeProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var file strings.Builder
		file.WriteString("Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src" +
			strings.Repeat(",x", 500) + "\n")
		for i := range maxProductRows + 2 {
			fmt.Fprintf(&file, "big,Big,Size,S%d,Color,C%d,", i%100, i/100)
			if i < maxVariants+1 {
				fmt.Fprintf(&file, "BIG-%d,1", i)
			} else {
				file.WriteString(",")
			}
			fmt.Fprintf(&file, ",https://e.example/%d.jpg%s\n", i, strings.Repeat(",", 500))
		}
		got := s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath+"?dryRun=true", file.String()).Require(t, 200)
		got.RequireFields(t, kit.Fields{"ignoredColumns.#": 100, "warnings.#": 1000, "rows": maxProductRows + 2, "created": 1})
	})
}
