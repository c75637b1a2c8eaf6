package storefront

import (
	"encoding/json"
	"fmt"
	"strings"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// Samples of the shop and its goods.

func (s *samples) image() *image {
	if s.run.state.many == 1 { // kept elsewhere
		return &image{URL: "https://pictures.example/espresso.jpg"}
	}
	return &image{
		URL: "/media/m1.jpg", Alt: new(s.text()), MediaID: new("m1"), Width: new(1600), Height: new(1600),
		Renditions: []rendition{{Width: 320, URL: "/media/m1-320.jpg"}, {Width: 640, URL: "/media/m1-640.jpg"}},
	}
}

func (s *samples) shop() shop {
	all := shop{
		Name: "Halm & Bohne", Country: "DE", Locale: locale.German, Locales: languages, GuestCheckout: true, ReturnDays: 30,
		WithdrawalDays: 14, Destinations: []destination{{Country: new("DE")}, {Country: new("AT")}, {}},
		Loyalty:        loyaltyTerms{Enabled: true, PointsPerEuro: 10, PointsPerShare: 5},
		PaymentMethods: s.paymentMethods(),
	}
	if s.run.state.many > 0 {
		all.Email, all.Phone, all.Seller = new("hallo@shop.example"), new("+49 30 1"), &seller{Name: s.text()}
		all.Destinations[0].FreeFrom = new(money.Cents(3900))
	}
	for _, kind := range []string{"imprint", "terms", "privacy", "withdrawal", "shipping"} {
		all.Pages = append(all.Pages, pageLink{Kind: kind, Slug: kind, Title: strings.ToUpper(kind[:1]) + kind[1:]})
	}
	return all
}

// looks are the interface's: those of a shop as it comes in the first state, in others an owner's.
func (s *samples) looks() any {
	type object = map[string]any
	all := object{
		"accent": plainTheme.choice.Accent.String(), "paper": plainTheme.choice.Paper.String(),
		"ink": plainTheme.choice.Ink.String(), "font": "figtree", "radius": 6, "ratio": "1", "fit": "cover", "scheme": "auto",
		"home": plainLooks().Home, "menu": []ownLink{}, "footerColumns": []linkColumn{},
	}
	if s.run.state.many == 0 || s.run.state.variants == 200 {
		return all
	}
	text := s.text()
	links := []ownLink{{Title: text, Link: "/c/coffee"}, {Title: text, Link: "https://elsewhere.example/?a=1&b=2"}}
	all["accent"], all["font"], all["scheme"], all["radius"] = "#7a2e1f", "serif", "light", 0
	all["menu"], all["footerColumns"] = links, []linkColumn{{Title: text, Links: links}}
	all["footerText"], all["notice"] = text, text
	all["home"] = append([]homeBlock{
		{Kind: "hero", Title: &text, Text: new(s.run.state.text), Action: &text, Link: new("/search"), Image: s.image()},
		{Kind: "text", Title: &text, HTML: new("<p>Berlin</p>\n"), Action: &text, Link: new("/c/coffee"), Image: s.image()},
		{Kind: "text", HTML: new("<p>Berlin</p>\n")},
		{Kind: "categories", Title: &text}, {Kind: "sale", Title: &text}, {Kind: "benefits", Title: &text},
	}, plainLooks().Home[2:4]...)
	return all
}

func (s *samples) paymentMethods() []paymentMethod {
	return []paymentMethod{
		{Method: "bank_transfer", Title: "Bank transfer", Text: new(s.run.state.text)},
		{Method: "cash_on_delivery", Title: "Cash"},
	}
}

func (s *samples) content() contentPage {
	return contentPage{
		Kind: "imprint", Slug: "imprint", Locale: "de", Title: "Impressum", PublishedOn: "2026-11-24",
		HTML: "<h2>Halm &amp; Bohne</h2>\n<p>Berlin</p>\n",
	}
}

func (s *samples) category(i int) category {
	c := category{ID: fmt.Sprint("category-", i), Name: fmt.Sprint(s.text(), " ", i), Slug: fmt.Sprint("category-", i),
		ProductCount: i}
	if i == 0 {
		c.Slug, c.Image, c.Description = "coffee", s.image(), new(s.run.state.text)
	}
	if i == 1 {
		c.ParentID, c.Ancestors = new("category-0"), []ancestor{{Name: s.text(), Slug: "coffee"}}
	}
	return c
}

func (s *samples) card(i int) card {
	c := card{
		ID: fmt.Sprint("product-", i), Name: s.text(), Slug: fmt.Sprint("espresso-", i), PriceFrom: new(money.Cents(1290)),
		InStock: !s.run.state.soldOut, VariantCount: s.run.state.variants, Image: s.image(),
		Brand: &named{Name: s.text(), Slug: "kaldera"}, PriceMode: s.priceMode(),
	}
	if i%2 == 1 {
		c.CompareAtFrom, c.OnSale, c.Rating = new(money.Cents(1590)), true, rating{Average: new(4.5), Count: 12}
		c.CompareAtKind, c.Lowest30d, c.UnitPrice = new("was"), new(money.Cents(1590)), &unitPrice{5160, "kg"}
	} else if i > 0 {
		c.Image, c.Brand = nil, nil
	}
	return c
}

func (s *samples) collection(i int) collection {
	return collection{
		Name: fmt.Sprint(s.text(), " ", i), Slug: fmt.Sprint("collection-", i), Description: new(s.text()), Image: s.image(),
	}
}

func (s *samples) products() productList {
	var list productList
	n := s.run.state.many
	list.Data = repeated(n, s.card)
	list.Meta.Total, list.Meta.Page, list.Meta.TotalPages = 20*n, 2, 20
	list.Included.Category = new(s.category(0))
	list.Included.Category.Slug = "coffee"
	list.Included.Collection = new(s.collection(0))
	list.Included.Collection.Slug = "gifts"
	if n == 0 {
		list.Meta.TotalPages = 1
		return list
	}
	f := &facets{Total: n, PriceMin: new(money.Cents(500)), PriceMax: new(money.Cents(99_900)), InStock: 1, OnSale: n}
	text := s.text()
	body, _ := json.Marshal(map[string]any{ // these are texts and numbers
		"brands": repeated(n, func(i int) any {
			return map[string]any{"name": text, "slug": fmt.Sprint("kaldera", strings.Repeat("-", min(i, 1)), i), "count": i}
		}),
		"options": []any{map[string]any{"name": "Size", "values": repeated(max(s.run.state.variants, 1), func(i int) any {
			return map[string]any{"value": fmt.Sprint("Size ", i), "count": 1}
		})}},
		"attributes": []any{
			map[string]any{"code": "weight", "name": text, "kind": "number", "unit": "g", "min": "-0.5", "max": "1000"},
			map[string]any{"code": "roast", "name": text, "kind": "choice", "values": repeated(n, func(i int) any {
				return map[string]any{"value": fmt.Sprint("roast-", i), "label": text, "count": i}
			})},
			map[string]any{"code": "organic", "name": text, "kind": "boolean", "values": []any{
				map[string]any{"value": "true", "label": "true", "count": 1},
			}},
		},
		"ratings": []any{map[string]any{"minRating": 4, "count": 3}},
	})
	_ = json.Unmarshal(body, f)
	list.Included.Facets = f
	return list
}

func (s *samples) product() product {
	p := product{ID: "product-0", Name: s.text(), Slug: "espresso", PriceMode: s.priceMode()}
	if s.run.state.many == 0 {
		p.Name = "Espresso"
		return p
	}
	p.Description, p.Brand = new(s.run.state.text), &named{Name: s.text(), Slug: "kaldera"}
	p.Categories = []category{s.category(1)}
	lists, _ := json.Marshal(map[string]any{ // these are texts and numbers
		"accessories": repeated(s.run.state.variants, s.card), "boughtTogether": repeated(s.run.state.variants, s.card),
		"similar": repeated(s.run.state.variants, s.card), "replaces": repeated(s.run.state.variants, s.card),
	})
	_ = json.Unmarshal(lists, &p.Related)
	p.Images = repeated(min(s.run.state.many, 8), func(int) *image { return s.image() })
	p.Rating = rating{Average: new(4.5), Count: 12}
	p.Manufacturer = &party{s.text(), s.run.state.text, "safety@moka.example"}
	p.ResponsiblePerson = &party{s.text(), s.text(), "https://moka.example/safety"}
	p.Safety, p.WithdrawalExcluded = []safetyNote{{"en", s.run.state.text}}, new("perishable")
	p.Attributes = []attribute{
		{Name: s.text(), Kind: "choice", Values: []attributeValue{{"dark", s.text()}, {"medium", s.text()}}},
		{Name: s.text(), Kind: kindBoolean, Values: []attributeValue{{"false", "false"}}},
		{Name: s.text(), Kind: kindDate, Values: []attributeValue{{"2026-11-20", "2026-11-20"}}},
	}
	p.Options = []option{{Name: "Size"}, {Name: "Grind", Values: []string{"Beans"}}}
	for i := range s.run.state.variants {
		size := fmt.Sprint("Size ", i)
		v := variant{
			ID: fmt.Sprint("variant-", i), SKU: fmt.Sprint("KAL-", i),
			Options: map[string]string{"Size": size, "Grind": "Beans"},
			Price:   money.Cents(1290 + 100*i), TaxRate: 700, Available: int64(i),
			Attributes: []attribute{
				{Name: s.text(), Kind: kindNumber, Unit: new("g"), Values: []attributeValue{{"250.5", "250.5"}}},
			},
		}
		if s.run.state.soldOut {
			v.Available = 0
		}
		if i%2 == 1 {
			v.CompareAtPrice, v.CompareAtKind, v.LowestPrice30d = new(v.Price+300), "was", new(v.Price+300)
			v.Content, v.UnitPrice = &content{250, "m2"}, &unitPrice{4 * v.Price, "m2"}
		} else {
			v.CompareAtPrice, v.CompareAtKind = new(v.Price+100), compareAtRRP
		}
		if s.run.visitor == sampleWholesale {
			v.WholesalePrices = []tier{{MinQuantity: 10, Price: v.Price - 100}, {MinQuantity: 100, Price: v.Price - 200}}
		}
		p.Options[0].Values, p.Variants = append(p.Options[0].Values, size), append(p.Variants, v)
	}
	return p
}

func (s *samples) suggestions() any {
	n := min(s.run.state.many, 5)
	return map[string]any{
		"products":   repeated(n, s.card),
		"categories": repeated(n, func(i int) named { return named{Name: s.text(), Slug: fmt.Sprint("category-", i)} }),
		"brands":     repeated(n, func(i int) named { return named{Name: s.text(), Slug: fmt.Sprint("brand-", i)} }),
	}
}
