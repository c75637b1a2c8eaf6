package catalog

import (
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// seo is what search engines show of a product.
type seo struct {
	Title       *string `json:"title" doc:"In place of the name; null: the name." example:"Espresso cups that keep the crema warm"`
	Description *string `json:"description" doc:"In place of the beginning of the description; null: that." example:"Thick porcelain, made in Hamburg. Two colours, 90 ml."`
}

// SchemaName is the name in the document.
func (seo) SchemaName() string { return "ProductSEO" }

// seo is what an admin has entered for search engines.
func (p *product) seo() seo { return seo{p.SEOTitle, p.SEODescription} }

// gtinDetail is what is wrong with a GTIN that is none.
const gtinDetail fault.Text = "must be a GTIN of 8, 12, 13 or 14 digits, of which the last one checks the others"

// plainGTIN is a GTIN as it is stored: without the spaces and hyphens that people read it with.
func plainGTIN(text string) string { return strings.NewReplacer(" ", "", "-", "").Replace(text) }

// isGTIN reports whether a text is a GTIN: the digits have the weights 3 and 1 by turns, 1 for the
// last one, and their sum is a multiple of 10 (GS1 General Specifications, section 7.9).
func isGTIN(text string) bool {
	switch len(text) {
	case 8, 12, 13, 14:
	default:
		return false
	}
	sum := 0
	for i, digit := range []byte(text) {
		if digit < '0' || digit > '9' {
			return false
		}
		weight := 1
		if (len(text)-i)%2 == 0 {
			weight = 3
		}
		sum += weight * int(digit-'0')
	}
	return sum > 0 && sum%10 == 0
}

// tag says that a product has a tag. Lists filter by the keys.
type tag struct {
	TagKey    string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
}

func (tag) TableName() string { return "catalog_tags" }

// tagKey is the form in which tags are compared: in any case.
func tagKey(text string) string { return optionKey(text) }

// tagKeys are the keys of tags, nil for none.
func tagKeys(tags []string) []string {
	if len(tags) == 0 {
		return nil
	}
	return convert.All(tags, tagKey)
}

// The characters that separate tags, in queries and in files, stand in none of them.
const (
	tagSeparators = "," + listSeparator

	tagDetail fault.Text = "must not have a comma or | in it"
)
