package storefront

import (
	"maps"
	"strings"
	"testing"
)

// lawfulCup is the cup with all that the law asks for. changes are of its variant.
func lawfulCup(changes object) *standIn {
	s := newStandIn()
	s.change("/v1/products/cup", func(p object) {
		v := maps.Clone(p["variants"].([]object)[0])
		maps.Copy(v, object{
			"compareAtPrice": 20, "compareAtKind": "was", "lowestPrice30d": 21,
			"content": object{"amount": 0.25, "unit": "m2"}, "unitPrice": object{"amount": 51.6, "per": "m2"},
		})
		maps.Copy(v, changes)
		p["variants"] = []object{v}
		p["manufacturer"] = object{"name": "Moka GmbH", "address": "Am Kai 4\n20457 Hamburg", "contact": "safety@moka.example"}
		p["responsiblePerson"] = object{"name": "Import <SARL>", "address": "Lyon", "contact": "https://import.example/?a=1&b=2"}
		p["safety"] = []object{{"locale": "en", "text": "Hot.\nVery."}, {"locale": "de", "text": "Heiß."}}
		p["withdrawalExcluded"], p["description"] = "made_to_order", "Thick."
	})
	return s
}

func requireOnPage(t *testing.T, page string, want, without []string) {
	t.Helper()
	for _, text := range want {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	for _, text := range without {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q", text)
		}
	}
}

func TestProductSaysWhatTheLawAsksFor(t *testing.T) {
	t.Parallel()
	site := newTestSite(lawfulCup(nil))
	requireOnPage(t, opened(site, "/p/cup").Body.String(), []string{
		"Lowest price of the last 30 days before the reduction: €21.00", "€51.60 per m²", "<dt>Content</dt><dd>0.25 m²</dd>",
		"Moka GmbH<br>Am Kai 4<br>20457 Hamburg", `href="mailto:safety@moka.example"`,
		"Import &lt;SARL&gt;", `href="https://import.example/?a=1&amp;b=2"`, "<p>Hot.</p><p>Very.</p>",
		"No right of withdrawal: this is made to your order.", `"unitCode":"MTK"`, "StrikethroughPrice",
	}, []string{"Heiß.", "RRP"})
	requireOnPage(t, opened(site, "/de/p/cup").Body.String(), []string{
		"Niedrigster Preis der letzten 30 Tage vor der Ermäßigung: 21,00\u00a0€", "51,60\u00a0€ je m²", "0,25 m²",
		"<p>Heiß.</p>", "Kein Widerrufsrecht: Das wird nach Ihren Wünschen angefertigt.", "Verantwortlich in der EU",
	}, []string{"Hot."})
}

// A recommended price is no reduction, and a reason that a later version has is said all the same.
func TestProductWithARecommendedPrice(t *testing.T) {
	t.Parallel()
	s := lawfulCup(object{"compareAtKind": "rrp", "lowestPrice30d": nil})
	s.change("/v1/products/cup", func(p object) {
		p["withdrawalExcluded"], p["safety"] = "lottery", []object{{"locale": "de", "text": "Heiß."}}
	})
	requireOnPage(t, opened(newTestSite(s), "/p/cup").Body.String(),
		[]string{"RRP €20.00", "/MSRP", "There is no right of withdrawal.", "<p>Heiß.</p>"},
		[]string{"Lowest price", "price big sale", "StrikethroughPrice", "<s>"})
	s = newStandIn()
	requireOnPage(t, opened(newTestSite(s), "/p/cup").Body.String(), nil,
		[]string{"Manufacturer and safety", "right of withdrawal:", "Lowest price", " per ", "priceSpecification"})
}

// Cards say it of the variant whose price they show.
func TestCardsSayPricesPerUnit(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	s.change("/v1/products", func(list object) {
		card := maps.Clone(list["data"].([]object)[0])
		maps.Copy(card, object{
			"compareAtFrom": 6, "compareAtKind": "was", "lowestPrice30d": 6, "onSale": true,
			"unitPrice": object{"amount": 18, "per": "kg"},
		})
		rrp := maps.Clone(card)
		maps.Copy(rrp, object{"slug": "plate", "compareAtKind": "rrp", "compareAtFrom": 7, "lowestPrice30d": nil, "unitPrice": nil})
		list["data"] = []object{card, rrp}
	})
	page := opened(newTestSite(s), "/c/cups").Body.String()
	requireOnPage(t, page, []string{"Lowest price of the last 30 days before the reduction: €6.00", "€18.00 per kg", "RRP €7.00"}, nil)
	if n := strings.Count(page, `class="tag sale"`); n != 1 {
		t.Errorf("%d cards have the tag of a reduction, want 1", n)
	}
}

// What search engines read says of VAT what the page does.
func TestVATOfStructuredData(t *testing.T) {
	t.Parallel()
	const key = `"valueAddedTaxIncluded":`
	for name, c := range map[string]struct {
		mode  string
		small bool
		want  string // "": nothing
	}{
		"gross": {"gross", false, key + "true"}, "net": {"net", false, key + "false"},
		"small business": {"gross", true, ""}, "net of a small business": {"net", true, ""},
	} {
		s := lawfulCup(nil)
		s.change("/v1/products/cup", func(p object) { p["priceMode"] = c.mode })
		s.change("/v1/shop", func(shop object) { shop["smallBusiness"] = c.small })
		page := opened(newTestSite(s), "/p/cup").Body.String()
		if !strings.Contains(page, `"priceSpecification"`) || !strings.Contains(page, c.want) ||
			strings.Contains(page, key) != (c.want != "") {
			t.Errorf("%s: the page lacks %q, or says more:\n%.3000s", name, c.want, page)
		}
	}
}
