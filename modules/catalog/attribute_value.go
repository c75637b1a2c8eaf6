package catalog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// attributeValues are the values that a product or a variant has of one attribute, as they are
// stored: a number like "12.5", a date like "2026-11-20", "true" or "false", values of choices.
type attributeValues struct {
	Code   string   `json:"code"`
	Values []string `json:"values"`
}

// definitions are attributes by their codes.
type definitions map[string]*attribute

// What is wrong with a value, by the attribute's kind.
const (
	numberDetail fault.Text = "must be a number like 12.5, of at most 12 digits with at most 3 decimals"
	dateDetail   fault.Text = "must be a date like 2026-11-20"
	boolDetail   fault.Text = "must be true or false"
)

// plainValue is the value of the attribute as it is stored. It returns a fault without a pointer
// for one that is none.
func (a *attribute) plainValue(text string) (value string, wrong fault.Field) {
	switch a.Kind {
	case events.AttributeNumber:
		n, ok := parseNumber(text)
		if !ok {
			return "", fault.Field{Code: fault.BadFormat, Detail: numberDetail}
		}
		return n.String(), wrong
	case events.AttributeDate:
		if _, ok := parseDay(text); !ok {
			return "", fault.Field{Code: fault.BadFormat, Detail: dateDetail}
		}
	case events.AttributeBoolean:
		if text != "true" && text != "false" {
			return "", fault.Field{Code: fault.NotAllowed, Detail: boolDetail}
		}
	case events.AttributeChoice:
		if a.choice(text) == nil {
			return "", fault.Field{Code: fault.NotAllowed, Detail: "must be a choice of the attribute"}
		}
	case events.AttributeText:
	}
	return text, wrong
}

// valueKey is the form in which a stored value is compared: a text in any case, of which the
// beginning counts.
func (a *attribute) valueKey(value string) string {
	if a.Kind == events.AttributeText {
		return textKey(value)
	}
	return value
}

// maxTextKey is how many characters of a text count when texts are compared.
const maxTextKey = 200

func textKey(text string) string {
	text = optionKey(text)
	if utf8.RuneCountInString(text) > maxTextKey {
		text = string([]rune(text)[:maxTextKey])
	}
	return text
}

// number is what ranges compare of a stored value: a number in thousandths, or a date in days; nil
// for any other kind.
func (a *attribute) number(value string) *int64 {
	n, ok := int64(0), false
	switch a.Kind {
	case events.AttributeNumber:
		var m money.Measure
		m, ok = parseNumber(value)
		n = int64(m)
	case events.AttributeDate:
		n, ok = parseDay(value)
	case events.AttributeText, events.AttributeChoice, events.AttributeBoolean:
	}
	if !ok {
		return nil
	}
	return &n
}

var numberPattern = regexp.MustCompile(`^-?[0-9]{1,12}(\.[0-9]{1,3})?$`)

func parseNumber(text string) (money.Measure, bool) {
	if !numberPattern.MatchString(text) {
		return 0, false
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	n, err := strconv.ParseInt(whole+(fraction + "000")[:3], 10, 64)
	if strings.HasPrefix(text, "-") {
		n = -n
	}
	return money.Measure(n), err == nil
}

const secondsOfDay = 24 * 60 * 60

// parseDay returns the days from 1970-01-01 to a date of the years 1 to 9999.
func parseDay(text string) (int64, bool) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() == 0 {
		return 0, false
	}
	return day.Unix() / secondsOfDay, true
}

// cover reports whether they have every attribute of the product and its variants.
func (d definitions) cover(p *product) bool {
	lacks := func(v attributeValues) bool { return d[v.Code] == nil }
	return !slices.ContainsFunc(p.Attributes, lacks) && !slices.ContainsFunc(p.Variants, func(v variant) bool {
		return slices.ContainsFunc(v.Attributes, lacks)
	})
}

// check returns the values of an attribute as they are stored, and what is wrong with them, at
// pointers below the given one.
func (d definitions) check(in attributeValues, pointer string) (stored attributeValues, errs specErrors) {
	a := d[in.Code]
	if a == nil {
		errs.add("must be the code of an attribute", "%s/code", pointer)
		return in, errs
	}
	if a.Kind != events.AttributeChoice && len(in.Values) > 1 {
		errs.add("must be one value", "%s/values", pointer)
	}
	stored = attributeValues{Code: in.Code, Values: make([]string, 0, len(in.Values))}
	for i, text := range in.Values {
		value, wrong := a.plainValue(text)
		if wrong.Code == "" && slices.Contains(stored.Values, value) {
			wrong = fault.Field{Code: fault.NotAllowed, Detail: "is there twice"}
		}
		if wrong.Code != "" {
			wrong.Pointer = pointer + "/values/" + strconv.Itoa(i)
			errs = append(errs, wrong)
			continue
		}
		stored.Values = append(stored.Values, value)
	}
	return stored, errs
}

// checkAll is check of a list.
func (d definitions) checkAll(list []attributeValues, pointer string) (stored []attributeValues, errs specErrors) {
	stored = make([]attributeValues, 0, len(list))
	for i, in := range list {
		values, wrong := d.check(in, pointer+"/"+strconv.Itoa(i))
		stored, errs = append(stored, values), append(errs, wrong...)
	}
	return stored, errs
}

// attributeLists are the lists of values of the spec: the product's, then those of its variants.
func (spec *productSpec) attributeLists() (lists [][]attributeValues) {
	lists = append(lists, spec.Attributes)
	for _, v := range spec.Variants {
		lists = append(lists, v.Attributes)
	}
	return lists
}

// codesOf are the codes of the attributes that lists have values of, each once.
func codesOf(lists [][]attributeValues) (codes []string) {
	for _, list := range lists {
		for _, values := range list {
			codes = append(codes, values.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// checkAttributes makes the values of the spec what is stored of them, and returns what is wrong
// with them.
func (spec *productSpec) checkAttributes(d definitions) (errs specErrors) {
	spec.Attributes, errs = d.checkAll(spec.Attributes, "/attributes")
	for i := range spec.Variants {
		checked, wrong := d.checkAll(spec.Variants[i].Attributes, "/variants/"+strconv.Itoa(i)+"/attributes")
		spec.Variants[i].Attributes, errs = checked, append(errs, wrong...)
	}
	return errs
}

// attributeRow says that a product, of any status, has a value: by itself, or in a variant that is
// sold. Lists filter, and facets count, by the keys.
type attributeRow struct {
	AttributeID string `gorm:"primaryKey"`
	Kind        attributeKind
	ValueKey    string `gorm:"primaryKey"`
	ProductID   string `gorm:"primaryKey"`
	Number      *int64 // of a number or a date, as attribute.number returns it
	Active      bool   // the product is
}

func (attributeRow) TableName() string { return "catalog_attribute_values" }

// attributeKey is what a product has one row of.
type attributeKey struct{ attributeID, value string }

// attributeRows are the values that the product has.
func (p *product) attributeRows(d definitions) map[attributeKey]attributeRow {
	rows := map[attributeKey]attributeRow{}
	add := func(list []attributeValues) {
		for _, values := range list {
			a := d[values.Code]
			if a == nil {
				continue
			}
			for _, value := range values.Values {
				key := attributeKey{a.ID, a.valueKey(value)}
				if key.value == "" { // a text of nothing but what folding takes away
					continue
				}
				rows[key] = attributeRow{
					AttributeID: a.ID, Kind: a.Kind, ValueKey: key.value, ProductID: p.ID, Number: a.number(value),
					Active: p.Status == events.ProductActive,
				}
			}
		}
	}
	add(p.Attributes)
	for _, v := range p.onSale() {
		add(v.Attributes)
	}
	return rows
}
