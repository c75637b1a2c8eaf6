package catalog

import (
	"net/url"
	"slices"
	"testing"

	"orderd/test/kit"
)

// requireFound wants the products that each text finds, by name, the best match first.
func (s *setup) requireFound(t *testing.T, texts map[string][]string) {
	t.Helper()
	queries := map[string][]string{}
	for text, want := range texts {
		queries["q="+url.QueryEscape(text)] = want
	}
	s.requireNames(t, queries)
	s.requireConsistentIndex(t)
}

// coffeeShop adds three active products and a draft to search for, and returns the id of the
// coffee.
func (s *setup) coffeeShop(t *testing.T) (coffeeID, brandID, drinksID string) {
	t.Helper()
	brandID, drinksID = s.brand(t, body{"name": "Brewster"}), s.category(t, "Hot drinks", "")
	coffee := s.product(t, simple("Coffee beans", 10, body{"brandId": brandID, "description": "Roasted slowly in small batches."}))
	s.product(t, simple("Hand grinder", 50, body{"description": "For coffee and spices. Crème brûlée not included.",
		"categoryIds": []string{drinksID}}))
	s.product(t, simple("Kaffeemühle", 70, body{"variants": []body{{"sku": "KM-2000/X", "price": 70, "options": body{"Farbe": "Türkis"}}}}))
	s.product(t, simple("Coffee draft", 1, body{"status": "draft"}))
	return coffee.Text("id"), brandID, drinksID
}

func TestSearch(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.coffeeShop(t)
		beansFirst, beans := []string{"Coffee beans", "Hand grinder"}, []string{"Coffee beans"}
		grinder, mill := []string{"Hand grinder"}, []string{"Kaffeemühle"}
		s.requireFound(t, map[string][]string{
			"coffee": beansFirst, "COFFEE": beansFirst, "coff": beansFirst, "coffee for the": beansFirst,
			"cofee": beansFirst, "cofeee": beansFirst, "ocffee": beansFirst,
			"coffee beans": beans, "beans coffee": beans, "brewster": beans, "brewstr": beans,
			"cofee grindr": grinder, "coffee spices": grinder, "creme brulee": grinder, "Crème": grinder, "hot drinks": grinder,
			"kaffeemuehle": mill, "kaffeemuhle": mill, "KAFFEEMÜHLE": mill, "türkis": mill, "km-2000/x": mill, "2000": mill, "km 200": mill,
			"coffee turkis": nil, "tea": nil, "xyzzy": nil, "coffee xyzzy": nil, "the": nil, "-": nil, "%": nil, "' OR 1=1 --": nil, "draft": nil,
			"c": beans, "n": nil,
		})
		// With other filters and orders.
		s.requireNames(t, map[string][]string{
			"q=coffee&sort=-price": {"Hand grinder", "Coffee beans"}, "q=coffee&maxPrice=20": beans, "q=coffee&category=hot-drinks": grinder,
			"q=coffee&brand=brewster&inStock=true": nil, "q=coffee&page=2&limit=1": grinder,
			"q=&sort=price&limit=1": beans, "q=%20&limit=1&sort=price": beans,
			// A text of stop words is another query than none.
			"q=the&limit=1": nil, "q=%25&limit=1": nil, "limit=1": mill,
		})
	})
}

// A product is found by its own name, also when that has no word of several letters, and comes
// first then. In scripts without spaces a name is found by a part of it.
func TestSearchByName(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, name := range []string{"AT&T", "AT&T Cup", "Tea cup", "C++", "C++ for cups", "Hose 5/8 inch", "5/8", "Vitamin C", "コーヒーカップ", "茶杯",
			"杯", "Cup cup"} {
			s.product(t, simple(name, 1))
		}
		s.product(t, simple("Popular", 1, body{"description": "AT&T cup", "categoryIds": []string{s.category(t, "Cup", "")}}))
		s.requireFound(t, map[string][]string{
			"AT&T": {"AT&T", "AT&T Cup"}, "at&t": {"AT&T", "AT&T Cup"}, "C++": {"C++", "C++ for cups"}, "5/8": {"5/8", "Hose 5/8 inch"},
			"c": {"Cup cup", "C++ for cups", "C++", "Vitamin C"}, "vitamin  c": {"Vitamin C"}, "8": nil, "%": nil, "_": nil,
			"カップ": {"コーヒーカップ"}, "杯": {"杯", "茶杯"}, "茶": {"茶杯"},
		})
		if found := s.names(t, "q="+url.QueryEscape("AT&T Cup")); len(found) != 5 || found[0] != "AT&T Cup" {
			t.Errorf("AT&T Cup finds %q", found)
		}
		s.API.Do(t, "GET", "/v1/products/facets?q=5%2F8", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 2})
		s.requireNames(t, map[string][]string{"q=5%2F8&minPrice=2": nil, "q=c&sort=name&limit=1": {"C++"}})
	})
}

// A product with a word in two fields counts once.
func TestFacetsCountAProductOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Kettle", 20, body{"description": "A kettle."}))
		s.API.Do(t, "GET", "/v1/products/facets?q=kettle", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 1, "prices.0.count": 1})
	})
}

func TestSearchFollowsChanges(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		coffeeID, brandID, drinksID := s.coffeeShop(t)
		beans, grinder := []string{"Coffee beans"}, []string{"Hand grinder"}
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"name": "Brewster & Daughters"}).Require(t, 200)
		s.admin.Do(t, "PATCH", categoryPath(drinksID), body{"name": "Hot chocolate"}).Require(t, 200)
		s.requireFound(t, map[string][]string{"daughters": beans, "brewster": beans, "chocolate": grinder, "hot": grinder, "drinks": nil})
		s.admin.Do(t, "PATCH", productPath(coffeeID), body{"name": "Tea leaves", "brandId": nil, "description": nil}).Require(t, 200)
		s.requireFound(t, map[string][]string{"coffee": {"Tea leaves", "Hand grinder"}, "tea": {"Tea leaves"}, "daughters": nil, "roasted": nil})
		s.admin.Do(t, "PATCH", productPath(coffeeID), body{"status": "archived"}).Require(t, 200)
		s.requireFound(t, map[string][]string{"tea": nil, "coffee": grinder})
	})
}

// A product keeps a word of a category's former name that another of its categories has.
func TestRenamedCategoriesShareWords(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		one, two := s.category(t, "Garden tools", ""), s.category(t, "Power tools", "")
		s.product(t, simple("Both", 1, body{"categoryIds": []string{one, two}}))
		s.product(t, simple("First", 1, body{"categoryIds": []string{one}}))
		s.admin.Do(t, "PATCH", categoryPath(one), body{"name": "Garden power"}).Require(t, 200)
		s.requireFound(t, map[string][]string{"tools": {"Both"}, "power": {"First", "Both"}, "garden": {"First", "Both"}})
	})
}

func TestSearchRanks(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID := s.brand(t, body{"name": "Kettle"})
		s.product(t, simple("In the text", 1, body{"description": "A kettle."}))
		s.product(t, simple("By the brand", 1, body{"brandId": brandID}))
		s.product(t, simple("A kettle", 1))
		s.product(t, simple("Kettles", 1))
		popular := s.product(t, simple("Kettle too", 1))
		s.Publish(t, order(popular, 3, s.Clock.Now()))
		s.requireFound(t, map[string][]string{"kettle": {"Kettle too", "A kettle", "Kettles", "By the brand", "In the text"}})
	})
}

func TestClosestWords(t *testing.T) {
	t.Parallel()
	d := dictionary{}
	for _, w := range []string{"coffee", "cups", "cup", "grinder", "grind", "toffee", "mill"} {
		d.words = append(d.words, newSpelledWord(w))
	}
	for word, want := range map[string][]string{
		"cofee": {"coffee"}, "cap": {"cup"}, "coffe": {"coffee"}, "grindr": {"grind", "grinder"},
		"offee": {"coffee", "toffee"}, "mole": nil, "milk": {"mill"}, "x": nil,
	} {
		if got := closest(d.similar(word)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestTokenize(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"The Coffee-Mill, coffee & more": {"coffee", "mill", "more"}, "Größe 42 – Weiß": {"grosse", "42", "weiss"},
		"a b c": nil, "": nil, "ÆØÅ ﬁne №5": {"aeoa", "fine", "no5"}, "你好 мир": {"你好", "мир"},
	} {
		if got := tokenize(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A misspelt word also finds words that begin with the word that was meant, after that word itself.
func TestTyposOfBeginnings(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Coffee", 1))
		s.product(t, simple("Coffeemaker", 1))
		s.product(t, simple("Toffee", 1))
		s.requireFound(t, map[string][]string{
			"coffee": {"Coffee", "Coffeemaker"}, "cofee": {"Coffee", "Coffeemaker"},
			"offee": {"Toffee", "Coffee", "Coffeemaker"}, "cofeemaker": {"Coffeemaker"},
		})
	})
}

// A process loads the words that were added since it loaded the dictionary.
func TestTyposOfFreshWords(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for i := range 3 {
			word := "abcdefgh"[i:] + "xyz"
			s.product(t, simple(word, 1))
			if got := s.names(t, "q="+word[:len(word)-1]+"q"); !slices.Equal(got, []string{word}) {
				t.Errorf("%s: %v", word, got)
			}
		}
	})
}
