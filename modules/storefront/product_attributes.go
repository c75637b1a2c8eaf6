package storefront

import (
	"slices"
	"strings"
	"time"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// attribute is something that the shop says of a product or a variant, with its values.
type attribute struct {
	Code   string           `json:"code"`
	Name   string           `json:"name"`
	Kind   string           `json:"kind"` // text, number, choice, boolean, date
	Unit   *string          `json:"unit"`
	Values []attributeValue `json:"values"`
}

type attributeValue struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// The kinds of attributes whose values are not shown as they are.
const (
	kindNumber  = "number"
	kindBoolean = "boolean"
	kindDate    = "date"
)

// fact is an attribute as it is shown.
type fact struct {
	Name   string
	Text   string // "" for a Switch
	Switch bool   // it is yes or no
	On     bool   // yes
}

// Facts are the attributes of the product, then those of the chosen variant. What the page says of
// an option, it says once.
func (p productView) Facts() (facts []fact) {
	for _, a := range p.Product.attributesOf(p.Chosen) {
		isOption := func(o optionView) bool { return strings.EqualFold(o.Name, a.Name) }
		if !slices.ContainsFunc(p.Options, isOption) {
			facts = append(facts, a.fact(p.Language()))
		}
	}
	return facts
}

// attributesOf are the attributes with values that the product has, then those of a variant, or nil
// for none. One that both have is the variant's.
func (p product) attributesOf(v *variant) []attribute {
	var own []attribute
	if v != nil {
		own = v.Attributes
	}
	hasNone := func(a attribute) bool { return len(a.Values) == 0 }
	own = slices.DeleteFunc(slices.Clone(own), hasNone)
	common := slices.DeleteFunc(slices.Clone(p.Attributes), func(a attribute) bool {
		return hasNone(a) || a.Code != "" && slices.ContainsFunc(own, func(o attribute) bool { return o.Code == a.Code })
	})
	return append(common, own...)
}

func (a attribute) fact(l locale.Code) fact {
	if a.Kind == kindBoolean {
		return fact{Name: a.Name, Switch: true, On: a.Values[0].Value == "true"}
	}
	var texts []string
	for _, v := range a.Values {
		texts = append(texts, formatValue(l, a.Kind, a.Unit, v))
	}
	return fact{Name: a.Name, Text: strings.Join(texts, ", ")}
}

// formatValue writes a value of an attribute: "0,5 kg", "24 November 2026", "Dark". What can't be
// read is written as it is.
func formatValue(l locale.Code, kind string, unit *string, v attributeValue) string {
	switch kind {
	case kindNumber:
		text := v.Value
		if n, err := money.ParseMeasure(v.Value); err == nil {
			text = formatMeasure(l, n)
		}
		return withUnit(text, unit)
	case kindDate:
		if day, err := time.Parse(time.DateOnly, v.Value); err == nil {
			return formatDay(l, day)
		}
	}
	return v.Label
}

// withUnit keeps a number and its unit on one line.
func withUnit(number string, unit *string) string {
	if unit == nil {
		return number
	}
	return number + "\u00a0" + *unit
}
