package catalog

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// finds checks what words find, the best first.
func (s *setup) finds(t *testing.T, rows map[string][]string) {
	t.Helper()
	for q, want := range rows {
		if got := s.names(t, "q="+url.QueryEscape(q)); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
	s.indexAgrees(t)
}

func TestSearch(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		brandID := s.admin.Do(t, "POST", "/v1/brands", body{"name": "Brewster"}).Require(t, 201).Text("id")
		drinks := s.category(t, "Hot drinks", "")
		coffee := s.product(t, simple("Coffee beans", 10, body{"brandId": brandID, "description": "Roasted slowly in small batches."}))
		s.product(t, simple("Hand grinder", 50, body{"description": "For coffee and spices. Crème brûlée not included.", "categoryIds": []string{drinks}}))
		s.product(t, simple("Kaffeemühle", 70, body{"variants": []body{{"sku": "KM-2000/X", "price": 70, "options": body{"Farbe": "Türkis"}}}}))
		s.product(t, simple("Coffee draft", 1, body{"status": "draft"}))
		s.finds(t, map[string][]string{
			"coffee": {"Coffee beans", "Hand grinder"}, "COFFEE": {"Coffee beans", "Hand grinder"}, "cofee": {"Coffee beans", "Hand grinder"}, "coff": {"Coffee beans", "Hand grinder"},
			"cofeee": {"Coffee beans", "Hand grinder"}, "ocffee": {"Coffee beans", "Hand grinder"}, "coffee beans": {"Coffee beans"}, "beans coffee": {"Coffee beans"},
			"cofee grindr": {"Hand grinder"}, "coffee spices": {"Hand grinder"}, "coffee turkis": nil, "creme brulee": {"Hand grinder"}, "Crème": {"Hand grinder"},
			"kaffeemuehle": {"Kaffeemühle"}, "kaffeemuhle": {"Kaffeemühle"}, "KAFFEEMÜHLE": {"Kaffeemühle"}, "türkis": {"Kaffeemühle"}, "km-2000/x": {"Kaffeemühle"}, "2000": {"Kaffeemühle"}, "km 200": {"Kaffeemühle"},
			"brewster": {"Coffee beans"}, "brewstr": {"Coffee beans"}, "hot drinks": {"Hand grinder"}, "coffee for the": {"Coffee beans", "Hand grinder"},
			"tea": nil, "xyzzy": nil, "coffee xyzzy": nil, "the": nil, "-": nil, "%": nil, "' OR 1=1 --": nil, "draft": nil, "c": nil,
		})
		// Beside other filters and orders.
		s.wants(t, map[string][]string{
			"q=coffee&sort=-price": {"Hand grinder", "Coffee beans"}, "q=coffee&maxPrice=20": {"Coffee beans"}, "q=coffee&category=hot-drinks": {"Hand grinder"},
			"q=coffee&brand=brewster&inStock=true": nil, "q=coffee&page=2&limit=1": {"Hand grinder"}, "q=&sort=price&limit=1": {"Coffee beans"}, "q=%20&limit=1&sort=price": {"Coffee beans"},
		})
		// A text that says nothing is another query than none, and what a product says twice counts once.
		s.wants(t, map[string][]string{"q=the&limit=1": nil, "q=%25&limit=1": nil, "limit=1": {"Kaffeemühle"}})
		s.product(t, simple("Kettle", 20, body{"description": "A kettle."}))
		if got := s.API.Do(t, "GET", "/v1/products/facets?q=kettle", nil).Require(t, 200); got.Number("total") != 1 || got.Number("prices.0.count") != 1 {
			t.Errorf("facets of a word in two fields: %s", got.Body)
		}
		// What is renamed is found by its new name.
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"name": "Brewster & Daughters"}).Require(t, 200)
		s.admin.Do(t, "PATCH", categoryPath(drinks), body{"name": "Hot chocolate"}).Require(t, 200)
		s.finds(t, map[string][]string{"daughters": {"Coffee beans"}, "brewster": {"Coffee beans"}, "chocolate": {"Hand grinder"}, "hot": {"Hand grinder"}, "drinks": nil})
		s.admin.Do(t, "PATCH", productPath(coffee.Text("id")), body{"name": "Tea leaves", "brandId": nil, "description": nil}).Require(t, 200)
		s.finds(t, map[string][]string{"coffee": {"Tea leaves", "Hand grinder"}, "tea": {"Tea leaves"}, "daughters": nil, "roasted": nil})
		s.admin.Do(t, "PATCH", productPath(coffee.Text("id")), body{"status": "archived"}).Require(t, 200)
		s.finds(t, map[string][]string{"tea": nil, "coffee": {"Hand grinder"}})
	})
}

// A word of one category's name that another category has too stays with the products of both.
func TestRenamedCategoriesShareWords(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		one, two := s.category(t, "Garden tools", ""), s.category(t, "Power tools", "")
		s.product(t, simple("Both", 1, body{"categoryIds": []string{one, two}}))
		s.product(t, simple("First", 1, body{"categoryIds": []string{one}}))
		s.admin.Do(t, "PATCH", categoryPath(one), body{"name": "Garden power"}).Require(t, 200)
		s.finds(t, map[string][]string{"tools": {"Both"}, "power": {"First", "Both"}, "garden": {"First", "Both"}})
	})
}

func TestSearchRanks(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		brandID := s.admin.Do(t, "POST", "/v1/brands", body{"name": "Kettle"}).Require(t, 201).Text("id")
		s.product(t, simple("In the text", 1, body{"description": "A kettle."}))
		s.product(t, simple("By the brand", 1, body{"brandId": brandID}))
		s.product(t, simple("A kettle", 1))
		s.product(t, simple("Kettles", 1))
		popular := s.product(t, simple("Kettle too", 1))
		s.Publish(t, order(popular, 3, s.Clock.Now()))
		s.finds(t, map[string][]string{"kettle": {"Kettle too", "A kettle", "Kettles", "By the brand", "In the text"}})
	})
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"coffee", "coffee", 0}, {"cofee", "coffee", 1}, {"ocffee", "coffee", 1}, {"coffeee", "coffee", 1}, {"tofu", "tofa", 1},
		{"kitten", "sitting", 3}, {"grün", "grun", 1}, {"ca", "abc", 3},
	} {
		if got := distance([]rune(row.a), []rune(row.b)); got != row.want {
			t.Errorf("%s to %s: %d, want %d", row.a, row.b, got, row.want)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	d := dictionary{}
	for _, w := range []string{"coffee", "cups", "cup", "grinder", "grind", "toffee", "mill"} {
		d.words = append(d.words, spell(w))
	}
	for word, want := range map[string][]string{
		"cofee": {"coffee"}, "cap": {"cup"}, "coffe": {"coffee"}, "grindr": {"grind", "grinder"}, "offee": {"coffee", "toffee"}, "mole": nil, "milk": {"mill"}, "x": nil,
	} {
		if got := nearest(d.near(word)); !slices.Equal(got, want) {
			t.Errorf("near %s: %v, want %v", word, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"The Coffee-Mill, coffee & more": {"coffee", "mill", "more"}, "Größe 42 – Weiß": {"grosse", "42", "weiss"}, "a b c": nil, "": nil, "ÆØÅ ﬁne №5": {"aeoa", "fine", "no5"}, "你好 мир": {"你好", "мир"},
	} {
		if got := wordsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A misspelt word finds what begins with the word that was meant, after that word itself.
func TestTyposOfBeginnings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Coffee", 1))
		s.product(t, simple("Coffeemaker", 1))
		s.product(t, simple("Toffee", 1))
		s.finds(t, map[string][]string{
			"coffee": {"Coffee", "Coffeemaker"}, "cofee": {"Coffee", "Coffeemaker"}, "offee": {"Toffee", "Coffee", "Coffeemaker"}, "cofeemaker": {"Coffeemaker"},
		})
	})
}

// The dictionary of a process hears of words that another has added.
func TestTyposOfFreshWords(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for i := range 3 {
			word := "abcdefgh"[i:] + "xyz"
			s.product(t, simple(word, 1))
			if got := s.names(t, "q="+word[:len(word)-1]+"q"); !slices.Equal(got, []string{word}) {
				t.Errorf("%s: %v", word, got)
			}
		}
	})
}

func TestFacets(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		brandID := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201).Text("id")
		kitchen := s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", kitchen)
		s.product(t, simple("One cup", 9.99, body{"brandId": brandID, "categoryIds": []string{cups, kitchen}}))
		s.product(t, simple("Two cups", 10, body{"brandId": brandID, "categoryIds": []string{kitchen}}))
		s.product(t, simple("Three spoons", 2000))
		s.product(t, body{"name": "Unpriced cup", "status": "active", "variants": []body{}})
		counts := func(query string) string {
			t.Helper()
			var v facetsView
			s.API.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200).Decode(t, &v)
			text := fmt.Sprint(v.Total)
			for _, b := range v.Brands {
				text += fmt.Sprint(" ", b.Slug, ":", b.Count)
			}
			for _, c := range v.Categories {
				text += fmt.Sprint(" ", c.Slug, ":", c.Count)
			}
			for _, p := range v.Prices {
				high := "…"
				if p.MaxPrice != nil {
					high = p.MaxPrice.String()
				}
				text += fmt.Sprintf(" %s-%s:%d", p.MinPrice, high, p.Count)
			}
			return text
		}
		for range 2 { // counted, then remembered
			for query, want := range map[string]string{
				"": "4 moka:2 kitchen:2 cups:1 0.00-9.99:1 10.00-24.99:1 1000.00-…:1", "brand=moka&category=cups": "1 moka:1 cups:1 kitchen:1 0.00-9.99:1",
				"q=cup": "3 moka:2 kitchen:2 cups:1 0.00-9.99:1 10.00-24.99:1", "q=xyzzy": "0", "brand=none": "0", "minPrice=10": "2 moka:1 kitchen:1 10.00-24.99:1 1000.00-…:1",
				"page=7&limit=1&sort=price&inStock=true": "0",
			} {
				if got := counts(query); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
			}
		}
		// A change is counted at once.
		s.product(t, simple("Fourth cup", 1))
		if got := counts("q=cup&maxPrice=5"); got != "1 0.00-9.99:1" {
			t.Errorf("after a change: %s", got)
		}
		if len(log.Names()) != 8 {
			t.Errorf("events: %v", log.Names())
		}
	})
}
