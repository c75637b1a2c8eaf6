package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// known is a product that others know by texts and numbers.
func known(changes ...body) body {
	return with(body{
		"name": "Known cup", "status": "active", "seo": body{"title": "Cups for crema", "description": "Thick."},
		"tags": []string{"Porcelain", "Für Espresso"}, "mpn": "EC-90", "condition": "refurbished",
		"variants": []body{{"sku": "KNOWN", "price": 12.9, "gtin": "978-3-16-148410-0"}},
	}, changes...)
}

var knownFields = kit.Fields{
	"seo.title": "Cups for crema", "seo.description": "Thick.", "tags.#": 2, "tags.0": "Porcelain", "tags.1": "Für Espresso",
	"mpn": "EC-90", "condition": "refurbished", "variants.0.gtin": "9783161484100",
}

func manyTags(n int) (tags []string) {
	for i := range n {
		tags = append(tags, fmt.Sprint("tag ", i))
	}
	return tags
}

func TestTextsOfProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		b, log := known(), eventbustest.Record(t, s.DB)
		created := s.product(t, b)
		created.RequireFields(t, knownFields)
		s.requireShown(t, "known-cup", knownFields)
		s.API.Do(t, "GET", "/v1/products", nil).RequireFields(t, under("data.0", knownFields))
		saved := eventbustest.Of[events.ProductSaved](log)[0]
		if *saved.MPN != "EC-90" || saved.Condition != events.ConditionRefurbished || *saved.Variants[0].GTIN != "9783161484100" ||
			!slices.Equal(saved.Tags, []string{"Porcelain", "Für Espresso"}) {
			t.Errorf("the event says %+v", saved)
		}

		path := productPath(created.Text("id"))
		delete(b, "variants")
		if got := s.admin.Do(t, "PATCH", path, b).Require(t, 200); string(got.Body) != string(created.Body) {
			t.Errorf("the same again: %s, want %s", got.Body, created.Body)
		}
		s.admin.Do(t, "PATCH", path, body{"name": "Best cup"}).Require(t, 200).RequireFields(t, knownFields)
		s.admin.Do(t, "PATCH", path, body{"seo": body{"title": "Best"}}).RequireFields(t, kit.Fields{"seo.title": "Best", "seo.description": nil})
		cleared := body{"seo": nil, "tags": nil, "mpn": nil, "condition": "new", "variants": []body{{"sku": "KNOWN", "price": 12.9}}}
		none := kit.Fields{"seo.title": nil, "seo.description": nil, "tags.#": 0, "mpn": nil, "condition": "new", "variants.0.gtin": nil}
		s.admin.Do(t, "PATCH", path, cleared).Require(t, 200).RequireFields(t, none)
		s.product(t, simple("Plain", 1)).RequireFields(t, none)
	})
}

func TestTextsOfProductsRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		tags := func(tags ...string) body { return body{"name": "Cup", "tags": tags} }
		gtin := func(gtin any) body {
			return body{"name": "Cup", "variants": []body{{"sku": "C", "price": 1, "gtin": gtin}}}
		}
		many := manyTags(10_000)
		rows := []refusal{
			{tags(many...), []string{"/tags too_long"}}, {tags(many[:101]...), []string{"/tags too_long"}},
			{tags("a", "b,c", "d|e", "A", "", strings.Repeat("x", 61)), []string{
				"/tags/1 bad_format", "/tags/2 bad_format", "/tags/3 not_allowed", "/tags/4 too_short", "/tags/5 too_long"}},
			{gtin("4006381333932"), []string{"/variants/0/gtin bad_format"}}, {gtin("400638133393"), []string{"/variants/0/gtin bad_format"}},
			{gtin("000000000000"), []string{"/variants/0/gtin bad_format"}}, {gtin("4006381333９31"), []string{"/variants/0/gtin bad_format"}},
			{gtin(4006381333931), []string{"/variants/0/gtin wrong_type"}}, {gtin(""), []string{"/variants/0/gtin too_short"}},
			{body{"name": "Cup", "seo": "Best"}, []string{"/seo wrong_type"}},
			// All at once.
			{body{"name": strings.Repeat("x", 201), "mpn": strings.Repeat("x", 71), "condition": "broken", "tags": []string{"a", "A"},
				"seo":      body{"title": strings.Repeat("x", 201), "description": strings.Repeat("x", 501)},
				"variants": []body{{"sku": "C", "price": -1}, {"sku": "D", "price": 1, "gtin": "1"}}},
				[]string{"/condition not_allowed", "/mpn too_long", "/name too_long", "/seo/description too_long", "/seo/title too_long",
					"/tags/1 not_allowed", "/variants/0/price out_of_range", "/variants/1/gtin bad_format"}},
		}
		requireRefused(t, s.admin, "POST", "/v1/admin/products", rows...)
		requireRefused(t, s.admin, "PATCH", productPath(s.product(t, body{"name": "Cup"}).Text("id")), rows...)
		s.product(t, with(tags(many[:100]...), body{"name": "Hundred"})).RequireFields(t, kit.Fields{"tags.#": 100})
		german := s.admin.With("Accept-Language", "de").Do(t, "POST", "/v1/admin/products", gtin("4006381333932"))
		german.RequireFields(t, kit.Fields{
			"errors.0.detail": "muss eine GTIN mit 8, 12, 13 oder 14 Ziffern sein, deren letzte die anderen prüft",
		})
	})
}

func TestGTIN(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"96385074": true, "036000291452": true, "4006381333931": true, "10012345678902": true,
		"96385075": false, "036000291453": false, "4006381333930": false, "10012345678903": false,
		"": false, "0": false, "00000000": false, "4006381333913": false, "40063813339310": false, "+400638133393": false,
	} {
		if got := isGTIN(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestListsByTag(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		tagged := func(name, status string, tags ...string) string {
			return productPath(s.product(t, simple(name, 1, body{"status": status, "tags": tags})).Text("id"))
		}
		cup := tagged("Cup", "active", "Porcelain", "White")
		tagged("Glass", "active", "Glass")
		tagged("Jug", "draft", "porcelain")
		s.product(t, simple("Plain", 1))
		requireFound := func(shop, admin map[string][]string) {
			t.Helper()
			s.requireNames(t, shop)
			for query, want := range admin {
				if got := fieldOfAll(t, s.admin.Do(t, "GET", "/v1/admin/products?sort=name&"+query, nil), "name"); !slices.Equal(got, want) {
					t.Errorf("admins, %s: %q, want %q", query, got, want)
				}
			}
		}
		requireFound(map[string][]string{
			"tag=porcelain": {"Cup"}, "tag=PORCELAIN": {"Cup"}, "tag=porc": nil, "sort=name&tag=glass,white": {"Cup", "Glass"},
			"sort=name&tag=glass&tag=white": {"Cup", "Glass"}, "tag=glass&maxPrice=0.5": nil, "tag=white&q=cup": {"Cup"}, "tag=glass&q=cup": nil,
		}, map[string][]string{
			"tag=porcelain": {"Cup", "Jug"}, "tag=porcelain&status=draft": {"Jug"}, "tag=porcelain,glass": {"Cup", "Glass", "Jug"},
			"tag=none": nil, "tag=porcelain&q=jug": {"Jug"},
		})
		s.API.Do(t, "GET", "/v1/products/facets?tag=porcelain", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 1})
		s.API.Do(t, "GET", "/v1/products?tag="+strings.Repeat("x", 61), nil).Require(t, 422, "validation_failed")

		s.admin.Do(t, "PATCH", cup, body{"tags": []string{"porcelain", "Black"}}).Require(t, 200)
		requireFound(map[string][]string{"tag=white": nil, "tag=black": {"Cup"}, "tag=porcelain": {"Cup"}}, map[string][]string{
			"tag=white": nil, "tag=black": {"Cup"},
		})
		s.admin.Do(t, "PATCH", cup, body{"tags": nil}).Require(t, 200)
		requireFound(map[string][]string{"tag=black": nil}, map[string][]string{"tag=porcelain": {"Jug"}})
	})
}

// Who types a tag, a barcode or the number of the manufacturer finds the product by it.
func TestFoundByTagAndBarcode(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Espresso", 1))
		path := productPath(s.product(t, known()).Text("id"))
		s.requireNames(t, map[string][]string{
			"q=porcelain": {"Known cup"}, "q=9783161484100": {"Known cup"}, "q=espresso": {"Espresso", "Known cup"}, "q=ec-90": {"Known cup"},
		})
		for _, q := range []string{"porcelain", "9783161484100", "fur+espresso", "ec-90"} {
			s.admin.Do(t, "GET", "/v1/admin/products?q="+q, nil).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.name": "Known cup"})
		}
		s.admin.Do(t, "PATCH", path, body{"tags": []string{"glass"}, "variants": []body{{"sku": "KNOWN", "price": 1}}}).Require(t, 200)
		s.requireNames(t, map[string][]string{"q=porcelain": nil, "q=9783161484100": nil, "q=glass": {"Known cup"}})
		s.admin.Do(t, "GET", "/v1/admin/products?q=porcelain", nil).RequireFields(t, kit.Fields{"meta.total": 0})
		s.requireConsistentIndex(t)
	})
}

// gtin8 is a GTIN of 8 digits.
func gtin8(n int) string {
	digits, sum := fmt.Sprintf("%07d", n), 0
	for i, d := range digits {
		sum += int(d-'0') * (3 - i%2*2)
	}
	return digits + fmt.Sprint((10-sum%10)%10)
}

// Tags and the maker's number are found however many variants a product has.
func TestFoundBesideManyVariants(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var sizes []string
		var variants []body
		for i := range 100 {
			sizes = append(sizes, fmt.Sprint("Size", i))
			for j, color := range []string{"White", "Black"} {
				n := 2*i + j
				variants = append(variants, body{
					"sku": fmt.Sprintf("SKU%d-PART%d", n, n), "price": 1, "options": body{"Size": sizes[i], "Color": color},
					"gtin": gtin8(n + 1),
				})
			}
		}
		s.product(t, known(body{"variants": variants, "options": []body{
			{"name": "Size", "values": sizes}, {"name": "Color", "values": []string{"White", "Black"}},
		}}))
		for _, word := range []string{"porcelain", "ec-90"} {
			s.requireNames(t, map[string][]string{"q=" + word: {"Known cup"}})
		}
	})
}

// Equal names get numbers in one step each.
func TestManyEqualSlugs(t *testing.T) {
	t.Parallel()
	slugs, last := newSlugSet(), ""
	for range 300_000 {
		last = slugs.free("cup")
		slugs.taken[last] = true
	}
	if last != "cup-300000" {
		t.Errorf("the last is %q", last)
	}
	slugs.taken["pot"], slugs.taken["pot-2"] = true, true
	if got := slugs.free("pot"); got != "pot-3" {
		t.Errorf("beside a taken number: %q", got)
	}
}

func TestTextsInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, known(body{"seo": body{"title": "=Cups", "description": "Thick,\nand white."}}))
		s.product(t, simple("Plain", 1))
		file := s.exportFile(t)
		s.importFile(t, file, 2, 0).RequireFields(t, kit.Fields{"unchanged": 2})
		s.importFile(t, strings.ReplaceAll(file, "KNOWN", "OTHER"), 2, 0).RequireFields(t, kit.Fields{"updated": 1})
		s.requireShown(t, "known-cup", kit.Fields{
			"seo.title": "=Cups", "seo.description": "Thick,\nand white.", "variants.#": 2, "variants.1.gtin": "9783161484100", "mpn": "EC-90",
		})

		s.importFile(t, "slug,name,sku,price,seoTitle,tags,mpn,condition,gtin\n"+
			"known-cup,,KNOWN,1,Other,Glass| White,,used,4006381333931\nmug,Mug,MUG,1,,,,,\n", 2, 0)
		s.requireShown(t, "known-cup", kit.Fields{
			"seo.title": "Other", "seo.description": "Thick,\nand white.", "tags.#": 2, "tags.0": "Glass", "tags.1": "White", "mpn": nil,
			"condition": "used", "variants.0.gtin": "4006381333931",
		})
		s.requireNames(t, map[string][]string{"tag=white": {"Known cup"}, "tag=porcelain": nil})

		tooMany := strings.Join(manyTags(101), "|")
		got := s.importFile(t, "name,sku,price,gtin,tags,condition,mpn,seoTitle\n"+
			"A,A,1,4006381333932,,,,\nB,B,1,,a|A,,,\nC,C,1,,\"a,b\",,,\nD,D,1,,,broken,,\nE,,,4006381333931,,,,\n"+
			"F,F,1,,"+tooMany+",,,\nG,G,1,12,"+strings.Repeat("x", 61)+",old,"+strings.Repeat("x", 71)+","+strings.Repeat("x", 201)+"\n", 0, 7)
		requireImportErrors(t, got, "2 gtin bad_format", "3 tags not_allowed", "4 tags bad_format", "5 condition not_allowed",
			"6 sku required", "7 tags too_long", "8 seoTitle too_long", "8 tags too_long", "8 mpn too_long", "8 condition not_allowed",
			"8 gtin bad_format")
	})
}

// Systems keep more tags than there may be here, and longer ones.
func TestImportOfManyTags(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		tags := append([]string{strings.Repeat("y", 70), "a|b"}, manyTags(120)...)
		file := "Handle,Title,Variant SKU,Variant Price,Variant Barcode,SEO Title,Google Shopping / MPN,Google Shopping / Condition,Tags\n" +
			"mug,Mug,M-1,1,'4006381333931," + strings.Repeat("z", 250) + ",M,USED,\"" + strings.Join(tags, ", ") + "\"\nmug,,M-2,2,0,,M,used,\n"
		file = strings.Replace(file, "Variant SKU", "Option1 Value,Variant SKU", 1)
		file = strings.Replace(strings.Replace(file, ",M-1,", ",S,M-1,", 1), ",M-2,", ",L,M-2,", 1)
		s.importFile(t, file, 2, 0).RequireFields(t, kit.Fields{
			"warnings.#": 3, "warnings.0.column": "Tags", "warnings.1.column": "Tags", "warnings.2.column": "SEO Title",
		})
		s.requireListed(t, "M-1", kit.Fields{
			"tags.#": 100, "tags.0": strings.Repeat("y", 60), "tags.1": "a/b", "variants.0.gtin": "4006381333931", "variants.1.gtin": nil,
			"seo.title": strings.Repeat("z", 200), "mpn": "M", "condition": "used",
		})
	})
}
