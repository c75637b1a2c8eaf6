package storefront

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"orderd/platform/locale"
)

// attributePrefix begins the parameter of an attribute. Behind it is the code, which has no dot.
const attributePrefix = "attr."

// The ends of a range of numbers are two fields of a form, of which the interface gets one
// parameter: attr.weight=250..500.
const (
	rangeFrom      = ".from"
	rangeTo        = ".to"
	rangeSeparator = ".."
)

// attributeFacet counts products by an attribute.
type attributeFacet struct {
	Code   string  `json:"code"`
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Unit   *string `json:"unit"`
	Values []struct {
		attributeValue
		Count int `json:"count"`
	} `json:"values"`
	Min *string `json:"min"`
	Max *string `json:"max"`
}

// numberRange is the form of a facet by numbers.
type numberRange struct {
	Field           string // the name of its parameter
	From, To        string // as they are typed
	Lowest, Highest string
	Unit            string
	Hidden          []field // the other filters
}

// isRangeEnd reports whether a parameter is an end of a range.
func isRangeEnd(name string) bool {
	return strings.HasPrefix(name, attributePrefix) &&
		(strings.HasSuffix(name, rangeFrom) || strings.HasSuffix(name, rangeTo))
}

// addRanges adds the ranges whose ends were typed in the language to the filters, in place of what
// there is of them.
func addRanges(kept, query url.Values, l locale.Code) {
	for name := range query {
		if !isRangeEnd(name) {
			continue
		}
		of := strings.TrimSuffix(strings.TrimSuffix(name, rangeFrom), rangeTo)
		from, to := typedNumber(l, query.Get(of+rangeFrom)), typedNumber(l, query.Get(of+rangeTo))
		if from != "" || to != "" {
			kept.Set(of, from+rangeSeparator+to)
		}
	}
}

// Whole numbers with their thousands apart.
var (
	thousandsByDots   = regexp.MustCompile(`^-?[1-9][0-9]{0,2}(\.[0-9]{3})+$`)
	thousandsByCommas = regexp.MustCompile(`^-?[1-9][0-9]{0,2}(,[0-9]{3})+$`)
)

// typedNumber is a number as the interface reads it, of one as it is typed in the language: "12,5"
// is 12.5 in all of them, and "1.250" is 1250 in German and 1.25 in English. Of two kinds of signs
// the last one begins the decimals.
func typedNumber(l locale.Code, text string) string {
	text = strings.Join(strings.Fields(text), "")
	dot, comma := strings.LastIndex(text, "."), strings.LastIndex(text, ",")
	thousands := thousandsByCommas
	if l == locale.German {
		thousands = thousandsByDots
	}
	switch {
	case dot >= 0 && comma >= 0:
		if comma > dot {
			return strings.Replace(strings.ReplaceAll(text, ".", ""), ",", ".", 1)
		}
		return strings.ReplaceAll(text, ",", "")
	case thousands.MatchString(text):
		return strings.NewReplacer(".", "", ",", "").Replace(text)
	}
	return strings.Replace(text, ",", ".", 1)
}

// fillAttributes makes the filters by attributes.
func (l *listView) fillAttributes(
	all []attributeFacet, chosen url.Values, filter func(name, value, text string, count int) choice,
) {
	for _, a := range all {
		name := attributePrefix + a.Code
		group := facet{Name: a.Name}
		for _, v := range a.Values {
			c := filter(name, v.Value, v.Label, v.Count)
			c.Switch = a.Kind == kindBoolean
			group.Choices = append(group.Choices, c)
		}
		if a.Min != nil && a.Max != nil && (*a.Min != *a.Max || chosen.Has(name)) {
			group.Range = newNumberRange(l.Language(), a, name, chosen.Get(name))
			group.Open = chosen.Has(name)
		}
		l.addFacet(group)
	}
}

func newNumberRange(l locale.Code, a attributeFacet, name, chosen string) *numberRange {
	from, to, isRange := strings.Cut(chosen, rangeSeparator)
	if !isRange {
		to = from
	}
	return &numberRange{
		Field: name, From: shownAmount(l, from), To: shownAmount(l, to), Lowest: shownAmount(l, *a.Min),
		Highest: shownAmount(l, *a.Max), Unit: deref(a.Unit),
	}
}

// hideOthers gives the forms of ranges the other filters.
func (l *listView) hideOthers(chosen url.Values, hidden []field) {
	for _, name := range []string{"minPrice", "maxPrice"} {
		if value := chosen.Get(name); value != "" {
			hidden = append(hidden, field{name, value})
		}
	}
	for i := range l.Facets {
		if r := l.Facets[i].Range; r != nil {
			r.Hidden = slices.DeleteFunc(slices.Clone(hidden), func(f field) bool { return f.Name == r.Field })
		}
	}
}

// nameChoice writes a filter that is on as people read it: its value, and of a number or a switch
// also what it is of.
func (l *listView) nameChoice(c choice) choice {
	for _, f := range l.Facets {
		for _, known := range f.Choices {
			if known.Name == c.Name && known.Value == c.Value {
				c.Text, c.Switch = known.Text, known.Switch
				if c.Switch {
					c.Of = f.Name
				}
				return c
			}
		}
		if f.Range != nil && f.Range.Field == c.Name {
			c.Of, c.Text = f.Name, withUnit(f.Range.shown(), optionalText(f.Range.Unit))
			return c
		}
	}
	return l.nameUncounted(c)
}

// nameUncounted is nameChoice for an attribute that no facet counts, as when nothing is found: all
// that is known of it is its code.
func (l *listView) nameUncounted(c choice) choice {
	code, ok := strings.CutPrefix(c.Name, attributePrefix)
	if !ok {
		return c
	}
	c.Of, c.Switch = code, c.Value == "true" || c.Value == "false"
	if from, to, isRange := strings.Cut(c.Value, rangeSeparator); isRange {
		r := numberRange{From: shownAmount(l.Language(), from), To: shownAmount(l.Language(), to)}
		c.Text = r.shown()
	}
	return c
}

// shown is the range as people write it: "250–500", "≥ 250", "≤ 500".
func (r *numberRange) shown() string {
	switch {
	case r.From == "":
		return "≤\u00a0" + r.To
	case r.To == "":
		return "≥\u00a0" + r.From
	case r.From == r.To:
		return r.From
	}
	return r.From + "–" + r.To
}

// optionalText is nil for "".
func optionalText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
