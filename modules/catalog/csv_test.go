package catalog

import (
	"encoding/csv"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/tablefile"
	"orderd/test/kit"
)

const (
	importPath = "/v1/admin/products/import"
	exportPath = "/v1/admin/products/export"
)

// importFile imports a file, and wants the numbers of rows that were saved and that failed. Before,
// it makes a dry run, and wants the same report of it.
func (s *setup) importFile(t *testing.T, file string, saved, failed int) kit.Answer {
	t.Helper()
	csv := s.admin.With("Content-Type", "text/csv")
	dry := csv.Do(t, "POST", importPath+"?dryRun=true", file).Require(t, 200)
	got := csv.Do(t, "POST", importPath, file).Require(t, 200)
	if a, b := importReport(t, dry), importReport(t, got); !reflect.DeepEqual(a, b) {
		t.Errorf("the dry run says %+v, the import %+v", a, b)
	}
	return got.RequireFields(t, kit.Fields{"saved": saved, "failed": failed, "rows": saved + failed})
}

// importReport is the report of an import without its id.
func importReport(t *testing.T, a kit.Answer) (v importView) {
	t.Helper()
	a.Decode(t, &v)
	v.ID = ""
	return v
}

// requireImportErrors wants the errors of an import, as texts like "2 price bad_format".
func requireImportErrors(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	var v importView
	a.Decode(t, &v)
	var got []string
	for _, e := range v.Errors {
		column := "-"
		if e.Column != nil {
			column = *e.Column
		}
		got = append(got, fmt.Sprint(e.Line, " ", column, " ", e.Code))
	}
	if !slices.Equal(got, want) {
		t.Errorf("errors\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// exportFile returns the file of all products.
func (s *setup) exportFile(t *testing.T) string {
	t.Helper()
	return string(s.admin.Do(t, "GET", exportPath, nil).Require(t, 200).Body)
}

// awkwardProducts adds products whose texts are hard to write as CSV: six rows.
func (s *setup) awkwardProducts(t *testing.T) {
	t.Helper()
	brandID, one, two := s.brand(t, moka), s.category(t, "One", ""), s.category(t, "Two", "")
	s.product(t, cup(body{"brandId": brandID, "categoryIds": []string{two, one}, "description": "=HYPERLINK(\"x\")\n'and, more;"}))
	s.product(t, body{"name": "Spaced", "description": " "})
	s.product(t, body{"name": "@plain", "status": "archived"})
	s.product(t, simple("'quoted", 0.05, body{"variants": []body{{"sku": "+1", "price": 0.05}, {"sku": "'=2", "price": 999.9}}}))
}

func TestExport(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.awkwardProducts(t)
		file := s.admin.Do(t, "GET", exportPath, nil).Require(t, 200)
		for header, want := range map[string]string{"Content-Type": "text/csv", "Content-Disposition": `attachment; filename="products.csv"`} {
			if got := file.Header.Get(header); got != want {
				t.Errorf("%s: %s, want %s", header, got, want)
			}
		}
		rows, err := csv.NewReader(strings.NewReader(string(file.Body))).ReadAll()
		if err != nil || len(rows) != 7 || !slices.Equal(rows[0], csvNames()) {
			t.Fatalf("%v\n%s", err, file.Body)
		}
		for _, row := range rows[1:] {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
					t.Errorf("a spreadsheet would run %q", cell)
				}
			}
		}
	})
}

func TestImportOfAnExportChangesNothing(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.awkwardProducts(t)
		file := s.exportFile(t)
		// CSV cannot keep this line break.
		windows := s.product(t, body{"name": "Windows", "description": "One\r\nTwo"})
		log := eventbustest.Record(t, s.DB)
		s.importFile(t, file, 6, 0)
		s.importFile(t, s.exportFile(t), 7, 0).RequireFields(t, kit.Fields{"created": 0, "updated": 0, "unchanged": 5})
		if names := log.Names(); !slices.Equal(names, []string{"catalog.products_imported.v1", "catalog.products_imported.v1"}) {
			t.Errorf("events: %q", names)
		}
		if same := s.admin.Do(t, "GET", productPath(windows.Text("id")), nil); string(same.Body) != string(windows.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, windows.Body)
		}
	})
}

// The brand and the categories are there, the products are not.
func TestImportOfAnExportIntoAnEmptyCatalogue(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.awkwardProducts(t)
		file := s.exportFile(t)
		for _, table := range []string{"catalog_index", "catalog_options", "catalog_placements", "catalog_prices", "catalog_variants",
			"catalog_products"} {
			if err := s.DB.Exec("DELETE FROM " + table).Error; err != nil {
				t.Fatal(err)
			}
		}
		s.importFile(t, file, 6, 0)
		if again := s.exportFile(t); again != file {
			t.Errorf("%s\nis not\n%s", again, file)
		}
	})
}

func TestImport(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.category(t, "Cups", "")
		log := eventbustest.Record(t, s.DB)
		s.importFile(t, "name,status,sku,option1,option1Value,price,wholesalePrices,images\n"+
			"Cup,active,C-S,Size,S,5,24:4.50|100:4,\"https://e.example/a.png A cup\nhttps://e.example/b.png\"\n"+
			"Cup,,C-M,Size,M,6,,\n\n"+
			"Lonely,,,,,,,\n", 3, 0)
		s.requireShown(t, "cup", kit.Fields{
			"variants.1.sku": "C-M", "options.0.values.1": "M", "images.0.alt": "A cup", "images.1.alt": nil,
		})
		// Only the columns of the file change; a new variant must choose a value of each option.
		got := s.importFile(t, "\uFEFFslug;sku;price;categories\r\ncup;C-S;7.25;cups\r\ncup;C-L;8;\r\n", 1, 1)
		requireImportErrors(t, got, "3 - not_allowed")
		s.requireShown(t, "cup", kit.Fields{
			"variants.0.price": 7.25, "variants.1.sku": "C-M", "variants.#": 2, "categories.0.slug": "cups",
			"variants.0.options.Size": "S", "images.0.alt": "A cup", "status": "active",
		})
		imported := eventbustest.Of[events.ProductsImported](log)
		if len(imported) != 2 || imported[0].Rows != 3 || imported[0].Saved != 3 || imported[0].Failed != 0 {
			t.Errorf("events: %+v", imported)
		}
	})
}

func TestImportReportsBadRowsByLine(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Taken", 1, body{"variants": []body{{"sku": "TAKEN", "price": 1}}}))
		got := s.importFile(t, strings.Join([]string{ // the comments are the numbers of the lines
			"name,slug,status,taxClass,brand,categories,sku,option1,option1Value,price,compareAtPrice,wholesalePrices,weightGrams,images",
			"Good,,active,,,,G-1,,,1,,,,",                     // 2
			"Bad price,,,,,,B-1,,,1.999,,,,",                  // 3
			"Bad money,,,,,,B-2,,,\"1,5,0\",,,,",              // 4
			"Bad all,,sold,none,x,y|z,B-3,,,-1,x,5|6:x,1.5,u", // 5
			"Cells,,active",                                   // 6
			"No price,,,,,,B-4,,,,,,,",                        // 7
			"Taken SKU,,,,,,TAKEN,,,1,,,,",                    // 8
			",Bad Slug,,,,,B-5,,,1,,,,",                       // 9
			",unnamed,,,,,B-6,,,1,,,,",                        // 10
			"Mixed,,active,,,,M-1,Size,S,1,,,,",               // 11
			"Mixed,,,,,,M-2,Size,S,2,,,,",                     // 12: what M-1 chooses
			"Mixed,,,,,,M-3,Size,M,x,,,,",                     // 13
			"Mixed,,,,,,M-4,Size,L,4,,,,",                     // 14
			",facets,,,,,F-1,,,1,,,,",                         // 15
			"Good too,,active,,,,G-2,,,2,,,,",                 // 16
			"Broken \"quote,,,,,,G-3,,,2,,,,",                 // 17
			"Last,,active,,,,G-4,,,4,,,,",                     // 18
			"\"Two\nlines\",,,,,,G-5,,,4,,,,",                 // 19
		}, "\n"), 5, 13)
		requireImportErrors(t, got,
			"3 price bad_format", "4 price bad_format", "5 status not_allowed", "5 taxClass not_allowed", "5 brand not_allowed",
			"5 categories not_allowed", "5 categories not_allowed", "5 images bad_format", "5 price bad_format", "5 compareAtPrice bad_format",
			"5 wholesalePrices bad_format", "5 wholesalePrices bad_format", "5 weightGrams wrong_type", "6 - bad_format", "7 price required",
			"8 sku sku_taken", "9 slug bad_format", "10 name required", "12 - not_allowed", "13 price bad_format",
			"15 slug not_allowed", "17 - bad_format", "19 name bad_format")
		s.requireNames(t, map[string][]string{"sort=name": {"Good", "Good too", "Last", "Mixed", "Taken"}})
		s.requireShown(t, "mixed", kit.Fields{"variants.#": 2, "variants.0.sku": "M-1", "variants.1.sku": "M-4"})
	})
}

func TestImportRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		for _, row := range [][2]string{{"POST", importPath}, {"GET", exportPath}} {
			s.API.With("Content-Type", "text/csv").Do(t, row[0], row[1], nil).Require(t, 401, "unauthenticated")
			customer.With("Content-Type", "text/csv").Do(t, row[0], row[1], nil).Require(t, 403, "forbidden")
		}
		s.admin.Do(t, "POST", importPath, `{}`).Require(t, 415, "unsupported_media_type")
		csv := s.admin.With("Content-Type", "text/csv")
		for _, header := range []string{"", "name,prise", "name,name", "sku,price", "\"name"} {
			csv.Do(t, "POST", importPath, header+"\nx,y\n").Require(t, 422, "validation_failed")
		}
		s.importFile(t, "name\n", 0, 0)
		twice := csv.With("Idempotency-Key", "one")
		first, second := twice.Do(t, "POST", importPath, "name\nOnce\n").Require(t, 200), twice.Do(t, "POST", importPath, "name\nOnce\n").
			Require(t, 200)
		if string(first.Body) != string(second.Body) {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
		twice.Do(t, "POST", importPath, "name\nTwice\n").Require(t, 422, "idempotency_key_reused")
	})
}

// The memory for a row is bounded, whatever the file contains.
func TestImportGivesUpAtARowThatDoesNotEnd(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		before, after := "Before,"+strings.Repeat("z", 20_000)+"\n", "After,\n"
		for name, endless := range map[string]string{"commas": strings.Repeat(",", 2*tablefile.MaxRowBytes) + "\n",
			"a quotation": "\"" + strings.Repeat("\"\"\n,", tablefile.MaxRowBytes/2) + "\"\n"} {
			got := s.importFile(t, "name,description\n"+before+endless+after, 1, 1)
			t.Log(name)
			requireImportErrors(t, got, "3 - too_long")
			requireImportErrors(t, s.importFile(t, "name\n"+endless, 0, 1), "2 - too_long")
		}
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath, strings.Repeat(",", 2*tablefile.MaxRowBytes)+"\n").
			Require(t, 422, "validation_failed")
	})
}

// A large file is read row by row and saved in batches.
func TestImportOfManyProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var file strings.Builder
		file.WriteString("name,status,sku,price\n")
		for i := range 500 {
			fmt.Fprintf(&file, "Product %d,active,MANY-%d,%d.5\n", i/2, i, i)
		}
		s.importFile(t, file.String(), 500, 0)
		s.API.Do(t, "GET", "/v1/products?q=product", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 250})
		s.requireConsistentIndex(t)
	})
}
