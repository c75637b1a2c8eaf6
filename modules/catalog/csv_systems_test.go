package catalog

import (
	"net/url"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestImportOfWooCommercesFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		got := s.importSample(t, sample(t, "woocommerce.csv"), formatWooCommerce, 8, totals{products: 5, variants: 5, pictures: 6, stock: 56})
		got.RequireFields(t, kit.Fields{"warnings.0.column": "Images", "warnings.1.line": 2, "warnings.1.column": "SKU", "warnings.#": 8})
		s.requireShown(t, "v-neck-t-shirt", kit.Fields{
			"description": "Soft.\nLong.", "categories.#": 2, "variants.#": 3, "images.#": 3, "options.#": 2,
			"images.1.url": "https://shop.example/w/vneck,2.jpg", "variants.0.sku": "woo-vneck-red-s", "variants.1.options.Size": "M",
			"variants.2.price": 18, "variants.2.compareAtPrice": 20,
			"tags.#": 2, "tags.0": "cotton", "tags.1": "Soft warm", "variants.0.gtin": "4006381333931", "variants.2.gtin": nil,
		})
		s.requireListed(t, "woo-vneck-red-s", kit.Fields{"variants.0.weightGrams": 227, "variants.2.weightGrams": 113})
		s.requireListed(t, "woo-album", kit.Fields{
			"variants.0.gtin": nil, "brand.name": "Label & Co", "taxClass": "reduced", "images.#": 0,
		})
		s.requireShown(t, "sunglasses", kit.Fields{
			"variants.0.sku": "sunglasses-1", "variants.0.price": 90, "variants.0.compareAtPrice": nil, "description": "First\nsecond",
			"variants.0.gtin": "036000291452",
		})
		s.API.Do(t, "GET", "/v1/products/pennant", nil).Require(t, 404, "not_found")
		lone := s.importFile(t, "Type,SKU,Parent,Name,Published,Regular price\nvariation,lone,gone,Lone,1,5\n", 0, 1)
		requireImportErrors(t, lone, "2 Parent not_allowed")
	})
}

func TestImportOfMagentosFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		got := s.importSample(t, sample(t, "magento.csv"), formatMagento, 6, totals{products: 3, variants: 3, pictures: 5, stock: 107})
		got.RequireFields(t, kit.Fields{"warnings.#": 6, "warnings.0.column": "weight", "warnings.0.line": nil,
			"warnings.1.column": "additional_attributes", "warnings.2.column": "base_image", "warnings.3.column": "additional_attributes",
			"warnings.4.column": "store_view_code"})
		s.requireShown(t, "joust-duffle-bag", kit.Fields{
			"brand.name": "Luma, Inc.", "categories.#": 2, "categories.1.name": "Bags", "variants.0.price": 29.99,
			"variants.0.compareAtPrice": 34, "images.#": 3, "images.0.alt": "Blue",
			"seo.title": "Bag", "seo.description": "A sporty bag",
			"description": "The sporty bag.\n- Dual handles",
		})
		s.requireListed(t, "24-MB01", kit.Fields{"variants.0.weightGrams": 1250})
		s.requireShown(t, "chaz-hoodie", kit.Fields{
			"name": "Chaz Hoodie", "variants.#": 2, "variants.1.options.Colour": "Gray", "variants.1.price": 54.5, "options.0.name": "Size",
		})
	})
}

// The prices of PrestaShop's files are without tax.
func TestImportOfPrestaShopsFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		file, csv := sample(t, "prestashop.csv"), s.admin.With("Content-Type", "text/csv")
		csv.Do(t, "POST", importPath, file).Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{
			"errors.#": 1, "errors.0.pointer": "?addTax", "errors.0.code": "required",
		})
		log := eventbustest.Record(t, s.DB)
		csv.Do(t, "POST", importPath+"?addTax=19", file).Require(t, 200).RequireFields(t, kit.Fields{
			"format": "prestashop", "saved": 2, "failed": 0, "created": 2, "warnings.#": 3, "warnings.0.column": "Weight",
			"warnings.1.line": 3, "warnings.2.column": "Condition",
		})
		s.requireTotals(t, eventbustest.Of[events.StockCounted](log), totals{products: 2, variants: 2, pictures: 2, stock: 1500})
		s.requireShown(t, "poster-adventure", kit.Fields{
			"name": `Poster "Adventure"`, "variants.0.price": 27.61, "variants.0.compareAtPrice": 34.51,
			"brand.name": "Studio Nord", "images.1.alt": "Back", "categories.1.name": "Posters", "description": "Long text.",
			"tags.1": "Wall", "seo.title": "Adventure poster", "seo.description": "A2, framed", "mpn": "P-6", "condition": "used",
			"variants.0.gtin": "4006381333931",
		})
		s.requireListed(t, "demo_6", kit.Fields{"variants.0.weightGrams": 300})
		s.requireListed(t, "demo_11", kit.Fields{
			"status": "draft", "variants.0.price": 14.16, "variants.0.gtin": "036000291452", "condition": "new", "variants.0.weightGrams": 250,
		})
		csv.Do(t, "POST", importPath+"?addTax=51", file).Require(t, 422, "validation_failed")
	})
}

func TestImportOfMerchantsFeed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		file := sample(t, "merchant.tsv")
		s.importSample(t, file, formatMerchant, 3, totals{products: 2, variants: 3, pictures: 5, stock: 0}).RequireFields(t, kit.Fields{
			"ignoredColumns.#": 1, "ignoredColumns.0": "availability", "warnings.#": 2, "warnings.0.column": "sale_price_effective_date",
			"warnings.1.column": "mpn",
		})
		s.requireListed(t, "TS-B-S", kit.Fields{
			"slug": "t-shirt", "name": "T-shirt red S", "status": "draft", "variants.1.options.Color": "Blue", "variants.0.weightGrams": 200,
			"variants.0.price": 14.9, "variants.0.compareAtPrice": 19.9, "categories.0.name": "Shirts", "images.#": 4,
			"variants.0.gtin": "4006381333931", "variants.1.gtin": nil, "mpn": nil, "condition": "new",
		})
		s.requireListed(t, "bag", kit.Fields{
			"variants.0.weightGrams": 680, "variants.0.price": 49, "variants.0.compareAtPrice": nil, "condition": "refurbished",
		})
		got := s.importFile(t, strings.ReplaceAll(file, "19.90 EUR", "19.90 USD"), 1, 2)
		requireImportErrors(t, got, "2 price bad_format", "4 price bad_format")
	})
}

// What a request maps counts in place of what is recognised.
func TestImportWithAMapping(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		const file = "Bezeichnung;Nr;prise;Marke;Gruppe\nTasse;T-1;4,50;Moka;Küche > Tassen\n"
		csv.Do(t, "POST", importPath, file).Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{"errors.#": 2})
		mapping := `{"bezeichnung":"name","Nr":"sku","prise":"price","Marke":"brand","Gruppe":"categories"}`
		path := importPath + "?makeTaxonomy=true&mapping=" + url.QueryEscape(mapping)
		csv.Do(t, "POST", path+"&dryRun=true", file).Require(t, 200).RequireFields(t, kit.Fields{"created": 1, "failed": 0})
		if brands := s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200); brands.Number("meta.total") != 0 {
			t.Errorf("a dry run has made a brand: %s", brands.Body)
		}
		csv.Do(t, "POST", path, file).Require(t, 200).RequireFields(t, kit.Fields{"created": 1, "failed": 0, "ignoredColumns.#": 0})
		csv.Do(t, "POST", path, file).Require(t, 200).RequireFields(t, kit.Fields{"unchanged": 1})
		s.requireListed(t, "T-1", kit.Fields{
			"brand.slug": "moka", "categories.0.slug": "tassen", "variants.0.price": 4.5,
		})
		for wrong, faults := range map[string]int{`{"Nr":"nothing"}`: 2, `{"Gone":null,"Nr":"slug"}`: 1, `["Nr"]`: 1, `{"Nr":1}`: 1} {
			csv.Do(t, "POST", importPath+"?mapping="+url.QueryEscape(wrong), strings.ReplaceAll(file, "prise", "x")).
				Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{"errors.#": faults})
		}
		csv.Do(t, "POST", importPath+"?format=excel", file).Require(t, 422, "validation_failed")
		csv.Do(t, "POST", importPath+"?format=shopify", file).Require(t, 422, "validation_failed")
	})
}

// A row that failed makes no brand and no category, and neither does the row of a product that
// fails as a whole.
func TestImportMakesNoNamesOfFailedRows(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		file := "Handle,Title,Vendor,Type,Variant SKU,Variant Price,Option1 Name,Option1 Value\n" +
			"bad,Bad,Ghost,Ghosts,B-1,x,Size,S\n" +
			"twice,Twice,Echo,Echoes > Near,E-1,1,Size,S\ntwice,,,,E-2,1,Size,S\n" +
			"long,Long," + strings.Repeat("x", 119) + "," + strings.Repeat("y", 121) + ",L-1,1,Size,S\n"
		got := s.importFile(t, file, 1, 3)
		requireImportErrors(t, got, "2 Variant Price bad_format", "4 - not_allowed", "5 Type too_long")
		s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.name": "Echo"})
		s.API.Do(t, "GET", "/v1/categories", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2})
		// Of one name below another one there is one; of one slug there can't be two.
		s.importFile(t, "Handle,Title,Vendor,Type,Variant SKU,Variant Price\na,A,echo,Far > Near,A-1,1\nb,B,ECHO,echoes > near,B-1,1\n", 2, 0)
		s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		s.API.Do(t, "GET", "/v1/categories", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 4})
		s.admin.Do(t, "GET", "/v1/admin/products?q=A-1", nil).RequireFields(t, kit.Fields{"data.0.categories.0.slug": "far-near"})
		s.requireConsistentIndex(t)
	})
}
