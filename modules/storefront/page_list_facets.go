package storefront

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"orderd/platform/money"
)

// facets count the products of a list.
type facets struct {
	Total  int `json:"total"`
	Brands []struct {
		named
		Count int `json:"count"`
	} `json:"brands"`
	PriceMin *money.Cents `json:"priceMin"`
	PriceMax *money.Cents `json:"priceMax"`
	Options  []struct {
		Name   string `json:"name"`
		Values []struct {
			Value string `json:"value"`
			Count int    `json:"count"`
		} `json:"values"`
	} `json:"options"`
	Attributes []attributeFacet `json:"attributes"`
	Ratings    []struct {
		MinRating int `json:"minRating"`
		Count     int `json:"count"`
	} `json:"ratings"`
	InStock int `json:"inStock"`
	OnSale  int `json:"onSale"`
}

// fillFacets makes the groups of filters. A filter that is fixed on this page is no choice.
func (l *listView) fillFacets(
	f *facets, chosen, fixed url.Values, filter func(name, value, text string, count int) choice,
) {
	if !fixed.Has("brand") {
		group := facet{Key: "brand", Open: true}
		for _, b := range f.Brands {
			group.Choices = append(group.Choices, filter("brand", b.Slug, b.Name, b.Count))
		}
		l.addFacet(group)
	}
	for _, o := range f.Options {
		group := facet{Name: o.Name}
		for _, v := range o.Values {
			group.Choices = append(group.Choices, filter(optionPrefix+o.Name, v.Value, v.Value, v.Count))
		}
		l.addFacet(group)
	}
	l.fillAttributes(f.Attributes, chosen, filter)
	availability := facet{Key: "availability", Open: true}
	if f.InStock > 0 {
		availability.Choices = append(availability.Choices, filter("inStock", "true", "", f.InStock))
	}
	if f.OnSale > 0 {
		availability.Choices = append(availability.Choices, filter("onSale", "true", "", f.OnSale))
	}
	l.addFacet(availability)
	ratings := facet{Key: "rating"}
	for _, r := range f.Ratings {
		if r.Count > 0 {
			ratings.Choices = append(ratings.Choices, filter("minRating", strconv.Itoa(r.MinRating), "", r.Count))
		}
	}
	l.addFacet(ratings)
	l.Prices.Lowest, l.Prices.Highest = f.PriceMin, f.PriceMax
	l.Prices.AnyPriceToFilter = f.PriceMin != nil && f.PriceMax != nil && *f.PriceMin < *f.PriceMax
}

// addFacet keeps a group that has anything to choose. One with a choice that is on stands open.
func (l *listView) addFacet(f facet) {
	if len(f.Choices) == 0 && f.Range == nil {
		return
	}
	for _, c := range f.Choices {
		f.Open = f.Open || c.On
	}
	l.Facets = append(l.Facets, f)
}

// toggled are the filters with the value on where it was off, and off where it was on. Prices,
// ratings and switches have one value.
func toggled(filters url.Values, name, value string) url.Values {
	next := url.Values{}
	for n, values := range filters {
		next[n] = slices.Clone(values)
	}
	switch many := name == "brand" || name == "tag" || strings.HasPrefix(name, optionPrefix) ||
		strings.HasPrefix(name, attributePrefix); {
	case slices.Contains(next[name], value):
		next[name] = slices.DeleteFunc(next[name], func(s string) bool { return s == value })
		if len(next[name]) == 0 {
			next.Del(name)
		}
	case many:
		next.Add(name, value)
	default:
		next.Set(name, value)
	}
	return next
}

// filterNames are the parameters of a list's address that the interface is asked with, besides
// those of options and attributes. Others, such as those that a newsletter adds, are left aside.
var filterNames = []string{"brand", "minPrice", "maxPrice", "minRating", "inStock", "onSale", "tag"}

// optionPrefix begins the parameter of an option.
const optionPrefix = "option."

// filters are those of the request.
func (v *visit) filters() url.Values {
	kept := url.Values{}
	for name, values := range v.r.URL.Query() {
		values = slices.DeleteFunc(slices.Clone(values), func(s string) bool { return strings.TrimSpace(s) == "" })
		if len(values) == 0 || isRangeEnd(name) || !slices.Contains(filterNames, name) &&
			!strings.HasPrefix(name, optionPrefix) && !strings.HasPrefix(name, attributePrefix) {
			continue
		}
		if name == "minPrice" || name == "maxPrice" {
			values = values[:1]
			if typed, ok := cents(values[0]); ok {
				values[0] = typed.String()
			}
		}
		kept[name] = values
	}
	addRanges(kept, v.r.URL.Query(), v.language)
	return kept
}

// saidFilterLeftOut is what a list says of a filter that was left out.
const saidFilterLeftOut = "filterLeftOut"

// readable are the filters that a refusal does not name; none where it names none of them.
func readable(chosen url.Values, refused error) url.Values {
	left := maps.Clone(chosen)
	p, _ := asProblem(refused)
	for _, fault := range p.Errors {
		left.Del(strings.TrimPrefix(fault.Pointer, "?"))
	}
	if len(left) == len(chosen) {
		return nil
	}
	return left
}
