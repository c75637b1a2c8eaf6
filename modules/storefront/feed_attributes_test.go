package storefront

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Attributes with the codes of Google's own are those in the feed, where no option says them, and
// the others are details, in the language of the feed; of a product and a variant the variant's.
func TestAttributesInTheFeed(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/slugs", slugsOf(1))
	api.set("/v1/shipping-methods", []any{})
	api.set("/v1/products", func(*http.Request) (*http.Response, error) {
		return answerOf(200, "application/json", `{"data":[{"id":"p1","name":"Shirt","slug":"shirt","images":[{"url":"/media/1.webp"}],
		 "options":[{"name":"Farbe","values":["Weiß","Blau"]}],
		 "attributes":[
		  {"code":"color","name":"Color","kind":"choice","values":[{"value":"red","label":"Red"},{"value":"green","label":"Green <&>"},
		   {"value":"blue","label":"Blue"},{"value":"pink","label":"Pink"}]},
		  {"code":"material","name":"Material","kind":"text","values":[{"value":"Cotton","label":"Cotton"}]},
		  {"code":"pattern","name":"Pattern","kind":"text","values":[{"value":"Dots","label":"Dots"}]},
		  {"code":"gender","name":"Gender","kind":"choice","values":[{"value":"Unisex","label":"For all"}]},
		  {"code":"age_group","name":"Age","kind":"choice","values":[{"value":"seniors","label":"Seniors"}]},
		  {"code":"organic","name":"Organic","kind":"boolean","values":[{"value":"true","label":"true"}]},
		  {"code":"harvest","name":"Harvest","kind":"date","values":[{"value":"2026-02-28","label":"2026-02-28"}]},
		  {"code":"weight","name":"Weight","kind":"number","unit":"g","values":[{"value":"250.5","label":"250.5"}]},
		  {"code":"empty","name":"Empty","kind":"text","values":[]}],
		 "variants":[
		  {"id":"v1","sku":"S1","options":{"Farbe":"Weiß"},"price":5,"available":1,"attributes":[
		   {"code":"weight","name":"Weight","kind":"number","unit":"g","values":[{"value":"300","label":"300"}]},
		   {"code":"size","name":"Size","kind":"number","values":[{"value":"42","label":"42"}]}]},
		  {"id":"v2","sku":"S2","options":{},"price":5,"available":1,"attributes":[]}]}]}`), nil
	})
	site := newTestSite(api)
	for path, want := range map[string]string{
		"/feed.xml": "Weiß 42 Cotton Dots unisex  [{Age Seniors} {Organic Yes} {Harvest 28 February 2026} {Weight 300\u00a0g}]\n" +
			"Red/Green <&>/Blue  Cotton Dots unisex  [{Age Seniors} {Organic Yes} {Harvest 28 February 2026} {Weight 250.5\u00a0g}]\n",
		"/de/feed.xml": "Weiß 42 Cotton Dots unisex  [{Age Seniors} {Organic Ja} {Harvest 28. Februar 2026} {Weight 300\u00a0g}]\n" +
			"Red/Green <&>/Blue  Cotton Dots unisex  [{Age Seniors} {Organic Ja} {Harvest 28. Februar 2026} {Weight 250,5\u00a0g}]\n",
	} {
		var feed readFeed
		readXML(t, opened(site, path), &feed)
		var got strings.Builder
		for _, i := range feed.Items {
			_, _ = fmt.Fprintln(&got, i.Color, i.Size, i.Material, i.Pattern, i.Gender, i.AgeGroup, i.Details)
		}
		if got.String() != want {
			t.Errorf("%s: got\n%swant\n%s", path, got.String(), want)
		}
	}
}

// What is longer than Google takes is cut off.
func TestLongAttributesInTheFeed(t *testing.T) {
	t.Parallel()
	long := attributeValue{Label: strings.Repeat("ä", 1500)}
	var m feedMaker
	item := feedItem{}
	m.describe(&item, product{Attributes: []attribute{
		{Code: "color", Kind: "text", Values: []attributeValue{long}},
		{Code: "gender", Values: []attributeValue{{Value: "male"}, {Value: "female"}}},
		{Code: "note", Name: long.Label, Kind: "text", Values: []attributeValue{long}},
	}}, variant{})
	lengths := []int{len([]rune(item.Color))}
	for _, d := range item.Details {
		lengths = append(lengths, len([]rune(d.Name)), len([]rune(d.Value)))
	}
	if want := "[100 0 2 140 1000]"; fmt.Sprint(lengths) != want || item.Gender != "" {
		t.Errorf("%v, want %s; gender %q", lengths, want, item.Gender)
	}
}
