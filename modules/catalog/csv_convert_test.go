package catalog

import (
	"strings"
	"testing"

	"orderd/test/kit"
)

// requireWarnings wants exactly the warnings of an import, as texts like "2 Sale price: is ...",
// by their beginnings.
func requireWarnings(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	var v importView
	a.Decode(t, &v)
	var got []string
	for _, w := range v.Warnings {
		got = append(got, strings.TrimSpace(cellOf(w.Line, func(n int) string { return formatInt(int64(n)) })+" "+
			orBlank(w.Column)+": "+w.Detail))
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("warnings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			return
		}
	}
}

// What is reduced until a day, or from a day on, is so by hand here: prices have no days.
func TestImportOfReductionsWithDays(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const header = "Type,SKU,Name,Published,Regular price,Sale price,Date sale price starts,Date sale price ends\n"
		file := header + "simple,ends,Ends,1,20,15,,2199-01-31\nsimple,over,Over,1,20,15,,2019-01-31 23:59:59\n" +
			"simple,later,Later,1,20,15,2199-01-01,\nsimple,odd,Odd,1,20,15,,31/12/25/x\nsimple,always,Always,1,20,15,,\n" +
			"simple,past,Past,1,20,15,3/4/2020,31/12/2020\n"
		got := s.importFile(t, file, 6, 0)
		requireWarnings(t, got, "2 Date sale price ends: ends on 2199-01-31", "4 Date sale price starts: begins on 2199-01-01",
			"5 Date sale price ends: is not understood")
		for slug, price := range map[string]float64{"ends": 15, "over": 20, "later": 20, "odd": 20, "always": 15, "past": 20} {
			s.requireShown(t, slug, kit.Fields{"variants.0.price": price})
		}
	})
}

// A day like 3/4/2026 is one of two: it counts where both say the same.
func TestDaysOfReductions(t *testing.T) {
	t.Parallel()
	for days, want := range map[[2]string]saleState{
		{"", ""}: saleRuns, {"0000-00-00", "0000-00-00 00:00:00"}: saleRuns, {"2026-03-20", ""}: saleRuns, {"2026-03-21", ""}: saleComes,
		{"", "2026-03-20T23:59"}: saleRuns, {"", "2026-03-19"}: saleIsOver, {"", "19.3.2026"}: saleIsOver, {"", "20.03.26"}: saleRuns,
		{"", "31/12/26"}: saleRuns, {"", "12/31/26"}: saleRuns, {"", "3/4/26"}: saleIsUnclear, {"", "5/4/26"}: saleRuns,
		{"", "1/2/2026"}: saleIsOver, {"3/4/26", ""}: saleIsUnclear, {"4/5/26", ""}: saleComes, {"1/2/26", "soon"}: saleIsUnclear,
		{"2026-03-01", "2026-03-10"}: saleIsOver,
	} {
		if got := saleOn("2026-03-20", days[0], days[1]); got != want {
			t.Errorf("%v: %v, want %v", days, got, want)
		}
	}
}

// Other systems charge the lower of two prices.
func TestImportOfSalePricesAboveTheRegular(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		woo := s.importFile(t, "Type,SKU,Name,Published,Regular price,Sale price\nsimple,a,A,1,50,60\nsimple,b,B,1,50,50\n"+
			"simple,c,C,1,,60\n", 3, 0)
		requireWarnings(t, woo, "2 Sale price: is left out")
		s.importFile(t, "sku,attribute_set_code,product_type,name,price,special_price,url_key\nm,Bag,simple,M,50,60,m\n", 1, 0)
		for sku, price := range map[string]float64{"a": 50, "b": 50, "c": 60, "m": 50} {
			s.requireListed(t, sku, kit.Fields{"variants.0.price": price, "variants.0.compareAtPrice": nil})
		}
	})
}

// A unit that no file and no request names is guessed, and the report says so.
func TestImportOfWeightsWithoutAUnit(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const magento = "sku,attribute_set_code,product_type,name,price,weight\nm,Bag,simple,M,50,2\nn,Bag,simple,N,50,3\n"
		requireWarnings(t, s.importFile(t, magento, 2, 0), "weight: is taken for kg")
		s.requireListed(t, "m", kit.Fields{"variants.0.weightGrams": 2000})
		csv := s.admin.With("Content-Type", "text/csv")
		requireWarnings(t, csv.Do(t, "POST", importPath+"?weightUnit=lb", magento).Require(t, 200))
		s.requireListed(t, "m", kit.Fields{"variants.0.weightGrams": 907})
		requireWarnings(t, s.importFile(t, strings.ReplaceAll(strings.ReplaceAll(magento, ",2\n", ",\n"), ",3\n", ",\n"), 2, 0))
		// The column of Shopify's file says its unit.
		const shopify = "Handle,Title,Variant SKU,Variant Price,Variant Grams\ncup,Cup,CUP,1,250\n"
		csv.Do(t, "POST", importPath+"?weightUnit=kg", shopify).Require(t, 200).RequireFields(t, kit.Fields{"warnings.#": 0})
		s.requireListed(t, "CUP", kit.Fields{"variants.0.weightGrams": 250})
	})
}

// Weights and prices with three decimals: a group of thousands never begins with 0.
func TestImportOfThreeDecimals(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const header = "Product ID;Active (0/1);Name *;Price tax included;Reference #;Weight\n"
		s.importFile(t, header+"1;1;A;0,990;a;0,250\n2;1;B;0.990;b;0.125\n3;1;C;11,900000;c;1,2500\n4;1;D;1;d;0,5\n", 4, 0)
		s.requireListed(t, "a", kit.Fields{"variants.0.weightGrams": 250, "variants.0.price": 0.99})
		s.requireListed(t, "b", kit.Fields{"variants.0.weightGrams": 125, "variants.0.price": 0.99})
		s.requireListed(t, "c", kit.Fields{"variants.0.weightGrams": 1250, "variants.0.price": 11.9})
		got := s.importFile(t, header+"1;1;A;1,990;a;1\n2;1;B;1;b;1,250\n3;1;C;1;c;1.250 kg\n", 0, 3)
		requireImportErrors(t, got, "2 Price tax included bad_format", "3 Weight wrong_type", "4 Weight wrong_type")
		for n, both := range []string{"1990 or 1.990", "1250 or 1.250", "1250 or 1.250"} {
			if detail := got.Text("errors." + formatInt(int64(n)) + ".detail"); !strings.Contains(detail, both) {
				t.Errorf("the detail of line %d: %s", n+2, detail)
			}
		}
		// Between commas a decimal comma must be guessed too.
		comma := s.importFile(t, "Type,SKU,Name,Regular price,Weight (kg)\nsimple,w,W,1,\"1,250\"\nsimple,x,X,1,\"1.250\"\n", 1, 1)
		requireImportErrors(t, comma, "2 Weight (kg) wrong_type")
		s.requireListed(t, "x", kit.Fields{"variants.0.weightGrams": 1250})
	})
}

// What a file says of a product and has no place here is named.
func TestImportWarnsOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const woo = "Type,SKU,Parent,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name," +
			"Attribute 2 value(s)\nsimple,mug,,Mug,1,5,Material,Porcelain,Brand,Moka\n" +
			"variable,shirt,,Shirt,1,,Size,\"S, M\",Material,Linen\nvariation,shirt-s,shirt,Shirt,1,5,Size,S,,\n"
		requireWarnings(t, s.importFile(t, woo, 3, 0), "2 Attribute 1 name: the attributes Material are not taken over",
			"3 Attribute 2 name: the attributes Material are not taken over")
		const magento = "sku,attribute_set_code,product_type,name,price,additional_attributes,configurable_variations\n" +
			"bag,Bag,simple,Bag,50,\"material=Cotton,activity=Gym|Hike,manufacturer=Luma\",\n" +
			"top-s,Top,simple,Top S,50,\"color=Red,size=S\",\n" +
			"top,Top,configurable,Top,50,,\"sku=top-s,size=S,color=Red\"\n"
		requireWarnings(t, s.importFile(t, magento, 3, 0),
			"2 additional_attributes: the attributes material, activity are not taken over")
	})
}

// Shopify sells what it does not count, whatever its number.
func TestImportOfStockThatIsNotCounted(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		got := s.importFile(t, "Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\n"+
			"a,A,A,1,,0\nb,B,B,1,shopify,0\nc,C,C,1,,7\n", 3, 0)
		requireWarnings(t, got, "2 Variant Inventory Qty: is not counted there")
		got.RequireFields(t, kit.Fields{"ignoredColumns.#": 0})
	})
}

// Google's name of a category may have commas; a list of the shop's own has a path in each part.
func TestImportOfCategoriesOfAFeed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const header = "id\ttitle\tavailability\tprice\tgoogle_product_category\tproduct_type\n"
		s.importFile(t, header+"K\tCoffee\tin_stock\t5 EUR\tFood, Beverages & Tobacco > Beverages > Coffee\t\n"+
			"T\tTea\tin_stock\t5 EUR\t\tTea, Herbs > Green, Gifts > Small\n", 2, 0)
		s.requireListed(t, "K", kit.Fields{"categories.#": 1, "categories.0.name": "Coffee"})
		s.requireListed(t, "T", kit.Fields{"categories.#": 3, "categories.0.name": "Tea", "categories.1.name": "Green"})
		s.API.Do(t, "GET", "/v1/categories/coffee", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"ancestors.#": 2, "ancestors.0.name": "Food, Beverages & Tobacco"})
	})
}

// The name of a script is not that of a product, and neither is one that products share.
func TestImportOfLinksOfAFeed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const header = "id\ttitle\tlink\tprice\n"
		rows := []string{"RED77\tRed cup\thttps://old.example/product.php?id=7\t5 EUR\n",
			"BLUE88\tBlue cup\thttps://old.example/product.php?id=8\t5 EUR\n",
			"POT99\tPot\thttps://old.example/detail/?id=9\t5 EUR\n", "CAN66\tCan\thttps://old.example/detail/?id=10\t5 EUR\n",
			"JUG55\tThe jug\thttps://old.example/p/jug.html\t5 EUR\n"}
		s.importFile(t, header+strings.Join(rows, ""), 5, 0)
		for sku, slug := range map[string]string{"RED77": "red-cup", "BLUE88": "blue-cup", "POT99": "pot", "CAN66": "can", "JUG55": "jug"} {
			s.requireListed(t, sku, kit.Fields{"slug": slug})
		}
		s.importFile(t, header+rows[4]+rows[3]+rows[2]+rows[1]+rows[0], 5, 0).RequireFields(t, kit.Fields{"unchanged": 5})
	})
}

// A file from before a product got another slug is about that product.
func TestImportOfAFormerSlug(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := s.product(t, simple("Cup", 1))
		bare := s.product(t, body{"name": "Bare"})
		file := s.exportFile(t)
		for slug, p := range map[string]kit.Answer{"espresso-cup": cup, "nude": bare} {
			s.admin.Do(t, "PATCH", productPath(p.Text("id")), body{"slug": slug}).Require(t, 200)
		}
		s.importFile(t, file, 2, 0).RequireFields(t, kit.Fields{"created": 0, "unchanged": 2})
		s.importFile(t, strings.ReplaceAll(file, ",1.00,", ",2.00,"), 2, 0).RequireFields(t, kit.Fields{"updated": 1})
		s.requireShown(t, "cup", kit.Fields{"slug": "espresso-cup", "variants.0.price": 2})
	})
}
