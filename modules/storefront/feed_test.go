package storefront

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

type readFeed struct {
	Items []struct {
		ID           string   `xml:"http://base.google.com/ns/1.0 id"`
		Title        string   `xml:"http://base.google.com/ns/1.0 title"`
		Description  string   `xml:"http://base.google.com/ns/1.0 description"`
		Link         string   `xml:"http://base.google.com/ns/1.0 link"`
		Image        string   `xml:"http://base.google.com/ns/1.0 image_link"`
		More         []string `xml:"http://base.google.com/ns/1.0 additional_image_link"`
		Availability string   `xml:"http://base.google.com/ns/1.0 availability"`
		Price        string   `xml:"http://base.google.com/ns/1.0 price"`
		SalePrice    string   `xml:"http://base.google.com/ns/1.0 sale_price"`
		Condition    string   `xml:"http://base.google.com/ns/1.0 condition"`
		Brand        string   `xml:"http://base.google.com/ns/1.0 brand"`
		GTIN         string   `xml:"http://base.google.com/ns/1.0 gtin"`
		MPN          string   `xml:"http://base.google.com/ns/1.0 mpn"`
		Identified   string   `xml:"http://base.google.com/ns/1.0 identifier_exists"`
		Group        string   `xml:"http://base.google.com/ns/1.0 item_group_id"`
		Color        string   `xml:"http://base.google.com/ns/1.0 color"`
		Size         string   `xml:"http://base.google.com/ns/1.0 size"`
		Material     string   `xml:"http://base.google.com/ns/1.0 material"`
		Pattern      string   `xml:"http://base.google.com/ns/1.0 pattern"`
		Gender       string   `xml:"http://base.google.com/ns/1.0 gender"`
		AgeGroup     string   `xml:"http://base.google.com/ns/1.0 age_group"`
		Details      []struct {
			Name  string `xml:"http://base.google.com/ns/1.0 attribute_name"`
			Value string `xml:"http://base.google.com/ns/1.0 attribute_value"`
		} `xml:"http://base.google.com/ns/1.0 product_detail"`
		Type        string `xml:"http://base.google.com/ns/1.0 product_type"`
		Measure     string `xml:"http://base.google.com/ns/1.0 unit_pricing_measure"`
		BaseMeasure string `xml:"http://base.google.com/ns/1.0 unit_pricing_base_measure"`
		Shipping    []struct {
			Country string `xml:"http://base.google.com/ns/1.0 country"`
			Service string `xml:"http://base.google.com/ns/1.0 service"`
			Price   string `xml:"http://base.google.com/ns/1.0 price"`
		} `xml:"http://base.google.com/ns/1.0 shipping"`
	} `xml:"channel>item"`
}

// feedProducts are two products: one with two variants and markup in its texts, one without a
// picture.
const feedProducts = `{"data":[
 {"id":"p1","name":"Cup & <b>Saucer</b>","slug":"cup","description":"]]></g:description><script>alert(1)</script>\u0001",
  "brand":{"name":"Elbe & Söhne","slug":"elbe"},
  "images":[{"url":"/media/1.webp","mediaId":"m1"},{"url":"https://cdn.example/2.webp","mediaId":"m2"}],
  "categories":[{"id":"c2","name":"Cups","slug":"cups","ancestors":[{"name":"Table","slug":"table"}]}],
  "options":[{"name":"Colour","values":["White","Black"]}],
  "variants":[
   {"id":"v1","sku":"C 1","options":{"Colour":"White"},"price":12.9,"compareAtPrice":15,"compareAtKind":"was",
    "content":{"amount":0.25,"unit":"m2"},"available":3,"mediaId":null},
   {"id":"v2","sku":"C-2","options":{"Colour":"Black"},"price":60,"compareAtPrice":80,"compareAtKind":"rrp",
    "available":0,
    "mediaId":"m2","gtin":"4006381333931"}]},
 {"id":"p3","name":"Old jug","slug":"jug","images":[{"url":"/media/3.webp"}],"mpn":"J-1","condition":"used",
  "variants":[{"id":"v4","sku":"J","price":5,"available":1,"gtin":null}]},
 {"id":"p2","name":"Nothing to see","slug":"none","images":[],"variants":[{"id":"v3","sku":"N","price":1,"available":1}]}]}`

// The feed has what Google requires of an item, as it requires it, and what is true.
func TestFeed(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/slugs", slugsOf(2))
	api.set("/v1/products", func(*http.Request) (*http.Response, error) {
		return answerOf(200, "application/json", feedProducts), nil
	})
	api.set("/v1/shipping-methods", []map[string]any{
		{"name": "Standard", "kind": "delivery", "price": 4.9, "freeFrom": 50, "rates": []any{}},
		{"name": "By weight", "kind": "delivery", "price": 4.9, "rates": []any{map[string]any{}}},
		{"name": "At the counter", "kind": "pickup", "price": 0, "rates": []any{}},
	})
	site := newTestSite(api)
	var feed, german readFeed
	readXML(t, opened(site, "/feed.xml"), &feed)
	readXML(t, opened(site, "/de/feed.xml"), &german)
	if len(feed.Items) != 3 || len(german.Items) != 3 {
		t.Fatalf("%+v", feed)
	}
	// What support.google.com/merchants/answer/7052112 requires of every item.
	for _, item := range feed.Items[:2] {
		for what, ok := range map[string]bool{
			"id": item.ID != "" && len(item.ID) <= 50, "title": item.Title != "" && len([]rune(item.Title)) <= 150,
			"description": item.Description != "" && len([]rune(item.Description)) <= 5000, "link": strings.HasPrefix(item.Link, shopURL+"/p/"),
			"image_link":   strings.HasPrefix(item.Image, "https://"),
			"availability": regexp.MustCompile(`^(in_stock|out_of_stock)$`).MatchString(item.Availability),
			"price":        regexp.MustCompile(`^\d+\.\d\d EUR$`).MatchString(item.Price), "condition": item.Condition == "new",
			"brand": item.Brand == "Elbe & Söhne", "item_group_id": item.Group == "p1",
			"identifiers": (item.GTIN == "") == (item.Identified == "no"), "product_type": item.Type == "Table > Cups",
			"shipping": len(item.Shipping) == 1 && item.Shipping[0].Country == "DE" && item.Shipping[0].Service == "Standard",
		} {
			if !ok {
				t.Errorf("%s of %+v", what, item)
			}
		}
	}
	white, black := feed.Items[0], feed.Items[1]
	if white.Title != "Cup & <b>Saucer</b> – White" || white.Price != "15.00 EUR" || white.SalePrice != "12.90 EUR" ||
		white.Color != "White" || white.Measure != "0.25sqm" || white.BaseMeasure != "1sqm" ||
		white.Image != shopURL+"/media/1.webp" || white.Link != shopURL+"/p/cup?variant=C+1" || white.Shipping[0].Price != "4.90 EUR" {
		t.Errorf("%+v", white)
	}
	// A recommended price was never asked for.
	if black.SalePrice != "" || black.Price != "60.00 EUR" || black.Measure != "" || black.Image != "https://cdn.example/2.webp" ||
		black.GTIN != "4006381333931" || black.Shipping[0].Price != "0.00 EUR" {
		t.Errorf("%+v", black)
	}
	// The number of the manufacturer identifies what has no barcode.
	if jug := feed.Items[2]; jug.MPN != "J-1" || jug.GTIN != "" || jug.Identified != "" || jug.Condition != "used" {
		t.Errorf("%+v", jug)
	}
	if german.Items[0].Link != shopURL+"/de/p/cup?variant=C+1" {
		t.Errorf("%+v", german.Items[0])
	}
	if body := opened(site, "/feed.xml").Body.String(); strings.Contains(body, "<script") || strings.Contains(body, "<b>") {
		t.Errorf("%s", body)
	}
}

// A feed of many products asks for a hundred at a time, once, and for nobody in particular.
func TestFeedOfManyProducts(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/slugs", slugsOf(950))
	api.set("/v1/shipping-methods", []any{})
	site := newTestSite(api)
	for range 5 {
		var feed readFeed
		readXML(t, opened(site, "/feed.xml"), &feed)
	}
	if n := api.called("/v1/products"); n != 10 {
		t.Errorf("%d calls for 950 products", n)
	}
	for _, c := range api.calls {
		if (c.URL.Path == "/v1/products" || c.URL.Path == "/v1/products/slugs") && c.Header.Get("X-Visitor-Address") != "" {
			t.Errorf("%s counts for the crawler", c.URL)
		}
	}
}
