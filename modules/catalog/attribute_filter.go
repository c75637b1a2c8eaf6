package catalog

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// attributeFilter restricts a filter to the products that have one of the values of an attribute,
// or a number in one of the ranges.
type attributeFilter struct {
	id     string
	keys   []string // as attribute.valueKey returns them
	ranges []numberRange
}

// numberRange is from one number to another, both included, as attribute.number returns them.
type numberRange struct{ low, high int64 }

// everyNumber has no bounds.
var everyNumber = numberRange{math.MinInt64, math.MaxInt64}

// cacheKey returns a text that differs for filters that differ.
func (a attributeFilter) cacheKey() string { return fmt.Sprintf("%s~%q%v", a.id, a.keys, a.ranges) }

// withoutAttribute returns the filter without the values of one attribute.
func (f filter) withoutAttribute(attributeID string) filter {
	named := func(a attributeFilter) bool { return a.id == attributeID }
	f.attributes = slices.DeleteFunc(slices.Clone(f.attributes), named)
	return f
}

// rangeSeparator is between the ends of a range: 250..500, 250.. and ..500.
const rangeSeparator = ".."

// The faults of values in a query.
const (
	numberRangeDetail fault.Text = "must be numbers like 12.5, or ranges like 250..500, 250.. and ..500"
	dateRangeDetail   fault.Text = "must be dates like 2026-11-20, or ranges like 2026-01-01..2026-12-31"
)

// addAttributes restricts the filter to the values of attributes that the query names, as
// attributeFilters does for everybody.
func (in *findInput) addAttributes(f *filter, d definitions) error {
	named, nothing, err := attributeFilters(in.Attribute, d, (*attribute).isPublic)
	f.attributes, f.nothing = append(f.attributes, named...), f.nothing || nothing
	return err
}

// attributeFilters are the restrictions to the values of attributes that a query names. nothing
// says that one is unknown, or hidden from the caller: then nothing matches. It returns
// ValidationFailed with all values that are none of their attributes.
func attributeFilters(
	given httpapi.NamedLists, d definitions, visible func(*attribute) bool,
) (filters []attributeFilter, nothing bool, err error) {
	lists := given.Values()
	var faults []fault.Field
	for _, code := range slices.Sorted(maps.Keys(lists)) {
		a := d[code]
		if a == nil || !visible(a) {
			nothing = true
			continue
		}
		values := slices.DeleteFunc(lists[code], func(value string) bool {
			// Of other kinds no value has a comma: that is the whole list, which counts too.
			return a.Kind != events.AttributeText && strings.Contains(value, ",")
		})
		restriction, wrong := a.filter(values)
		if wrong.Code != "" {
			wrong.Pointer = "?attr." + code
			faults = append(faults, wrong)
		}
		filters = append(filters, restriction)
	}
	if len(faults) > 0 {
		return nil, nothing, fault.Invalid(faults...)
	}
	return filters, nothing, nil
}

// checkFilter returns what is wrong with the values of an attribute that the body of a request
// filters by: a fault without a pointer, and without a code where nothing is. isUnknown says that
// there is no such attribute.
func (d definitions) checkFilter(code string, values []string) (wrong fault.Field, isUnknown bool) {
	a := d[code]
	if a == nil {
		return fault.Field{Code: fault.NotAllowed, Detail: "must be the code of an attribute"}, true
	}
	isNoChoice := func(value string) bool { return a.Kind == events.AttributeChoice && a.choice(value) == nil }
	if slices.ContainsFunc(values, isNoChoice) {
		return fault.Field{Code: fault.NotAllowed, Detail: "must be a choice of the attribute"}, false
	}
	_, wrong = a.filter(slices.Clone(values))
	return wrong, false
}

// isPublic reports whether everybody may learn which products have which values.
func (a *attribute) isPublic() bool { return a.Shown || a.Facet }

// filter is the restriction to the values. It returns a fault without a pointer for a value that
// none of the kind can be.
func (a *attribute) filter(values []string) (f attributeFilter, wrong fault.Field) {
	f.id = a.ID
	switch a.Kind {
	case events.AttributeNumber, events.AttributeDate:
		for _, text := range values {
			r, ok := a.parseRange(text)
			switch {
			case ok:
				f.ranges = append(f.ranges, r)
			case a.Kind == events.AttributeNumber:
				wrong = fault.Field{Code: fault.BadFormat, Detail: numberRangeDetail}
			default:
				wrong = fault.Field{Code: fault.BadFormat, Detail: dateRangeDetail}
			}
		}
	case events.AttributeBoolean:
		for _, text := range values {
			if text != "true" && text != "false" {
				wrong = fault.Field{Code: fault.NotAllowed, Detail: boolDetail}
			}
		}
		f.keys = values
	case events.AttributeText, events.AttributeChoice:
		f.keys = convert.All(values, a.valueKey)
	}
	slices.Sort(f.keys)
	return f, wrong
}

// parseRange reads a number or a date, or a range of them, of which one end may be open.
func (a *attribute) parseRange(text string) (r numberRange, ok bool) {
	low, high, isRange := strings.Cut(text, rangeSeparator)
	if !isRange {
		high = low
	}
	if low == "" && high == "" {
		return r, false
	}
	r = everyNumber
	for end, written := range map[*int64]string{&r.low: low, &r.high: high} {
		if written == "" {
			continue
		}
		n := a.number(written)
		if n == nil {
			return r, false
		}
		*end = *n
	}
	return r, true
}

// attributeCount is how many products have each value of an attribute, and for a number the lowest
// and the highest one.
type attributeCount struct {
	products map[string]int64 // by value
	low      string
	high     string
}

// attributeFacetView counts products by an attribute.
type attributeFacetView struct {
	Code   string                    `json:"code" example:"roast"`
	Name   string                    `json:"name" example:"Roast"`
	Kind   attributeKind             `json:"kind" example:"choice"`
	Unit   *string                   `json:"unit" example:"g"`
	Values []attributeValueFacetView `json:"values" doc:"Empty of a number."`
	Min    *string                   `json:"min" doc:"Of a number." example:"250"`
	Max    *string                   `json:"max" doc:"Of a number." example:"1000"`
}

// SchemaName is the name in the document.
func (attributeFacetView) SchemaName() string { return "AttributeFacet" }

type attributeValueFacetView struct {
	Value string `json:"value" example:"dark"`
	Label string `json:"label" example:"Dark"`
	Count int64  `json:"count" example:"12"`
}

// SchemaName is the name in the document.
func (attributeValueFacetView) SchemaName() string { return "AttributeValueFacet" }

// facetAttributes are the attributes that facets count.
func (t *taxonomy) facetAttributes() []*attribute {
	return slices.DeleteFunc(slices.Clone(t.attributes), func(a *attribute) bool { return !a.Facet })
}

// viewAttributeFacets are the facets that products have, in the order of attributes.
func (w productViewer) viewAttributeFacets(counts map[string]*attributeCount) []attributeFacetView {
	views := []attributeFacetView{}
	for _, a := range w.tree.attributes {
		c := counts[a.ID]
		if c == nil {
			continue
		}
		v := attributeFacetView{
			Code: a.Code, Name: w.language.nameOf(a.Names), Kind: a.Kind, Unit: a.Unit, Values: []attributeValueFacetView{},
		}
		if a.Kind == events.AttributeNumber {
			v.Min, v.Max = &c.low, &c.high
		}
		for _, value := range a.facetValues() {
			if n := c.products[value]; n > 0 {
				v.Values = append(v.Values, attributeValueFacetView{value, w.language.labelOf(a, value), n})
			}
		}
		views = append(views, v)
	}
	return views
}

// facetValues are the values that a facet counts, in the order of display.
func (a *attribute) facetValues() []string {
	if a.Kind == events.AttributeBoolean {
		return []string{"true", "false"}
	}
	return convert.All(a.Choices, func(c attributeChoice) string { return c.Value })
}
