package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// sample is a file of the shape that another system writes.
func sample(t *testing.T, name string) string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", "imports", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}

// totals are what a catalogue has.
type totals struct{ products, variants, pictures, stock int }

// requireTotals wants the catalogue to have as much, and the import to have counted the stock.
func (s *setup) requireTotals(t *testing.T, counted []events.StockCounted, want totals) {
	t.Helper()
	var got totals
	var products []product
	if err := s.DB.Preload("Variants").Find(&products).Error; err != nil {
		t.Fatal(err)
	}
	for _, p := range products {
		got.products++
		got.variants += len(p.Variants)
		got.pictures += len(p.Images)
	}
	for _, c := range counted {
		for _, count := range c.Counts {
			got.stock += int(count.OnHand)
		}
	}
	if got != want {
		t.Errorf("the catalogue has %+v, want %+v", got, want)
	}
}

// importSample imports a file of another system, and wants it recognised, all its rows saved, and
// nothing to do when it comes again.
func (s *setup) importSample(t *testing.T, file string, format importFormat, rows int, want totals) kit.Answer {
	t.Helper()
	log := eventbustest.Record(t, s.DB)
	got := s.importFile(t, file, rows, 0).RequireFields(t, kit.Fields{"format": string(format), "created": want.products})
	s.requireTotals(t, eventbustest.Of[events.StockCounted](log), want)
	again := s.importFile(t, file, rows, 0)
	if want.stock == 0 {
		again.RequireFields(t, kit.Fields{"unchanged": want.products})
	}
	return got
}

// requireListed wants the one product that staff find by the words.
func (s *setup) requireListed(t *testing.T, words string, want kit.Fields) {
	t.Helper()
	s.admin.Do(t, "GET", "/v1/admin/products?q="+words, nil).Require(t, 200).RequireFields(t, under("data.0", want))
}

func TestImportOfShopifysFile(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		got := s.importSample(t, sample(t, "shopify.csv"), formatShopify, 6, totals{products: 3, variants: 5, pictures: 6, stock: 12})
		got.RequireFields(t, kit.Fields{
			"ignoredColumns.#": 6, "ignoredColumns.0": "Variant Inventory Policy", "warnings.#": 7, "warnings.0.line": nil,
			"warnings.0.column": "Variant Image", "warnings.1.column": "Variant Inventory Qty", "warnings.1.line": 4,
			"warnings.2.column": "Variant Barcode", "warnings.2.line": 5, "warnings.3.column": "Image Src",
			"warnings.4.column": "Variant SKU", "warnings.5.column": "Variant Inventory Qty", "warnings.6.column": "Variant Taxable",
		})
		s.requireShown(t, "linen-shirt", kit.Fields{
			"name": "Linen shirt", "description": "Woven in Lithuania.\n- Washable\n- Light", "brand.name": "Nordlin",
			"categories.#": 1, "categories.0.name": "Shirts", "variants.#": 3, "variants.0.options.Color": "White",
			"variants.0.compareAtPrice": 59.9, "variants.2.sku": "linen-shirt-3",
			"variants.2.options.Size": "M", "images.#": 5, "images.0.alt": "Front", "images.1.alt": "Back", "images.2.alt": "Label",
			"tags.#": 2, "tags.0": "linen", "tags.1": "Summer", "seo.title": "Linen shirt | Shop", "seo.description": "A shirt",
			"variants.0.gtin": "4006381333931", "variants.1.gtin": nil, "condition": "new",
		})
		s.requireListed(t, "LIN-S-W", kit.Fields{"variants.0.weightGrams": 454, "variants.1.weightGrams": 460})
		s.API.Do(t, "GET", "/v1/categories/shirts", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"ancestors.#": 2, "ancestors.0.name": "Apparel & Accessories", "ancestors.1.slug": "clothing",
		})
		s.requireShown(t, "mug", kit.Fields{"variants.#": 1, "options.#": 0, "images.0.alt": nil, "categories.0.slug": "kitchen"})
		s.API.Do(t, "GET", "/v1/products/card", nil).Require(t, 404, "not_found")
		s.requireConsistentIndex(t)
	})
}
