package catalog

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// chosen is an active product whose variants choose values of options: "Color=Red Size=M".
func chosen(name string, variants ...string) body {
	var rows []body
	for i, v := range variants {
		options := body{}
		for pair := range strings.SplitSeq(v, " ") {
			option, value, _ := strings.Cut(pair, "=")
			options[option] = strings.ReplaceAll(value, "_", " ")
		}
		rows = append(rows, body{"sku": fmt.Sprint(name, i), "price": 1, "options": options})
	}
	return body{"name": name, "status": "active", "variants": rows}
}

func TestFilterByOptions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		a := s.product(t, chosen("A", "Color=Red Size=S", "Color=Blue Size=M"))
		s.product(t, chosen("B", "color=RED Länge=1,5_m"))
		s.product(t, chosen("C", "COLOR=Grün"))
		draft := s.product(t, with(chosen("D", "Color=Red"), body{"status": "draft"}))
		s.requireNames(t, map[string][]string{
			"sort=name&option.color=red":                 {"A", "B"},
			"sort=name&option.Color=Blue,GR%C3%9CN":      {"A", "C"},
			"sort=name&option.COLOR=blue&option.Color=x": {"A"},
			"sort=name&option[color]=blue,red":           {"A", "B"},
			"option.color=red&option.size=m":             {"A"},
			"option.color=grun":                          nil, // accents count
			"option.l%C3%A4nge=1,5+m":                    {"B"},
			"option.l%C3%A4nge=1,5+m&option.LÄNGE=2":     {"B"},
			"option.weight=1":                            nil,
			"sort=name&option.color=":                    {"A", "B", "C"},
			"q=red&sort=name":                            {"A", "B"},
			"q=red&option.size=s":                        {"A"},
			"sort=price&limit=1&option.color=red,blue":   {"A"},
		})
		requireRefused(t, s.API, "GET", "/v1/products?option.color="+strings.Repeat("x,", 101)+"&option=x",
			refusal{nil, []string{"?option.color too_long", "?option unexpected_field"}})
		// Changes count at once.
		s.admin.Do(t, "PATCH", productPath(draft.Text("id")), body{"status": "active"}).Require(t, 200)
		s.admin.Do(t, "PATCH", productPath(a.Text("id")), with(chosen("A", "Color=Black"), body{"options": nil})).Require(t, 200)
		s.requireNames(t, map[string][]string{"sort=name&option.color=red": {"B", "D"}, "option.color=black": {"A"}, "option.size=s": nil})
		s.admin.Do(t, "DELETE", productPath(draft.Text("id")), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"option.color=red": {"B"}})
	})
}

// Options of products from before there was a table of them are found after the task, once.
func TestOptionsOfOldProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for i := range 3 {
			s.product(t, chosen(fmt.Sprint("P", i), "Color=Rot", "Color=Ölgrün"))
		}
		if err := s.DB.Exec("DELETE FROM catalog_options").Error; err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.DoOnce(t, formerOptions)
		}
		s.requireNames(t, map[string][]string{"option.color=%C3%96LGR%C3%9CN&sort=name": {"P0", "P1", "P2"}})
		s.API.Do(t, "GET", "/v1/products/facets", nil).RequireFields(t, kit.Fields{
			"options.0.name": "Color", "options.0.values.0.count": 3, "options.0.values.#": 2,
		})
	})
}

// Every count of a facet is the total of the list that has the facet's value in place of its own
// filter.
func TestFacetsAreTotalsOfLists(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		fillAtRandom(t, s, rand.New(rand.NewPCG(1, 2)), 60)
		for _, query := range []string{
			"", "brand=brand-0", "brand=brand-0,brand-1&option.color=red", "category=top", "category=below,other&inStock=true",
			"option.color=red,blue&option.size=m", "minPrice=10&maxPrice=40&brand=brand-1", "minRating=3&onSale=true",
			"inStock=false&option.size=s&category=top", "q=thing", "q=thing&brand=brand-2&option.color=blue", "q=red&minPrice=20",
			"brand=none&option.color=red", "option.none=x", "q=xyzzy",
		} {
			requireFacetsOfLists(t, s, query)
		}
	})
}

func fillAtRandom(t *testing.T, s *setup, random *rand.Rand, n int) {
	t.Helper()
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	top := s.category(t, "Top", "")
	categories := []string{top, s.category(t, "Below", top), s.category(t, "Other", "")}
	brands := []string{""}
	for i := range 3 {
		brands = append(brands, s.brand(t, body{"name": fmt.Sprint("Brand ", i)}))
	}
	for i := range n {
		b := chosen(fmt.Sprint("Thing ", i), "Color="+pick("Red", "blue", "GREEN")+" Size="+pick("S", "M", "L"), "Color=Black Size=XL")
		if brand := pick(brands...); brand != "" {
			b["brandId"] = brand
		}
		b["categoryIds"] = []string{pick(categories...)}
		price := float64(random.IntN(60)) + 0.5
		for _, v := range b["variants"].([]body) {
			v["price"] = price
			if random.IntN(3) == 0 {
				v["compareAtPrice"] = price + 5
			}
		}
		p := s.product(t, b)
		err := s.DB.Exec("UPDATE catalog_products SET in_stock = ? WHERE id = ?", random.IntN(2) == 0, p.Text("id")).Error
		if err != nil {
			t.Fatal(err)
		}
		if stars := random.Int64N(6); stars > 0 {
			s.Publish(t, reviews.ReviewSaved{ReviewID: id.New(), ProductID: p.Text("id"), UserID: id.New(), Change: "created",
				Rating: int(stars), Sum: stars, Count: 1})
		}
	}
	s.product(t, body{"name": "Thing without a price", "status": string(events.ProductActive), "variants": []body{}})
}

func requireFacetsOfLists(t *testing.T, s *setup, query string) {
	t.Helper()
	var v facetsView
	s.API.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200).Decode(t, &v)
	total := func(drop []string, set string) int64 {
		kept := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
			name, _, _ := strings.Cut(pair, "=")
			return slices.Contains(drop, name)
		})
		a := s.API.Do(t, "GET", "/v1/products?"+strings.Trim(strings.Join(append(kept, set), "&"), "&"), nil).Require(t, 200)
		return int64(a.Number("meta.total"))
	}
	check := func(what string, got int64, drop []string, set string) {
		t.Helper()
		if want := total(drop, set); got != want {
			t.Errorf("%s: %s is %d, want %d", query, what, got, want)
		}
	}
	check("total", v.Total, nil, "")
	for _, b := range v.Brands {
		check(b.Slug, b.Count, []string{"brand"}, "brand="+b.Slug)
	}
	for _, c := range v.Categories {
		check(c.Slug, c.Count, []string{"category"}, "category="+c.Slug)
	}
	for _, r := range v.Ratings {
		check("rating", r.Count, []string{"minRating"}, fmt.Sprint("minRating=", r.MinRating))
	}
	prices := []string{"minPrice", "maxPrice"}
	for _, p := range v.Prices {
		set := "minPrice=" + p.MinPrice.String()
		if p.MaxPrice != nil {
			set += "&maxPrice=" + p.MaxPrice.String()
		}
		check("price", p.Count, prices, set)
	}
	if v.PriceMin != nil {
		check("prices between", total(prices, "minPrice=0"), prices, "minPrice="+v.PriceMin.String()+"&maxPrice="+v.PriceMax.String())
	}
	check("inStock", v.InStock, []string{"inStock"}, "inStock=true")
	check("onSale", v.OnSale, []string{"onSale"}, "onSale=true")
	for _, o := range v.Options {
		name := "option." + strings.ToLower(o.Name)
		for _, value := range o.Values {
			check(o.Name+" "+value.Value, value.Count, []string{name}, name+"="+url.QueryEscape(value.Value))
		}
	}
	if len(v.Ratings) != 4 || v.Total > 0 && (len(v.Options) == 0 || len(v.Categories) == 0) {
		t.Errorf("%s: %+v", query, v)
	}
}
