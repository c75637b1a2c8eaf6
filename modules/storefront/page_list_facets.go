package storefront

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// fillFacets makes the groups of filters. A filter that is fixed on this page is no choice.
func (l *listView) fillFacets(f *facets, fixed url.Values, filter func(name, value, text string, count int) choice) {
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
	if len(f.Choices) == 0 {
		return
	}
	for _, c := range f.Choices {
		f.Open = f.Open || c.On
	}
	l.Facets = append(l.Facets, f)
}

// brandName is how the brand of a filter is written; "" when it has no product here, or for another
// filter.
func (l *listView) brandName(name, value string) string {
	if name != "brand" {
		return ""
	}
	for _, f := range l.Facets {
		for _, c := range f.Choices {
			if c.Name == name && c.Value == value {
				return c.Text
			}
		}
	}
	return ""
}

// toggled are the filters with the value on where it was off, and off where it was on. Prices,
// ratings and switches have one value.
func toggled(filters url.Values, name, value string) url.Values {
	next := url.Values{}
	for n, values := range filters {
		next[n] = slices.Clone(values)
	}
	switch many := name == "brand" || name == "tag" || strings.HasPrefix(name, optionPrefix); {
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
