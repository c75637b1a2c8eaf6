package catalog

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	shop "orderd/modules/shop/events"
	"orderd/test/kit"
)

// values are what a request says of attributes: "roast=dark|medium".
func values(list ...string) []body {
	rows := []body{}
	for _, v := range list {
		code, of, _ := strings.Cut(v, "=")
		rows = append(rows, body{"code": code, "values": strings.Split(of, "|")})
	}
	return rows
}

// speak makes the shop speak English and German, with English as its own language.
func (s *setup) speak(t *testing.T) {
	t.Helper()
	s.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, shop.Profile{
		Country: "DE", TimeZone: "Europe/Berlin", Locale: "en", Locales: []string{"en", "de"},
	})})
}

// attributes adds one of each kind.
func (s *setup) attributes(t *testing.T) (ids map[string]string) {
	t.Helper()
	ids = map[string]string{}
	for _, b := range []body{
		roast(),
		attributeOf("weight", "number", body{"names": inBoth("Weight|Gewicht"), "unit": "g", "facet": true, "position": 1}),
		attributeOf("organic", "boolean", body{"facet": true, "position": 3}),
		attributeOf("harvest", "date", body{"position": 4}),
		attributeOf("origin", "text", body{"position": 5}),
		attributeOf("supplier", "text", body{"position": 6, "shown": false}),
	} {
		ids[b["code"].(string)] = s.attribute(t, b).Text("id")
	}
	return ids
}

// coffee is a product with values of all attributes.
func coffee(changes ...body) body {
	return simple("Coffee", 1, append([]body{{
		"attributes": values("supplier=ACME", "origin=Yirgacheffe, Äthiopien", "organic=true", "roast=dark|medium", "harvest=2026-02-28"),
		"variants": []body{
			{"sku": "COFFEE-250", "price": 9, "attributes": values("weight=0250.50")},
			{"sku": "COFFEE-1000", "price": 29, "attributes": values("weight=1000")},
		},
	}}, changes...)...)
}

func TestValuesOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.speak(t)
		s.attributes(t)
		created := s.product(t, coffee())
		path := productPath(created.Text("id"))
		shown := kit.Fields{
			"attributes.0.code": "roast", "attributes.0.name": "Roast", "attributes.0.kind": "choice", "attributes.0.unit": nil,
			"attributes.0.values.#": 2, "attributes.0.values.0.value": "medium", "attributes.0.values.0.label": "Medium",
			"attributes.0.values.1.value": "dark", "attributes.1.values.0.value": "true", "attributes.1.values.0.label": "true",
			"attributes.2.values.0.value": "2026-02-28", "attributes.3.values.0.label": "Yirgacheffe, Äthiopien",
			"variants.0.attributes.#": 1, "variants.0.attributes.0.name": "Weight", "variants.0.attributes.0.unit": "g",
			"variants.0.attributes.0.values.0.value": "250.5", "variants.1.attributes.0.values.0.value": "1000",
		}
		created.RequireFields(t, shown).RequireFields(t, kit.Fields{"attributes.#": 5, "attributes.4.code": "supplier"})
		s.requireShown(t, "coffee", shown)
		s.requireShown(t, "coffee", kit.Fields{"attributes.#": 4})
		s.API.Do(t, "GET", "/v1/products", nil).RequireFields(t, under("data.0", shown)).RequireFields(t, kit.Fields{"data.0.attributes.#": 4})
		card := s.API.Do(t, "GET", "/v1/products?fields=card", nil).Require(t, 200)
		if strings.Contains(string(card.Body), `"attributes"`) {
			t.Errorf("a card has attributes: %s", card.Body)
		}
		// In the language of the caller, else in the shop's; caches keep these apart.
		german := s.API.With("Accept-Language", "fr, de-AT;q=0.9, en;q=0.1").Do(t, "GET", "/v1/products/coffee", nil).Require(t, 200)
		german.RequireFields(t, kit.Fields{"attributes.0.name": "Röstung", "attributes.0.values.1.label": "Dunkel",
			"attributes.1.name":            "organic",
			"variants.0.attributes.0.name": "Gewicht"})
		if got := german.Header; got.Get("Content-Language") != "de" || !slices.Contains(strings.Split(strings.Join(got["Vary"], ", "), ", "),
			"Accept-Language") {
			t.Errorf("headers of an answer in German: %v", got)
		}
		s.API.With("Accept-Language", "fr").Do(t, "GET", "/v1/products/coffee", nil).RequireFields(t, kit.Fields{"attributes.0.name": "Roast"})
		s.admin.With("Accept-Language", "de").Do(t, "GET", path, nil).RequireFields(t, kit.Fields{"attributes.0.name": "Röstung"})

		// The same again is no change, and a list is replaced whole.
		same := s.admin.Do(t, "PATCH", path, body{"attributes": coffee()["attributes"]}).Require(t, 200)
		if string(same.Body) != string(created.Body) {
			t.Errorf("the same again: %s\nwant %s", same.Body, created.Body)
		}
		s.admin.Do(t, "PATCH", path, body{"name": "Good coffee"}).Require(t, 200).RequireFields(t, shown)
		s.admin.Do(t, "PATCH", path, body{"attributes": values("organic=false"), "variants": []body{{"sku": "COFFEE-250", "price": 9}}}).
			Require(t, 200).RequireFields(t, kit.Fields{"attributes.#": 1, "attributes.0.values.0.value": "false", "variants.0.attributes.#": 0})
		s.admin.Do(t, "PATCH", path, body{"attributes": nil}).Require(t, 200).RequireFields(t, kit.Fields{"attributes.#": 0})
		var rows int64
		if err := s.DB.Model(&attributeRow{}).Count(&rows).Error; err != nil || rows != 0 {
			t.Errorf("%d values are left, %v", rows, err)
		}
	})
}

// A shop without attributes answers as ever, the same for all languages.
func TestNoAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.speak(t)
		s.product(t, simple("Plain", 1))
		got := s.API.With("Accept-Language", "de").Do(t, "GET", "/v1/products/plain", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"attributes.#": 0, "variants.0.attributes.#": 0})
		if got.Header.Get("Content-Language") != "" {
			t.Errorf("headers: %v", got.Header)
		}
		s.API.Do(t, "GET", "/v1/products/facets", nil).RequireFields(t, kit.Fields{"attributes.#": 0})
	})
}

func TestValuesOfAttributesRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		of := func(list ...string) body { return body{"name": "Cup", "attributes": values(list...)} }
		hostile := []refusal{
			{of("none=1", "roast=black", "roast=dark"), []string{"/attributes/0/code not_allowed", "/attributes/1/values/0 not_allowed",
				"/attributes/2/code not_allowed"}},
			{of("roast=dark|dark|light"), []string{"/attributes/0/values/1 not_allowed"}},
			{of("organic=yes", "harvest=2026-02-30", "weight=1,5", "origin=a|b"), []string{"/attributes/0/values/0 not_allowed",
				"/attributes/1/values/0 bad_format", "/attributes/2/values/0 bad_format", "/attributes/3/values not_allowed"}},
			{of("origin=" + strings.Repeat("x", 501)), []string{"/attributes/0/values/0 too_long"}},
			{of("origin=a\u0000b"), []string{"/attributes/0/values/0 bad_format"}},
			{of("Roast=dark", "'; DROP TABLE catalog_products; --=x"), []string{"/attributes/0/code not_allowed", "/attributes/1/code not_allowed"}},
			{body{"name": "Cup", "attributes": []body{{"code": "roast", "values": []string{}}, {"code": "weight"}, {"values": []string{"a"}}}},
				[]string{"/attributes/0/values too_short", "/attributes/1/values required", "/attributes/2/code required"}},
			{body{"name": "Cup", "attributes": []body{{"code": "weight", "values": []any{5}}, {"code": "roast", "values": "dark"}}},
				[]string{"/attributes/0/values/0 wrong_type", "/attributes/1/values wrong_type"}},
			{body{"name": "Cup", "variants": []body{{"sku": "C", "price": 1, "attributes": values("weight=x", "none=1", "weight=2")}}}, []string{
				"/variants/0/attributes/0/values/0 bad_format", "/variants/0/attributes/1/code not_allowed",
				"/variants/0/attributes/2/code not_allowed"}},
			// All at once.
			{with(of("none=1"), body{"brandId": "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910", "tags": []string{"a,b"}}),
				[]string{"/attributes/0/code not_allowed", "/brandId not_allowed", "/tags/0 bad_format"}},
		}
		for _, number := range []string{"", "1e3", "0x1", "1.2345", "1234567890123", "--1", "1.", ".5", "1 0", "٣", "NaN", "1_0", "+1"} {
			want := "/attributes/0/values/0 bad_format"
			if number == "" {
				want = "/attributes/0/values/0 too_short"
			}
			hostile = append(hostile, refusal{of("weight=" + number), []string{want}})
		}
		for _, date := range []string{"2026-2-3", "0000-01-01", "2026-02-03T00:00:00Z", "20260203", "today"} {
			hostile = append(hostile, refusal{of("harvest=" + date), []string{"/attributes/0/values/0 bad_format"}})
		}
		requireRefused(t, s.admin, "POST", "/v1/admin/products", hostile...)
		cup := productPath(s.product(t, body{"name": "Cup"}).Text("id"))
		requireRefused(t, s.admin, "PATCH", cup, hostile...)
		var codes []string
		for i := range maxProductAttributes + 1 {
			s.attribute(t, attributeOf(fmt.Sprint("a", i), "text"))
			codes = append(codes, fmt.Sprintf("a%d=x", i))
		}
		requireRefused(t, s.admin, "PATCH", cup, refusal{of(codes...), []string{"/attributes too_long"}},
			refusal{body{"variants": []body{{"sku": "C", "price": 1, "attributes": values(codes[:21]...)}}},
				[]string{"/variants/0/attributes too_long"}})
		s.admin.Do(t, "PATCH", cup, body{"attributes": values(codes[:50]...)}).Require(t, 200).RequireFields(t, kit.Fields{"attributes.#": 50})
		for _, number := range []string{"-0", "000", "-12.500", "999999999999.999"} {
			s.admin.Do(t, "PATCH", cup, body{"attributes": values("weight=" + number)}).Require(t, 200)
		}
		s.admin.Do(t, "GET", cup, nil).RequireFields(t, kit.Fields{"attributes.0.values.0.value": "999999999999.999"})
		s.admin.Do(t, "PATCH", cup, body{"attributes": values("weight=-0.00")}).RequireFields(t, kit.Fields{"attributes.0.values.0.value": "0"})
		german := s.admin.With("Accept-Language", "de").Do(t, "PATCH", cup, body{"attributes": values("weight=x")})
		german.RequireFields(t, kit.Fields{"errors.0.detail": "muss eine Zahl wie 12.5 sein, mit höchstens 12 Ziffern und 3 Nachkommastellen"})
	})
}

// What products have of an attribute keeps it: its kind, its choices and itself. Drafts and
// archived products count, and so does what a variant has.
func TestAttributesInUse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.attributes(t)
		one := productPath(s.product(t, coffee()).Text("id"))
		two := productPath(s.product(t, simple("Draft", 1, body{"status": "draft", "attributes": values("roast=dark")})).Text("id"))
		gone := s.product(t, simple("Gone", 1, body{"attributes": values("roast=light")})).Text("id")
		s.admin.Do(t, "DELETE", productPath(gone), nil).Require(t, 204)
		requireKept := func(method, code string, b any, products int) {
			t.Helper()
			s.admin.Do(t, method, attributePath(ids[code]), b).Require(t, 409, "in_use").
				RequireFields(t, kit.Fields{"productCount": products, "products.#": products})
		}
		requireKept("PATCH", "roast", body{"kind": "number"}, 3)
		requireKept("PATCH", "weight", body{"kind": "choice", "unit": nil}, 1)
		requireKept("PATCH", "roast", body{"choices": choicesOf("light=Light", "medium=Medium")}, 2)
		requireKept("PATCH", "roast", body{"choices": nil}, 3)
		requireKept("DELETE", "roast", nil, 3)
		requireKept("DELETE", "weight", nil, 1)
		s.admin.Do(t, "GET", attributePath(ids["roast"]), nil).RequireFields(t, kit.Fields{"version": 1, "choices.#": 3})
		// What is not in use may go, and names may change.
		s.admin.Do(t, "PATCH", attributePath(ids["roast"]),
			body{"names": inBoth("Röst"), "choices": choicesOf("dark=D", "medium=M", "light=L", "x=X")}).
			Require(t, 200)
		s.requireShown(t, "coffee", kit.Fields{"attributes.0.name": "Röst", "attributes.0.values.0.label": "D"})
		s.admin.Do(t, "PATCH", attributePath(ids["roast"]), body{"choices": choicesOf("dark=D", "medium=M", "light=L")}).Require(t, 200)
		// Once nothing has it, it may change and go.
		s.admin.Do(t, "PATCH", one, body{"variants": []body{{"sku": "COFFEE-250", "price": 9}}}).Require(t, 200)
		s.admin.Do(t, "PATCH", attributePath(ids["weight"]), body{"kind": "text", "facet": false}).Require(t, 200)
		for _, path := range []string{one, two, productPath(gone)} {
			s.admin.Do(t, "PATCH", path, body{"attributes": nil}).Require(t, 200)
		}
		s.admin.Do(t, "DELETE", attributePath(ids["roast"]), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", attributePath(ids["weight"]), nil).Require(t, 204)
		// A variant that comes back is without its former values.
		s.admin.Do(t, "PATCH", one, body{"variants": coffee()["variants"]}).Require(t, 422)
		s.admin.Do(t, "PATCH", one, body{"variants": []body{{"sku": "COFFEE-1000", "price": 9}}}).Require(t, 200).
			RequireFields(t, kit.Fields{"variants.0.attributes.#": 0})
	})
}

// Of two admins, of whom one gives a product a value and the other takes the attribute away, one is
// refused.
func TestAttributesAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := productPath(s.product(t, simple("Cup", 1)).Text("id"))
		for i := range 8 {
			code := fmt.Sprint("at", i)
			id := s.attribute(t, attributeOf(code, "choice", body{"choices": choicesOf("a=A", "b=B")})).Text("id")
			refuse := []func() (string, string, body){
				func() (string, string, body) { return "DELETE", attributePath(id), nil },
				func() (string, string, body) { return "PATCH", attributePath(id), body{"kind": "number"} },
				func() (string, string, body) { return "PATCH", attributePath(id), body{"choices": choicesOf("b=B")} },
			}[i%3]
			statuses := atOnce(t, s, func(j int) (string, string, body) {
				if j == 0 {
					return refuse()
				}
				return "PATCH", cup, body{"attributes": values(code + "=a")}
			})
			if statuses[0] >= http.StatusBadRequest || statuses[1] != http.StatusConflict && statuses[1] != http.StatusUnprocessableEntity {
				t.Errorf("%d: %v", i, statuses)
			}
			read := s.admin.Do(t, "GET", cup, nil).Require(t, 200)
			var rows int64
			if err := s.DB.Model(&attributeRow{}).Where("attribute_id = ?", id).Count(&rows).Error; err != nil {
				t.Fatal(err)
			}
			if has := strings.Contains(string(read.Body), `"code":"`+code+`"`); has != (rows == 1) || has != (statuses[1] == http.StatusConflict) {
				t.Errorf("%d: %v, %d rows: %s", i, statuses, rows, read.Body)
			}
		}
	})
}
