package catalog

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

const (
	importPath = "/v1/admin/products/import"
	exportPath = "/v1/admin/products/export"
)

// load imports a file and checks the numbers.
func (s *setup) load(t *testing.T, file string, saved, failed float64) kit.Answer {
	t.Helper()
	got := s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath, file).Require(t, 200)
	if got.Number("saved") != saved || got.Number("failed") != failed || got.Number("rows") != saved+failed {
		t.Fatalf("%s, want %v saved and %v failed", got.Body, saved, failed)
	}
	return got
}

// faults are the errors of an import: "2 price bad_format".
func faults(t *testing.T, a kit.Answer) (all []string) {
	t.Helper()
	var v importView
	a.Decode(t, &v)
	for _, e := range v.Errors {
		column := "-"
		if e.Column != nil {
			column = *e.Column
		}
		all = append(all, fmt.Sprint(e.Line, " ", column, " ", e.Code))
	}
	return all
}

func TestExportComesBackTheSame(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		brandID := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201).Text("id")
		one, two := s.category(t, "One", ""), s.category(t, "Two", "")
		s.product(t, cup(body{"brandId": brandID, "categoryIds": []string{two, one}, "description": "=HYPERLINK(\"x\")\n'and, more;"}))
		s.product(t, body{"name": "Spaced", "description": " "})
		s.product(t, body{"name": "@plain", "status": "archived"})
		s.product(t, simple("'quoted", 0.05, body{"variants": []body{{"sku": "+1", "price": 0.05}, {"sku": "'=2", "price": 999.9}}}))
		file := s.admin.Do(t, "GET", exportPath, nil).Require(t, 200)
		if file.Header.Get("Content-Type") != "text/csv" || file.Header.Get("Content-Disposition") != `attachment; filename="products.csv"` {
			t.Errorf("headers: %v", file.Header)
		}
		rows, err := csv.NewReader(strings.NewReader(string(file.Body))).ReadAll()
		if err != nil || len(rows) != 7 || !slices.Equal(rows[0], columns) {
			t.Fatalf("%v\n%s", err, file.Body)
		}
		for _, row := range rows[1:] {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
					t.Errorf("a spreadsheet would run %q", cell)
				}
			}
		}
		windows := s.product(t, body{"name": "Windows", "description": "One\r\nTwo"}) // breaks lines as no CSV can tell
		log := eventbustest.Record(t, s.DB)
		s.load(t, string(file.Body), 6, 0)
		s.load(t, string(s.admin.Do(t, "GET", exportPath, nil).Body), 7, 0)
		if names := log.Names(); !slices.Equal(names, []string{"catalog.products_imported.v1", "catalog.products_imported.v1"}) {
			t.Errorf("the same file changes something: %v", names)
		}
		if same := s.admin.Do(t, "GET", productPath(windows.Text("id")), nil); string(same.Body) != string(windows.Body) {
			t.Errorf("%s\nis not\n%s", same.Body, windows.Body)
		}
		// And into an empty catalogue, where the brand and the categories are.
		for _, table := range []string{"catalog_index", "catalog_placements", "catalog_variants", "catalog_products"} {
			if err := s.DB.Exec("DELETE FROM " + table).Error; err != nil {
				t.Fatal(err)
			}
		}
		s.load(t, string(file.Body), 6, 0)
		if again := s.admin.Do(t, "GET", exportPath, nil).Require(t, 200); string(again.Body) != string(file.Body) {
			t.Errorf("%s\nis not\n%s", again.Body, file.Body)
		}
	})
}

func TestImport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.category(t, "Cups", "")
		log := eventbustest.Record(t, s.DB)
		s.load(t, "name,status,sku,option1,option1Value,price,wholesalePrices,images\n"+
			"Cup,active,C-S,Size,S,5,24:4.50|100:4,\"https://e.example/a.png A cup\nhttps://e.example/b.png\"\n"+
			"Cup,,C-M,Size,M,6,,\n\n"+
			"Lonely,,,,,,,\n", 3, 0)
		made := s.API.Do(t, "GET", "/v1/products/cup", nil).Require(t, 200)
		if made.Text("variants.1.sku") != "C-M" || made.Text("options.0.values.1") != "M" || made.Text("images.0.alt") != "A cup" || made.At("images.1.alt") != nil {
			t.Errorf("made: %s", made.Body)
		}
		// Only what the file names changes; a new variant must choose.
		got := s.load(t, "\uFEFFslug;sku;price;categories\r\ncup;C-S;7.25;cups\r\ncup;C-L;8;\r\n", 1, 1)
		if all := faults(t, got); !slices.Equal(all, []string{"3 - not_allowed"}) {
			t.Errorf("faults: %v", all)
		}
		got = s.API.Do(t, "GET", "/v1/products/cup", nil).Require(t, 200)
		if got.Number("variants.0.price") != 7.25 || got.Text("variants.1.sku") != "C-M" || got.At("variants.2") != nil || got.Text("categories.0.slug") != "cups" ||
			got.Text("variants.0.options.Size") != "S" || got.Text("images.0.alt") != "A cup" || got.Text("status") != "active" {
			t.Errorf("changed: %s", got.Body)
		}
		told := eventbustest.Of[events.ProductsImported](log)
		if len(told) != 2 || told[0].Rows != 3 || told[0].Saved != 3 || told[0].Failed != 0 {
			t.Errorf("announced: %+v", told)
		}
	})
}

func TestImportReportsBadRowsByLine(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Taken", 1, body{"variants": []body{{"sku": "TAKEN", "price": 1}}}))
		got := s.load(t, strings.Join([]string{
			"name,slug,status,taxClass,brand,categories,sku,option1,option1Value,price,compareAtPrice,wholesalePrices,weightGrams,images", // 1
			"Good,,active,,,,G-1,,,1,,,,",                     // 2
			"Bad price,,,,,,B-1,,,1.999,,,,",                  // 3
			"Bad money,,,,,,B-2,,,\"1,50\",,,,",               // 4
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
			"Facets,,,,,,F-1,,,1,,,,",                         // 15
			"Good too,,active,,,,G-2,,,2,,,,",                 // 16
			"Broken \"quote,,,,,,G-3,,,2,,,,",                 // 17
			"Last,,active,,,,G-4,,,4,,,,",                     // 18
			"\"Two\nlines\",,,,,,G-5,,,4,,,,",                 // 19
		}, "\n"), 5, 13)
		want := []string{
			"3 price bad_format", "4 price bad_format", "5 status not_allowed", "5 taxClass not_allowed", "5 brand not_allowed", "5 categories not_allowed", "5 categories not_allowed", "5 images bad_format",
			"6 - bad_format", "7 price required", "8 sku sku_taken", "9 slug bad_format", "10 name required", "12 - not_allowed", "13 price bad_format", "15 slug not_allowed", "17 - bad_format", "19 name bad_format",
		}
		if all := faults(t, got); !slices.Equal(all, want) {
			t.Errorf("faults\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
		}
		s.wants(t, map[string][]string{"sort=name": {"Good", "Good too", "Last", "Mixed", "Taken"}})
		if mixed := s.API.Do(t, "GET", "/v1/products/mixed", nil).Require(t, 200); mixed.Text("variants.0.sku") != "M-1" || mixed.Text("variants.1.sku") != "M-4" || mixed.At("variants.2") != nil {
			t.Errorf("mixed: %s", mixed.Body)
		}
	})
}

func TestImportRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		for _, row := range [][2]string{{"POST", importPath}, {"GET", exportPath}} {
			s.API.With("Content-Type", "text/csv").Do(t, row[0], row[1], nil).Require(t, 401, "unauthenticated")
			customer.With("Content-Type", "text/csv").Do(t, row[0], row[1], nil).Require(t, 403, "forbidden")
		}
		s.admin.Do(t, "POST", importPath, `{}`).Require(t, 415, "unsupported_media_type")
		csv := s.admin.With("Content-Type", "text/csv")
		for _, header := range []string{"", "name,colour", "name,name", "sku,price", "\"name"} {
			csv.Do(t, "POST", importPath, header+"\nx,y\n").Require(t, 422, "validation_failed")
		}
		s.load(t, "name\n", 0, 0)
		twice := csv.With("Idempotency-Key", "one")
		first, second := twice.Do(t, "POST", importPath, "name\nOnce\n").Require(t, 200), twice.Do(t, "POST", importPath, "name\nOnce\n").Require(t, 200)
		if string(first.Body) != string(second.Body) {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
		twice.Do(t, "POST", importPath, "name\nTwice\n").Require(t, 422, "idempotency_key_reused")
	})
}

// What is read of a file at once is bounded, whatever somebody takes for CSV.
func TestImportGivesUpAtARowThatDoesNotEnd(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		before, after := "Before,"+strings.Repeat("z", 20_000)+"\n", "After,\n"
		for name, endless := range map[string]string{"commas": strings.Repeat(",", 2*longestRow) + "\n", "a quotation": "\"" + strings.Repeat("\"\"\n,", longestRow/2) + "\"\n"} {
			got := s.load(t, "name,description\n"+before+endless+after, 1, 1)
			if all := faults(t, got); !slices.Equal(all, []string{"3 - too_long"}) {
				t.Errorf("%s: %v", name, all)
			}
			if all := faults(t, s.load(t, "name\n"+endless, 0, 1)); !slices.Equal(all, []string{"2 - too_long"}) {
				t.Errorf("%s below the header: %v", name, all)
			}
		}
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath, strings.Repeat(",", 2*longestRow)+"\n").Require(t, 422, "validation_failed")
	})
}

// A large file is read row by row, and saved some products at a time.
func TestImportOfManyProducts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var file strings.Builder
		file.WriteString("name,status,sku,price\n")
		for i := range 500 {
			fmt.Fprintf(&file, "Product %d,active,MANY-%d,%d.5\n", i/2, i, i)
		}
		s.load(t, file.String(), 500, 0)
		if got := s.API.Do(t, "GET", "/v1/products?q=product", nil).Require(t, 200); got.Number("meta.total") != 250 {
			t.Errorf("%v products", got.Number("meta.total"))
		}
		s.indexAgrees(t)
	})
}
