package catalog

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
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
			"c": beansFirst, "z": nil, "coffee z": beansFirst, "coffee g": grinder,
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
			"AT&T": {"AT&T", "AT&T Cup", "Popular"}, "at&t": {"AT&T", "AT&T Cup", "Popular"}, "AT&T Cup": {"AT&T Cup", "Popular"},
			"C++": {"C++", "C++ for cups"}, "5/8": {"5/8", "Hose 5/8 inch"},
			"c":          {"C++ for cups", "Cup cup", "C++", "Vitamin C", "Tea cup", "AT&T Cup", "Popular"},
			"vitamin  c": {"Vitamin C"}, "8": nil, "%": nil, "_": nil,
			"カップ": {"コーヒーカップ"}, "杯": {"杯", "茶杯"}, "茶": {"茶杯"},
		})
		s.API.Do(t, "GET", "/v1/products/facets?q=5%2F8", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 2})
		s.requireNames(t, map[string][]string{"q=5%2F8&minPrice=2": nil, "q=c%2B&sort=name&limit=1": {"C++"}})
	})
}

// Words of one letter or with signs are words: in every field, and beside others.
func TestShortWords(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for name, text := range map[string]string{
			"Vitamin D": "", "Vitamin C": "", "Book": "On C++ and C.", "Novel": "On cats.", "Cup": "For AT&T.", "Tea cup": "",
			"Hose": "5/8 inch", "Hose 5": "8 m", "Shirt": "", "T-Shirt": "", "Plug": "3,5 mm", "Cable": "3,5mm",
		} {
			s.product(t, simple(name, 1, body{"description": "An item. " + text}))
		}
		s.requireFound(t, map[string][]string{
			"book c++": {"Book"}, "c++": {"Book"}, "C#": nil, "book C#": {"Book"}, "AT&T cup": {"Cup"}, "cup AT&T": {"Cup"}, "h&m": nil,
			"vitamin c": {"Vitamin C"}, "vitamin d": {"Vitamin D"}, "hose 5/8": {"Hose"}, "5/8": {"Hose"}, "hose 5": {"Hose 5", "Hose"},
			"t-shirt": {"T-Shirt"}, "T Shirt": {"T-Shirt"}, "3,5": {"Plug", "Cable"}, "3,5 mm": {"Plug"}, "3.5 mm": {"Plug"}, "(C++)": {"Book"},
		})
	})
}

// A word with an umlaut is found in both spellings, and finds both.
func TestSpellings(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, name := range []string{"Müller", "Mueller", "Muellerbrot", "Blue", "Blume", "Kanne, Tee", "Öl für Haut", "Oel, Haut"} {
			s.product(t, simple(name, 1))
		}
		s.requireFound(t, map[string][]string{
			"MULLER": {"Müller"}, "müller": {"Müller", "Mueller", "Muellerbrot"}, "mueller": {"Mueller", "Muellerbrot", "Müller"},
			"muller": {"Müller"}, "blue": {"Blue"}, "Kanne fuer Tee": {"Kanne, Tee"},
			"Öl für Haut": {"Öl für Haut", "Oel, Haut"},
		})
	})
}

// In scripts without spaces any two characters in a row are found, in every field.
func TestPartsOfUnspacedWords(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("红色大茶杯", 1))
		s.product(t, simple("茶壶", 1, body{"description": "配红色茶杯使用"}))
		s.product(t, simple("iPhone保護ガラス", 1))
		s.requireFound(t, map[string][]string{
			"茶杯": {"红色大茶杯", "茶壶"}, "红色 茶杯": {"红色大茶杯", "茶壶"}, "大茶杯": {"红色大茶杯"}, "茶色": nil, "杯": {"红色大茶杯", "茶壶"},
			"ガラス": {"iPhone保護ガラス"}, "iphone ガラス": {"iPhone保護ガラス"}, "保護 iphone": {"iPhone保護ガラス"}, "茶 iphone": nil,
		})
	})
}

// A product is found by its name, and first, however many have the words of it.
func TestNamesFirst(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brand := s.brand(t, body{"name": "Kettle"})
		for _, name := range []string{"Kettle", "Kettle two", "Tea kettle", "Our kettle"} {
			s.product(t, simple(name, 1))
		}
		popular := s.product(t, simple("Tea kettle of Kettle", 1, body{"brandId": brand, "tags": []string{"kettle"}}))
		s.Publish(t, order(popular, 9, s.Clock.Now()))
		want := []string{"Kettle", "Kettle two", "Tea kettle of Kettle", "Our kettle", "Tea kettle"}
		s.requireFound(t, map[string][]string{"kettle": want, "KETTLE": want, "tea ket": {"Tea kettle of Kettle", "Tea kettle"}})
		s.hideWord(t, "kettle")
		s.requireNames(t, map[string][]string{"q=kettle": {"Kettle", "Kettle two"}, "q=kettle&minPrice=2": nil})
	})
}

// Products from before there were short words get them.
func TestFormerWords(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for i := range reindexedAtOnce + 2 {
			s.product(t, simple(fmt.Sprint("Filler ", i), 1, body{"description": "C++"}))
		}
		s.hideWord(t, "c++")
		if err := s.DB.Exec(`UPDATE catalog_words SET uses = 0 WHERE word = 'c++'`).Error; err != nil {
			t.Fatal(err)
		}
		s.requireNames(t, map[string][]string{"q=c%2B%2B": nil})
		s.DoOnce(t, formerWords)
		if got := len(s.names(t, "q=c%2B%2B&limit=100")); got != reindexedAtOnce+2 {
			t.Errorf("%d products are found", got)
		}
		s.requireConsistentIndex(t)
	})
}

// hideWord takes the entries of a word out of the index.
func (s *setup) hideWord(t *testing.T, word string) {
	t.Helper()
	err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
		return errors.Join(bumpVersion(tx), tx.Exec(`DELETE FROM catalog_index WHERE word = ?`, word).Error)
	})
	if err != nil {
		t.Fatal(err)
	}
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
		s.requireFound(t, map[string][]string{"kettle": {"Kettle too", "Kettles", "A kettle", "By the brand", "In the text"}})
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
		"The Coffee-Mill, coffee & more": {"coffee", "mill", "more"}, "T-Shirt, (C++) men's C#. AT&T": {"t", "shirt", "c++", "men", "c#", "at&t"},
		"5/8 3,5mm 5/8-Zoll und/oder 12,50 KM-2000/X ½ R.": {"5/8", "5mm", "3.5mm", "zoll", "12", "50", "km", "2000", "1/2", "r"},
		"iPhone茶杯子 ガラス ー":                                  {"iphone", "茶杯", "杯子", "子", "カラ", "ラス", "ス", "ー"},
		"Größe 42 – Weiß":                                  {"grosse", "42", "weiss"},
		"a b c":                                            {"b", "c"},
		"":                                                 nil, "ÆØÅ ﬁne №5": {"aeoa", "fine", "no5"}, "你好 мир": {"你好", "好", "мир"},
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
