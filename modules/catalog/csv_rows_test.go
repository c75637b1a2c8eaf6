package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"orderd/modules/catalog/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// A file means the same in any order of its rows, however far apart those of a product stand.
func TestImportInAnyOrderOfRows(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.category(t, "Cups", "")
		rows := []string{"Cup,active,cups,C-S,Size,S,5", "Cup,,,C-M,Size,M,6", "Cup,active,,C-L,Size,L,7", "Lonely,,,,,,"}
		for i := range 2 * importBatch {
			rows = append(rows, fmt.Sprintf("Filler %d,,,X-%d,,,1", i, i))
		}
		random := rand.New(rand.NewPCG(1, 2))
		for round := range 4 {
			got := s.importFile(t, "name,status,categories,sku,option1,option1Value,price\n"+strings.Join(rows, "\n"), len(rows), 0)
			if round == 0 {
				got.RequireFields(t, kit.Fields{"created": 2 + 2*importBatch, "unchanged": 0})
			} else {
				got.RequireFields(t, kit.Fields{"created": 0, "updated": 0, "unchanged": 2 + 2*importBatch})
			}
			s.requireShown(t, "cup", kit.Fields{"variants.#": 3, "categories.0.slug": "cups", "options.0.values.#": 3})
			random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
	})
}

// What an earlier row has is a fault of the later one: an SKU, and another word about the product.
func TestImportOfWhatAFileSaysTwice(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Kept", 4, body{"description": "As it was"}))
		got := s.importFile(t, strings.Join([]string{ // the comments are the numbers of the lines
			"slug,name,status,description,sku,option1,option1Value,price",
			"one,One,active,First,A-1,Size,S,1",  // 2
			"two,Two,active,,B-1,,,1",            // 3
			"one,One,,,A-1,Size,M,2",             // 4: an SKU of line 2
			"one,,,,A-2,Size,M,3",                // 5: blank cells change nothing
			"one,Other,draft,Second,A-3,Size,L,", // 6: contradicts by itself, and has no price
			"one,Other,draft,Second,A-4,Size,L,4",
			"three,Three,,,B-1,,,1", // 8: an SKU of another product's row
			"kept,,,,,,,",
		}, "\n"), 4, 4)
		requireImportErrors(t, got, "4 sku not_allowed", "6 price required", "7 name not_allowed", "7 description not_allowed",
			"7 status not_allowed", "8 sku not_allowed")
		s.requireShown(t, "one", kit.Fields{"name": "One", "description": "First", "variants.#": 2, "variants.1.sku": "A-2"})
		s.API.Do(t, "GET", "/v1/products/three", nil).Require(t, 404, "not_found")
		// A row that says all of it blank clears; the name, the status and the price can't be.
		s.importFile(t, "slug,name,status,taxClass,description,sku,price\nkept,,,,,SKU Kept,\n", 1, 0)
		s.requireShown(t, "kept", kit.Fields{"name": "Kept", "description": nil, "variants.0.price": 4})
	})
}

// A row that failed has no effect, whatever another row of its product says.
func TestImportOfAFailedRow(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		got := s.importFile(t, "slug,name,status,sku,option1,option1Value,price\nghost,Ghost,active,,,,5\nghost,,,,,,\nghost,,,G-1,,,5\n"+
			"half,Half,active,H-1,Size,S,1\nhalf,Renamed,,H-2,Size,S,2\n", 1, 4)
		requireImportErrors(t, got, "2 sku required", "3 - not_allowed", "4 - not_allowed", "6 name not_allowed")
		s.API.Do(t, "GET", "/v1/products/ghost", nil).Require(t, 404, "not_found")
		s.requireShown(t, "half", kit.Fields{"name": "Half", "variants.#": 1})
		// The status and the tax class of a row whose options are another's do not count.
		got = s.importFile(t, "slug,status,sku,option1,option1Value,price\nhalf,,H-3,Size,S,1\n", 0, 1)
		requireImportErrors(t, got, "2 - not_allowed")
		got = s.importFile(t, "slug,name,status,sku,option1,option1Value,price\nhalf,,archived,H-4,Size,S,1\nhalf,,,H-5,Size,M,1\n", 1, 1)
		requireImportErrors(t, got, "2 - not_allowed")
		s.requireShown(t, "half", kit.Fields{"variants.#": 2, "variants.1.sku": "H-5"})
	})
}

// All that is wrong with a header is reported, and names of columns may be in any case.
func TestImportHeader(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		for header, want := range map[string]int{"vendor,tags,sku,SKU,price,,": 2, "name,prise": 1, "nam;b;slug;sku;SLUG": 2, "sku,price": 1} {
			got := csv.Do(t, "POST", importPath, header+"\nx\n").Require(t, 422, "validation_failed")
			got.RequireFields(t, kit.Fields{"errors.#": want, "errors.0.pointer": ""})
		}
		s.importFile(t, "name,colour,sku,,price\nTin,red,T-1,,2\n", 1, 0).RequireFields(t, kit.Fields{
			"format": "orderd", "ignoredColumns.#": 1, "ignoredColumns.0": "colour", "warnings.#": 0,
		})
		s.importFile(t, "NAME, Sku ,pRiCe,,\nCup,C-1,5,,\nPot,P-1,6\nMug,M-1,7,x,\n", 2, 1)
	})
}

// A spreadsheet's file goes in as it is: its separator, its encoding, its numbers.
func TestImportOfASpreadsheetsFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const german = "name;sku;price;compareAtPrice;wholesalePrices;weightGrams\r\n\"Käse; reif, 5 €\";K-1;1.299,90 €;EUR " +
			"1400;10:1.200,5|20:1.100,00;1.250,0\r\n"
		tabs := strings.ReplaceAll(strings.ReplaceAll(german, ";", "\t"), "\t ", "; ")
		german16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(tabs)
		windows, _ := charmap.Windows1252.NewEncoder().String(german)
		want := kit.Fields{
			"variants.0.price": 1299.9, "variants.0.wholesalePrices.0.price": 1200.5, "variants.0.wholesalePrices.1.price": 1100,
			"variants.0.weightGrams": 1250, "name": "Käse; reif, 5 €",
		}
		outcome := "created"
		for _, file := range []string{german, "\uFEFF" + german, "sep=;\r\n" + german, windows, tabs, german16,
			strings.ReplaceAll(german, "\r\n", "\r")} {
			s.importFile(t, file, 1, 0).RequireFields(t, kit.Fields{"errors.#": 0, outcome: 1})
			outcome = "unchanged"
		}
		s.admin.Do(t, "GET", "/v1/admin/products?q=K-1", nil).Require(t, 200).RequireFields(t, under("data.0", want))
		got := s.importFile(t, "sep=;\nname;sku;price\nCup;C-1;1.299\nPot;P-1;$5\nMug;M-1;1,2,3\n", 0, 3)
		requireImportErrors(t, got, "3 price bad_format", "4 price bad_format", "5 price bad_format")
		if detail := got.Text("errors.0.detail"); !strings.Contains(detail, "1299 or 1.299") {
			t.Errorf("the detail of 1.299: %s", detail)
		}
		// Without slugs in Latin letters one is made, the same in each file.
		s.importFile(t, "name,sku,price\nКофе,K-2,1\n", 1, 0).RequireFields(t, kit.Fields{"created": 1})
		s.importFile(t, "name,sku,price\nКофе,K-2,2\n", 1, 0).RequireFields(t, kit.Fields{"updated": 1})
	})
}

func under(prefix string, fields kit.Fields) kit.Fields {
	all := kit.Fields{}
	for path, want := range fields {
		all[prefix+"."+path] = want
	}
	return all
}

// Several pictures in one line, and the name of a file where the description stands.
func TestImportOfPictureCells(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var file strings.Builder
		file.WriteString("name,images\n")
		wrong := []string{
			"https://e.example/1.jpg, https://e.example/2.jpg", "https://e.example/1.jpg,https://e.example/2.jpg", "https://e.example/my cup.jpg",
			"https://e.example/1.jpg https://e.example/2.jpg", "https://e.example/1.jpg| https://e.example/2.jpg", "https://e.example/1.jpg,",
		}
		for i, cell := range wrong {
			fmt.Fprintf(&file, "Wrong %d,%q\n", i, cell)
		}
		file.WriteString("Right,https://e.example/a%2Cb.jpg?x=1 Cup No. 5\n")
		got := s.importFile(t, file.String(), 1, len(wrong))
		var want []string
		for i := range wrong {
			want = append(want, fmt.Sprint(i+2, " images bad_format"))
		}
		requireImportErrors(t, got, want...)
	})
}

// A file of the service's own goes in again, however it was written, with pictures that are media
// and texts that an import would not take from another file.
func TestImportOfOwnPictures(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mediaID, url := s.picture(t)
		s.product(t, simple("Shown", 1299, body{"images": []body{
			{"mediaId": mediaID, "alt": "cup.jpg"}, {"url": "https://e.example/1,2.png,", "alt": "see https://e.example"},
		}}))
		for _, language := range []string{"", "en", "de", "de-CH"} {
			for _, separator := range []string{"", "comma", "semicolon", "tab"} {
				reader := s.admin.With("Accept-Language", language)
				file := string(reader.Do(t, "GET", exportPath+strings.TrimSuffix("?separator="+separator, "?separator="), nil).Require(t, 200).Body)
				if marked := strings.HasPrefix(file, "\uFEFF"); marked != (language != "" || separator != "") {
					t.Errorf("%q %q: a mark: %v", language, separator, marked)
				}
				s.importFile(t, file, 1, 0).RequireFields(t, kit.Fields{"updated": 0, "unchanged": 1})
			}
		}
		file := string(s.admin.With("Accept-Language", "de-DE,de;q=0.9").Do(t, "GET", exportPath, nil).Body)
		if !strings.Contains(file, ";1299,00;") {
			t.Errorf("a German spreadsheet takes no number from\n%s", file)
		}
		// Another description of the same picture names it still.
		s.importFile(t, "slug,images\nshown,"+url+" Another\n", 1, 0)
		s.requireShown(t, "shown", kit.Fields{"images.0.mediaId": mediaID, "images.0.alt": "Another", "images.#": 1})
	})
}

// A file that counts the stock publishes what differs from what the catalogue knows, but never less
// than is reserved, and only for callers who may write stock.
func TestImportOfStock(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.product(t, simple("Cup", 1))
		variantID := created.Text("variants.0.id")
		log := eventbustest.Record(t, s.DB)
		counts := func() []events.StockCounted { return eventbustest.Of[events.StockCounted](log) }
		const header = "name,sku,price,onHand\n"
		s.importFile(t, header+"Cup,SKU Cup,1,7\nNew,N-1,2,3\nBlank,B-1,2,\n", 3, 0).RequireFields(t, kit.Fields{"created": 2, "updated": 1})
		if got := counts(); len(got) != 2 || got[0].Counts[0] != (events.StockCount{VariantID: variantID, SKU: "SKU Cup", OnHand: 7}) {
			t.Fatalf("counts: %+v", got)
		}
		s.Publish(t, ordering.StockChanged{VariantID: variantID, ProductID: created.Text("id"), Available: 4, OnHand: new(int64(7))})
		s.importFile(t, header+"Cup,SKU Cup,1,7\n", 1, 0).RequireFields(t, kit.Fields{"unchanged": 1})
		got := s.importFile(t, header+"Cup,SKU Cup,1,2\n", 0, 1)
		requireImportErrors(t, got, "2 onHand out_of_range")
		requireImportErrors(t, s.importFile(t, header+"Cup,SKU Cup,1,-1\nPot,P-1,1,1.5\n", 0, 2), "2 onHand wrong_type", "3 onHand wrong_type")
		if file := s.exportFile(t); !strings.Contains(file, "SKU Cup,,,,,,,,,,,1.00,,,,7,") {
			t.Errorf("no stock in\n%s", file)
		}
		if got := counts(); len(got) != 2 {
			t.Errorf("counts: %+v", got)
		}
		key, _ := s.AsKey(t, "products:write")
		clerk := key.With("Content-Type", "text/csv")
		requireImportErrors(t, clerk.Do(t, "POST", importPath, header+"Cup,SKU Cup,1,8\n").Require(t, 200), "2 onHand not_allowed")
		clerk.Do(t, "POST", importPath, s.exportFile(t)).Require(t, 200).RequireFields(t, kit.Fields{"failed": 0, "unchanged": 3})
		reader, _ := s.AsKey(t, "products:read")
		if file := string(reader.Do(t, "GET", exportPath, nil).Require(t, 200).Body); !strings.Contains(file, "SKU Cup,,,,,,,,,,,1.00,,,,,") {
			t.Errorf("stock in\n%s", file)
		}
		counter, _ := s.AsKey(t, "products:read", "stock:read")
		if file := string(counter.Do(t, "GET", exportPath, nil).Require(t, 200).Body); file != s.exportFile(t) {
			t.Errorf("no stock in\n%s", file)
		}
	})
}

// Prices from a quantity on fall, and none lies above the price.
func TestWholesalePricesFall(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		tiers := func(prices ...float64) []body {
			var list []body
			for i, p := range prices {
				list = append(list, body{"minQuantity": 10 * (len(prices) - i), "price": p})
			}
			slices.Reverse(list)
			return []body{{"sku": "T-1", "price": 10, "wholesalePrices": list}}
		}
		for _, prices := range [][]float64{{10.01}, {9, 8}, {8, 7, 7.5}} {
			s.admin.Do(t, "POST", "/v1/admin/products", body{"name": "Tiers", "variants": tiers(prices...)}).Require(t, 422, "validation_failed").
				RequireFields(t, kit.Fields{"errors.#": 1, "errors.0.pointer": "/variants/0/wholesalePrices"})
		}
		made := s.product(t, body{"name": "Tiers", "variants": tiers(7, 8, 10)})
		s.admin.Do(t, "PATCH", productPath(made.Text("id")), body{"variants": tiers(8, 7)}).Require(t, 422, "validation_failed").
			RequireFields(t, kit.Fields{"errors.0.pointer": "/variants/0/wholesalePrices"})
		got := s.importFile(t, "slug,sku,price,wholesalePrices\ntiers,T-1,10,20:9|30:9.5\n", 0, 1)
		requireImportErrors(t, got, "2 wholesalePrices not_allowed")
		requireImportErrors(t, s.importFile(t, "slug,sku,price\ntiers,T-1,5\n", 0, 1), "2 wholesalePrices not_allowed")
	})
}
