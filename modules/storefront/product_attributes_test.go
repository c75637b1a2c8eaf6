package storefront

import (
	"net/http"
	"strings"
	"testing"

	"orderd/platform/locale"
)

// A product's page says what the shop says of it, in the words of its language.
func TestAttributesOfAProduct(t *testing.T) {
	t.Parallel()
	value := func(values ...string) (list []object) {
		for _, v := range values {
			of, label, _ := strings.Cut(v, "=")
			list = append(list, object{"value": of, "label": label})
		}
		return list
	}
	api := soughtCup(object{
		"attributes": []object{
			{"code": "roast", "name": "Roast <&>", "kind": "choice", "values": value("medium=Medium", "dark=<b>Dark</b>")},
			{"code": "organic", "name": "Organic", "kind": "boolean", "values": value("true=true")},
			{"code": "vegan", "name": "Vegan", "kind": "boolean", "values": value("false=false")},
			{"code": "harvest", "name": "Harvest", "kind": "date", "values": value("2026-02-28=2026-02-28")},
			{"code": "later", "name": "Later", "kind": "colour", "values": value("red=Red")}, {"code": "empty", "name": "Empty", "kind": "text"},
		},
		"variants": []object{{"id": cupID, "sku": "CUP", "price": 12.9, "available": 7, "attributes": []object{
			{"code": "weight", "name": "Weight", "kind": "number", "unit": "g", "values": value("250.5=250.5")},
		}}},
	})
	for path, want := range map[string][]string{
		"/p/cup": {
			"<dt>Roast &lt;&amp;&gt;</dt><dd>Medium, &lt;b&gt;Dark&lt;/b&gt;</dd>", "<dt>Organic</dt><dd>Yes</dd>", "<dt>Vegan</dt><dd>No</dd>",
			"<dt>Harvest</dt><dd>28 February 2026</dd>", "<dt>Later</dt><dd>Red</dd>", "<dt>Weight</dt><dd>250.5\u00a0g</dd>",
		},
		"/de/p/cup": {"<dd>Ja</dd>", "<dd>Nein</dd>", "<dd>28. Februar 2026</dd>", "<dd>250,5\u00a0g</dd>"},
	} {
		requireOnPage(t, opened(newTestSite(api), path).Body.String(), want, []string{"Empty"})
	}
	// It is there for a product without variants too.
	none := soughtCup(object{"variants": []object{}, "attributes": []object{{"name": "Roast", "kind": "text", "values": value("x=Dark")}}})
	requireOnPage(t, opened(newTestSite(none), "/p/cup").Body.String(), []string{"<dt>Roast</dt><dd>Dark</dd>"}, nil)
}

// What an option, the content or the article number says is not said again by an attribute, nor is
// what both the product and the variant have.
func TestFactsOnce(t *testing.T) {
	t.Parallel()
	text := func(code, name, value string) object {
		return object{"code": code, "name": name, "kind": "text", "values": []object{{"value": value, "label": value}}}
	}
	api := soughtCup(object{
		"options": []object{{"name": "Size", "values": []string{"L"}}},
		"attributes": []object{text("size", "size", "large"), text("sku", "Item", "mine"), text("content", "Content", "a lot"),
			text("aroma", "Aroma", "of the product")},
		"variants": []object{{
			"id": cupID, "sku": "CUP", "price": 12.9, "available": 7, "options": object{"Size": "L"}, "content": object{"amount": 0.25, "unit": "l"},
			"attributes": []object{text("aroma", "Aroma", "of the variant")},
		}},
	})
	requireOnPage(t, opened(newTestSite(api), "/p/cup").Body.String(),
		[]string{"<dt>Size</dt><dd>L</dd>", "<dd>of the variant</dd>", "<dt>Item</dt><dd>CUP</dd>", "<dt>Content</dt><dd>0.25 l</dd>"},
		[]string{"large", "<dd>mine</dd>", "a lot", "of the product"})
	// Without a field of that name, the attribute stands.
	bare := soughtCup(object{"attributes": []object{text("content", "Content", "a lot")}})
	requireOnPage(t, opened(newTestSite(bare), "/p/cup").Body.String(), []string{"<dt>Content</dt><dd>a lot</dd>"}, nil)
}

// Numbers are typed as people write them in the language of the page.
func TestNumbersAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ typed, german, english string }{
		{"1.250", "1250", "1.250"}, {"1,250", "1.250", "1250"}, {"1,5", "1.5", "1.5"}, {"1.5", "1.5", "1.5"}, {"0,125", "0.125", "0.125"},
		{"0.125", "0.125", "0.125"}, {"1.250,5", "1250.5", "1250.5"}, {"1,250.5", "1250.5", "1250.5"}, {"1.250.000", "1250000", "1.250.000"},
		{" 1 250,5 ", "1250.5", "1250.5"}, {"-1.250", "-1250", "-1.250"}, {"1250", "1250", "1250"}, {"heavy", "heavy", "heavy"}, {"", "", ""},
	} {
		if got := typedNumber(locale.German, row.typed); got != row.german {
			t.Errorf("%q in German is %q, want %q", row.typed, got, row.german)
		}
		if got := typedNumber(locale.English, row.typed); got != row.english {
			t.Errorf("%q in English is %q, want %q", row.typed, got, row.english)
		}
	}
}

// A filter that nothing matches is said as people read it, though no facet names its attribute.
func TestFiltersWithoutFacets(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products", map[string]any{"data": []any{}, "meta": map[string]any{"total": 0}})
	body := opened(newTestSite(api), "/de/search?attr.organic=true&attr.vegan=false&attr.weight=250.5..&attr.roast=dark&q=x").Body.String()
	requireOnPage(t, body, []string{"organic: Ja", "vegan: Nein", "weight: ≥\u00a0250,5", "roast: dark"}, []string{"organic: true", "> true<"})
}

// A list filters by attributes; a range of numbers comes as two fields of a form.
func TestFiltersByAttributes(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		path, asked   string // of attr.weight
		want, without []string
	}{
		{"/c/cups", "", []string{
			`<summary>Roast</summary>`, `href="/c/cups?attr.roast=dark#filters"`, `<summary>Weight</summary>`,
			`name="attr.weight.from" inputmode="decimal" value="" placeholder="0.5"`, `href="/c/cups?attr.organic=true#filters"`, "Yes",
		}, []string{`class="chip on"`}},
		{"/de/c/cups?attr.weight.from=250,5&attr.weight.to=&attr.roast=dark&maxPrice=9", "250.5..", []string{
			`value="250,5"`, "Weight: ≥\u00a0250,5\u00a0g", `<input type="hidden" name="attr.roast" value="dark">`,
			`<input type="hidden" name="maxPrice" value="9.00">`, `<input type="hidden" name="attr.weight" value="250.5..">`,
			`href="/de/c/cups?attr.roast=dark&amp;maxPrice=9.00"`, "Dark",
		}, nil},
		{"/c/cups?attr.weight=1..500&attr.organic=true", "1..500", []string{"Weight: 1–500\u00a0g", "Organic: Yes"}, nil},
		{"/c/cups?attr.weight=1..500&attr.weight.to=7", "..7", []string{"Weight: ≤\u00a07\u00a0g"}, nil},
		{"/de/c/cups?attr.weight.from=1.250&attr.weight.to=1,5", "1250..1.5", []string{`value="1250"`, `value="1,5"`}, nil},
		{"/c/cups?attr.weight=7", "7", []string{"Weight: 7\u00a0g"}, nil},
	} {
		api := newMadeUp()
		api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
			if got := r.URL.Query().Get("attr.weight"); got != row.asked || r.URL.Query().Has("attr.weight.from") {
				t.Errorf("%s asks for %s", row.path, r.URL.Query())
			}
			return answerOf(200, "application/json", `{"data":[{"id":"p"}],"meta":{"total":1},"included":{
				"category":{"name":"Cups","slug":"cups"},"facets":{"attributes":[
					{"code":"weight","name":"Weight","kind":"number","unit":"g","values":[],"min":"0.5","max":"1000"},
					{"code":"roast","name":"Roast","kind":"choice","values":[{"value":"dark","label":"Dark","count":3}]},
					{"code":"organic","name":"Organic","kind":"boolean","values":[{"value":"true","label":"true","count":3}]}]}}}`), nil
		})
		requireOnPage(t, opened(newTestSite(api), row.path).Body.String(), row.want, row.without)
	}
}
