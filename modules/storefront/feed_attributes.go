package storefront

import (
	"slices"
	"strings"
)

// feedDetail is what Google has no attribute of its own for (product_detail).
type feedDetail struct {
	Name  string `xml:"g:attribute_name"`
	Value string `xml:"g:attribute_value"`
}

// Bounds of Google's product data specification, in characters.
const (
	longestDetailName  = 140
	longestDetailValue = 1000
	longestColor       = 100
	longestSize        = 100
	longestMaterial    = 200
	longestPattern     = 100
)

// mostFeedParts is how many colors or materials an item may have.
const mostFeedParts = 3

// The values of Google's own that gender and age_group take.
var (
	feedGenders   = []string{"male", "female", "unisex"}
	feedAgeGroups = []string{"newborn", "infant", "toddler", "kids", "adult"}
)

// describe fills in what Google has attributes for from those of the product and the variant with
// their codes, where no option says it, and adds the others as details. So is a gender or an age
// group that Google does not know.
func (m *feedMaker) describe(item *feedItem, p product, v variant) {
	for _, a := range p.attributesOf(&v) {
		own := map[string]*string{
			"color": &item.Color, "size": &item.Size, "material": &item.Material, "pattern": &item.Pattern,
			"gender": &item.Gender, "age_group": &item.AgeGroup,
		}[a.Code]
		text := m.known(a)
		switch {
		case own == nil || text == "":
			item.Details = append(item.Details, m.detail(a))
		case *own == "":
			*own = text
		}
	}
}

// known is the value of an attribute as Google wants that with its code, or "" for one that Google
// does not know.
func (m *feedMaker) known(a attribute) string {
	switch a.Code {
	case "color":
		return m.parts(a, mostFeedParts, longestColor)
	case "material":
		return m.parts(a, mostFeedParts, longestMaterial)
	case "size":
		return m.parts(a, len(a.Values), longestSize)
	case "pattern":
		return m.parts(a, 1, longestPattern)
	case "gender":
		return oneOf(feedGenders, a.Values)
	case "age_group":
		return oneOf(feedAgeGroups, a.Values)
	}
	return ""
}

// parts are the first values, with slashes between.
func (m *feedMaker) parts(a attribute, most, longest int) string {
	a.Values = a.Values[:min(len(a.Values), most)]
	return feedText(strings.Join(m.texts(a), "/"), longest)
}

// texts are the values in the feed's language.
func (m *feedMaker) texts(a attribute) (texts []string) {
	for _, v := range a.Values {
		text := formatValue(m.language, a.Kind, a.Unit, v)
		if a.Kind == kindBoolean {
			text = m.words["no"]
			if v.Value == "true" {
				text = m.words["yes"]
			}
		}
		texts = append(texts, text)
	}
	return texts
}

func (m *feedMaker) detail(a attribute) feedDetail {
	return feedDetail{
		Name: feedText(a.Name, longestDetailName), Value: feedText(strings.Join(m.texts(a), ", "), longestDetailValue),
	}
}

// oneOf is the only value when it is one of the known ones, in any case; "" otherwise.
func oneOf(known []string, values []attributeValue) string {
	if len(values) != 1 {
		return ""
	}
	value := strings.ToLower(values[0].Value)
	if !slices.Contains(known, value) {
		return ""
	}
	return value
}
