package catalog

import (
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/money"
	"orderd/test/kit"
)

var (
	maker     = body{"name": "Moka & Söhne GmbH", "address": "Am Kai 4\n20457 Hamburg", "contact": "safety@moka.example"}
	importerB = body{"name": "Import SARL", "address": "1 rue du Port, Lyon", "contact": "https://import.example/safety"}
)

// lawful is a product with all that the law asks for.
func lawful(changes ...body) body {
	return with(body{
		"name": "Beans", "status": "active", "manufacturer": maker, "responsiblePerson": importerB,
		"safety":             []body{{"locale": "en", "text": "Hot."}, {"locale": "de", "text": "Heiß."}},
		"withdrawalExcluded": "perishable",
		"variants":           []body{{"sku": "BEANS", "price": 14.9, "content": body{"amount": 0.25, "unit": "kg"}}},
	}, changes...)
}

func TestLegalDataOfProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		b := lawful()
		log := eventbustest.Record(t, s.DB)
		created := s.product(t, b)
		want := kit.Fields{
			"manufacturer.name": "Moka & Söhne GmbH", "manufacturer.address": "Am Kai 4\n20457 Hamburg",
			"responsiblePerson.contact": "https://import.example/safety", "safety.#": 2, "safety.1.locale": "de",
			"safety.1.text": "Heiß.", "withdrawalExcluded": "perishable", "variants.0.compareAtKind": "was",
			"variants.0.content.amount": 0.25, "variants.0.content.unit": "kg",
			"variants.0.unitPrice.amount": 59.6, "variants.0.unitPrice.per": "kg",
			"variants.0.reducedSince": nil, "variants.0.lowestPrice30d": nil,
		}
		created.RequireFields(t, want)
		s.requireShown(t, "beans", want)
		s.API.Do(t, "GET", "/v1/products?fields=card", nil).RequireFields(t, kit.Fields{
			"data.0.unitPrice.amount": 59.6, "data.0.unitPrice.per": "kg", "data.0.compareAtKind": "was",
		})
		saved := eventbustest.Of[events.ProductSaved](log)[0]
		if c := saved.Variants[0].Content; *saved.WithdrawalExcluded != events.ExcludedPerishable || c.Amount != 250 ||
			c.Unit != events.UnitKilogram {
			t.Errorf("the event says %v %+v", saved.WithdrawalExcluded, c)
		}

		path := productPath(created.Text("id"))
		delete(b, "variants")
		if got := s.admin.Do(t, "PATCH", path, b).Require(t, 200); string(got.Body) != string(created.Body) {
			t.Errorf("the same again: %s, want %s", got.Body, created.Body)
		}
		s.admin.Do(t, "PATCH", path, body{"name": "Best beans"}).Require(t, 200).RequireFields(t, want)
		cleared := body{"manufacturer": nil, "responsiblePerson": nil, "safety": nil, "withdrawalExcluded": nil,
			"variants": []body{{"sku": "BEANS", "price": 14.9}}}
		s.admin.Do(t, "PATCH", path, cleared).Require(t, 200)
		s.requireShown(t, "beans", kit.Fields{
			"manufacturer": nil, "responsiblePerson": nil, "safety.#": 0, "withdrawalExcluded": nil,
			"variants.0.content": nil, "variants.0.unitPrice": nil,
		})
	})
}

func TestLegalDataRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		variantWith := func(changes body) body {
			return body{"name": "Cup", "variants": []body{with(body{"sku": "C", "price": 1}, changes)}}
		}
		notes := make([]body, 11)
		for i := range notes {
			notes[i] = body{"locale": "en", "text": "Hot."}
		}
		rows := []refusal{
			{variantWith(body{"content": body{"amount": 0, "unit": "kg"}}), []string{"/variants/0/content/amount out_of_range"}},
			{variantWith(body{"content": body{"amount": -1, "unit": "kg"}}), []string{"/variants/0/content/amount out_of_range"}},
			{variantWith(body{"content": body{"amount": 1_000_000.001, "unit": "kg"}}), []string{"/variants/0/content/amount out_of_range"}},
			{variantWith(body{"content": body{"amount": 0.2505, "unit": "kg"}}), []string{"/variants/0/content/amount bad_format"}},
			{variantWith(body{"content": body{"amount": 1, "unit": "g"}}), []string{"/variants/0/content/unit not_allowed"}},
			{variantWith(body{"content": body{}}), []string{"/variants/0/content/amount required", "/variants/0/content/unit required"}},
			{variantWith(body{"compareAtKind": "old"}), []string{"/variants/0/compareAtKind not_allowed"}},
			{body{"name": "Cup", "withdrawalExcluded": "sealed"}, []string{"/withdrawalExcluded not_allowed"}},
			{body{"name": "Cup", "safety": []body{{"locale": "xx", "text": "Hot."}}}, []string{"/safety/0/locale not_allowed"}},
			{body{"name": "Cup", "safety": []body{{"locale": "en", "text": ""}}}, []string{"/safety/0/text required"}},
			{body{"name": "Cup", "safety": notes}, []string{"/safety too_long"}},
			{body{"name": "Cup", "manufacturer": body{}}, []string{
				"/manufacturer/address required", "/manufacturer/contact required", "/manufacturer/name required"}},
			// All at once.
			{body{"name": "Cup", "manufacturer": with(maker, body{"contact": "call us"}),
				"responsiblePerson": with(maker, body{"contact": "ftp://x.example", "name": strings.Repeat("x", 201)}),
				"safety":            []body{{"locale": "en", "text": strings.Repeat("x", 2001)}}, "withdrawalExcluded": "",
				"variants": []body{{"sku": "C", "price": 1, "compareAtKind": "", "content": body{"amount": "1", "unit": 1}}}},
				[]string{
					"/manufacturer/contact bad_format", "/responsiblePerson/contact bad_format", "/responsiblePerson/name too_long",
					"/safety/0/text too_long", "/variants/0/compareAtKind not_allowed", "/variants/0/content/amount wrong_type",
					"/variants/0/content/unit wrong_type", "/withdrawalExcluded not_allowed",
				}},
		}
		requireRefused(t, s.admin, "POST", "/v1/admin/products", rows...)
		requireRefused(t, s.admin, "PATCH", productPath(s.product(t, body{"name": "Cup"}).Text("id")), rows...)
		s.product(t, body{"name": "Ten", "safety": notes[:10]}).RequireFields(t, kit.Fields{"safety.#": 10})
	})
}

// requireGPSR says whether an active product is to have a manufacturer.
func (s *setup) requireGPSR(t *testing.T, version int64, required bool) {
	t.Helper()
	s.Publish(t, shop.SettingsSaved{
		Group: shop.GroupCheckout, Version: version, After: kit.JSON(t, shop.Checkout{LowStock: lowStock, RequireGPSR: required}),
	})
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestActiveProductsHaveAManufacturer(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		before := s.product(t, simple("Before", 1)).Text("id")
		s.requireGPSR(t, 2, true)
		required := []string{"/manufacturer required"}
		requireRefused(t, s.admin, "POST", "/v1/admin/products",
			refusal{simple("Cup", 1), required},
			refusal{simple("Cup", 1, body{"categoryIds": []string{"none"}}), append([]string{"/categoryIds/0 not_allowed"}, required...)})
		cup := s.product(t, simple("Cup", 1, body{"status": "draft"})).Text("id")
		requireRefused(t, s.admin, "PATCH", productPath(cup), refusal{body{"status": "active"}, required})
		s.admin.Do(t, "PATCH", productPath(cup), body{"status": "active", "manufacturer": maker}).Require(t, 200)
		requireRefused(t, s.admin, "PATCH", productPath(cup), refusal{body{"manufacturer": nil}, required})
		// What was active before stays so, and can be archived, but not be changed.
		s.requireShown(t, before, kit.Fields{"status": "active"})
		requireRefused(t, s.admin, "PATCH", productPath(before), refusal{body{"name": "After"}, required})
		requireImportErrors(t, s.importFile(t, "slug,name\nbefore,After\n", 0, 1), "2 - required")
		s.admin.Do(t, "DELETE", productPath(before), nil).Require(t, 204)
		s.requireGPSR(t, 3, false)
		s.product(t, simple("Free", 1))
	})
}

// The file of an export has all of it, and changes nothing when it is imported again.
func TestLegalDataInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		b := lawful(body{"safety": []body{
			{"locale": "de", "text": "Heiß.\n\nSehr."}, {"locale": "en", "text": "Hot."}, {"locale": "de", "text": "Scharf."},
		}})
		b["variants"] = []body{
			{"sku": "BEANS", "price": 14.9, "options": body{"Size": "S"}, "content": body{"amount": 0.25, "unit": "kg"}},
			{"sku": "BULK", "price": 99, "options": body{"Size": "L"}, "compareAtPrice": 120, "compareAtKind": "rrp",
				"content": body{"amount": 1.125, "unit": "l"}},
		}
		beans := s.product(t, b)
		s.product(t, body{"name": "Bare"})
		s.importFile(t, s.exportFile(t), 3, 0).RequireFields(t, kit.Fields{"unchanged": 2, "updated": 0})
		german := string(s.admin.Do(t, "GET", exportPath+"?separator=semicolon", nil).Body)
		if !strings.Contains(german, ";1,125;l;") {
			t.Errorf("the file with decimal commas is\n%s", german)
		}
		s.importFile(t, german, 3, 0).RequireFields(t, kit.Fields{"unchanged": 2, "updated": 0})
		header, _, _ := strings.Cut(s.exportFile(t), "\n")
		if want := "compareAtKind,contentAmount,contentUnit,withdrawalExcluded,manufacturerName,manufacturerAddress," +
			"manufacturerContact,responsibleName,responsibleAddress,responsibleContact,safety:en,safety:de"; !strings.HasSuffix(
			strings.TrimSpace(header), want) {
			t.Errorf("the columns end with %s", header)
		}
		s.importFile(t, "slug,sku,compareAtKind,contentAmount,withdrawalExcluded,manufacturerName,responsibleName,"+
			"responsibleAddress,responsibleContact,safety:en,safety:de\n"+
			"beans,BEANS,rrp,\"0,5\",made_to_order,Another,,,,\"One.\n \nTwo.\",\nbeans,BULK,was,,,,,,,,\n", 2, 0)
		s.requireShown(t, beans.Text("id"), kit.Fields{
			"variants.0.compareAtKind": "rrp", "variants.0.content.amount": 0.5, "variants.1.compareAtKind": "was",
			"variants.1.content": nil, "withdrawalExcluded": "made_to_order", "manufacturer.name": "Another",
			"manufacturer.contact": "safety@moka.example", "responsiblePerson": nil, "safety.#": 2,
			"safety.0.text": "One.", "safety.1.text": "Two.", "safety.1.locale": "en",
		})
	})
}

func TestLegalDataRefusedInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		long := strings.Repeat("x", 2001)
		got := s.importFile(t, strings.Join([]string{
			"name,sku,price,compareAtKind,contentAmount,contentUnit,withdrawalExcluded,manufacturerName,manufacturerContact,safety:en",
			"A,A,1,old,,,,,,", "B,B,1,,0,kg,,,,", "C,C,1,,1.2345,kg,,,,", "D,D,1,,1,g,,,,", "E,E,1,,x,kg,,,,", "F,F,1,,1,,,,,",
			"G,G,1,,,kg,,,,", "H,H,1,,,,sealed,,,", "I,I,1,,,,,Name,,", "J,J,1,,,,,Name,no,", "K,K,1,,,,,,," + long,
			"L,,,,1,kg,,,,",
		}, "\n"), 0, 12)
		requireImportErrors(t, got,
			"2 compareAtKind not_allowed", "3 contentAmount out_of_range", "4 contentAmount bad_format", "5 contentUnit not_allowed",
			"6 contentAmount bad_format", "7 contentUnit required", "8 contentAmount required", "9 withdrawalExcluded not_allowed",
			"10 manufacturerAddress required", "10 manufacturerContact required", "11 manufacturerAddress required",
			"11 manufacturerContact bad_format", "12 safety:en too_long", "13 sku required")
	})
}

func TestUnitPrices(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		price  money.Cents
		amount money.Measure
		want   money.Cents
	}{{1490, 250, 5960}, {0, 1, 0}, {1, 3000, 0}, {1, 2000, 1}, {maxPrice, 1, 100 * 1000 * 1_000_000}, {999, 1000, 999}} {
		if got := row.amount.PricePerUnit(row.price); got != row.want {
			t.Errorf("%v for %v: %v per unit, want %v", row.price, row.amount, got, row.want)
		}
	}
}
