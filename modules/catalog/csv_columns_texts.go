package catalog

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/safecsv"
)

// textColumnsOfCSV are the columns by which a product is found outside of the shop.
var textColumnsOfCSV = []csvColumn{
	{
		name:      "seoTitle",
		ofProduct: func(p *product, _ *taxonomy) string { return orBlank(p.SEOTitle) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			spec.SEO.Title = optional(l.text("seoTitle", maxSEOTitle), func(text string) string { return text })
		},
	},
	{
		name: "seoDescription", multiline: true,
		ofProduct: func(p *product, _ *taxonomy) string { return orBlank(p.SEODescription) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			text := l.text("seoDescription", maxSEODescription)
			if text != asExported(orBlank(spec.SEO.Description)) {
				spec.SEO.Description = optional(text, func(text string) string { return text })
			}
		},
	},
	{
		name:      "tags",
		ofProduct: func(p *product, _ *taxonomy) string { return strings.Join(p.Tags, listSeparator) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) { spec.Tags = l.tags() },
	},
	{
		name:      "mpn",
		ofProduct: func(p *product, _ *taxonomy) string { return orBlank(p.MPN) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			spec.MPN = optional(l.text("mpn", maxMPN), func(text string) string { return text })
		},
	},
	{
		name:      "condition",
		ofProduct: func(p *product, _ *taxonomy) string { return string(p.Condition) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			spec.Condition = oneOf(l, "condition", spec.Condition)
		},
	},
	{
		name: "gtin", needsSKU: true,
		ofVariant: func(v *variant, _ []option, _ safecsv.Format) string { return orBlank(v.GTIN) },
		toVariant: func(l *line, v *variantSpec) { v.GTIN = optional(l.cell("gtin"), l.gtin) },
	},
}

// tags parses a cell of tags with | between.
func (l *line) tags() []string {
	tags, known := []string{}, map[string]bool{}
	for _, t := range l.list("tags", listSeparator) {
		switch {
		case utf8.RuneCountInString(t) > maxTag || len(tags) == maxTags:
			l.addError("tags", fault.TooLong,
				fmt.Sprintf("must be at most %d tags, each with at most %d characters", maxTags, maxTag))
			return tags
		case strings.ContainsAny(t, tagSeparators):
			l.addError("tags", fault.BadFormat, "must be tags with | between, and no commas in them")
			return tags
		case known[tagKey(t)]:
			l.addError("tags", fault.NotAllowed, "has a tag twice")
			return tags
		}
		tags, known[tagKey(t)] = append(tags, t), true
	}
	return tags
}

func (l *line) gtin(text string) string {
	plain := plainGTIN(text)
	if !isGTIN(plain) {
		l.addError("gtin", fault.BadFormat, gtinDetail.English())
	}
	return plain
}
