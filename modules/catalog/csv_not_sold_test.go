package catalog

import (
	"strings"
	"testing"

	shop "orderd/modules/shop/events"
	"orderd/test/kit"
)

// A file in German has German names of columns. A variation that its shop does not sell is not sold
// here.
func TestImportOfWooCommercesFileInGerman(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const file = `ID,Typ,Artikelnummer,Name,Veröffentlicht,Beschreibung,"Datum, an dem Angebotspreis endet",Steuerklasse,Bestand,` +
			`Gewicht (kg),Angebotspreis,Regulärer Preis,Kategorien,Übergeordnetes Produkt,Marken,Attribut 1 Name,Attribut 1 Wert(e)
1,variable,TEE,Tee,1,Lang,,reduziert,,"0,25",,,"Tee, tee",,Nordlin,Sorte,"Grün, Schwarz"
2,variation,TEE-G,Tee - Grün,1,,2020-01-01,,4,,"3,90","4,90",,TEE,,Sorte,Grün
3,variation,TEE-S,Tee - Schwarz,0,,,,,,,"4,90",,TEE,,Sorte,Schwarz
`
		got := s.importFile(t, file, 3, 0)
		got.RequireFields(t, kit.Fields{
			"format": "woocommerce", "created": 1, "warnings.#": 1, "warnings.0.line": 4, "warnings.0.column": "Veröffentlicht",
			"ignoredColumns.#": 0,
		})
		s.requireListed(t, "TEE-G", kit.Fields{
			"name": "Tee", "brand.name": "Nordlin", "categories.#": 1, "taxClass": "reduced", "variants.#": 1, "variants.0.price": 4.9,
			"variants.0.weightGrams": 250, "variants.0.options.Sorte": "Grün", "status": "active",
		})
		s.importFile(t, file, 3, 0)
		// A draft's variations are drafts: they wait for it.
		draft := strings.NewReplacer("Tee,1,Lang", "Kanne,-1,Lang", "Schwarz,0,", "Schwarz,-1,", "TEE", "KANNE", "Tee", "Kanne").Replace(file)
		s.importFile(t, draft, 3, 0)
		s.requireListed(t, "KANNE-G", kit.Fields{"status": "draft", "variants.#": 2})
	})
}

func TestImportOfMagentosVariantsThatAreNotSold(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.importFile(t, "sku,product_type,attribute_set_code,name,price,product_online,configurable_variations\n"+
			"S-1,simple,Default,S,5,1,\nS-2,simple,Default,M,5,2,\n"+
			"S,configurable,Default,Shirt,,1,\"sku=S-1,size=S|sku=S-2,size=M\"\n", 3, 0).
			RequireFields(t, kit.Fields{"warnings.#": 1, "warnings.0.line": 3, "warnings.0.column": "product_online"})
		s.requireListed(t, "S-1", kit.Fields{"name": "Shirt", "variants.#": 1, "variants.0.sku": "S-1"})
	})
}

// A request may add the tax to any file's prices: but not to those that have it.
func TestImportAddsTax(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		const own = "name,sku,price,compareAtPrice,wholesalePrices\nCup,C-1,10.00,12.00,2:9.00\n"
		csv.Do(t, "POST", importPath+"?addTax=19", own).Require(t, 200).RequireFields(t, kit.Fields{"created": 1})
		s.requireListed(t, "C-1", kit.Fields{
			"variants.0.price": 11.9, "variants.0.compareAtPrice": 14.28, "variants.0.wholesalePrices.0.price": 10.71,
		})
		csv.Do(t, "POST", importPath+"?addTax=19", own).Require(t, 200).RequireFields(t, kit.Fields{"unchanged": 1})
		s.Publish(t, shop.SettingsSaved{Group: shop.GroupTax, Version: 1, After: kit.JSON(t, shop.Tax{WholesalePrices: shop.PricesNet})},
			shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, shop.Profile{Country: "DE", TimeZone: "UTC"})})
		if err := s.Copies.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		csv.Do(t, "POST", importPath+"?addTax=19", own).Require(t, 200).RequireFields(t, kit.Fields{"updated": 1})
		s.requireListed(t, "C-1", kit.Fields{"variants.0.price": 11.9, "variants.0.wholesalePrices.0.price": 9})

		const other = "Product ID;Active (0/1);Name *;Price tax excluded;Price tax included;Discount amount;Reference #\n" +
			"1;1;Pot;10,00;;;P-1\n2;1;Jug;10,00;11,90;1,90;J-1\n"
		got := csv.Do(t, "POST", importPath, other).Require(t, 200)
		got.RequireFields(t, kit.Fields{"format": "prestashop", "saved": 1, "failed": 1})
		requireImportErrors(t, got, "2 Price tax excluded not_allowed")
		jug := kit.Fields{"variants.0.price": 10, "variants.0.compareAtPrice": 11.9}
		s.requireListed(t, "J-1", jug)
		csv.Do(t, "POST", importPath+"?addTax=19", other).Require(t, 200).RequireFields(t, kit.Fields{"created": 1, "unchanged": 1})
		s.requireListed(t, "J-1", jug)
		s.requireListed(t, "P-1", kit.Fields{"variants.0.price": 11.9})
	})
}

// A file of combinations says nothing without the file of products; rows of blanks are none.
func TestImportOfFilesWithLittleInThem(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		got := csv.Do(t, "POST", importPath, "Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference\n"+
			"1;Size:select:0;S:0;A-1\n").Require(t, 422, "validation_failed")
		if got.RequireFields(t, kit.Fields{"errors.#": 1}); !strings.Contains(got.Text("errors.0.detail"), "combinations") {
			t.Errorf("%s", got.Body)
		}
		s.importFile(t, "name,sku,price\nCup,C-1,1\n , ,\n\u00a0,,\n", 1, 0).RequireFields(t, kit.Fields{"rows": 1})
	})
}
