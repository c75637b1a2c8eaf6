package catalog

import (
	"slices"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/htmltext"
	"orderd/platform/tablefile"
)

// seoOf fills what a row says to search engines.
func (c *conversion) seoOf(l *line, row record) {
	row["seoTitle"] = c.name(l, "seoTitle", maxSEOTitle)
	row["seoDescription"] = c.name(l, "seoDescription", maxSEODescription)
}

// tags returns the tags of a list as a cell of the own format, each once.
func (c *conversion) tags(l *line, list []string) string {
	const field = "tags"
	var kept []string
	known := map[string]bool{}
	for _, text := range list {
		text = strings.NewReplacer(",", " ", listSeparator, "/").Replace(htmltext.Text(text))
		t := strings.TrimSpace(tablefile.Cut(tablefile.OneLine(text), maxTag))
		if t == "" || known[tagKey(t)] {
			continue
		}
		if len(kept) == maxTags {
			c.warn(l, field, "is cut to %d tags", maxTags)
			break
		}
		if t != tablefile.OneLine(text) {
			c.warn(l, field, "has a tag that is cut to %d characters", maxTag)
		}
		kept, known[tagKey(t)] = append(kept, t), true
	}
	return strings.Join(kept, listSeparator)
}

// gtin returns the first of the cells that is not blank. It warns of one that is no GTIN: shops
// print codes of their own too.
func (c *conversion) gtin(l *line, fields ...string) string {
	for _, field := range fields {
		cell := plainGTIN(strings.Trim(l.cell(field), "'"))
		switch {
		case cell == "" || strings.Trim(cell, "0") == "":
		case isGTIN(cell):
			return cell
		default:
			c.warn(l, field, "is left out: it is no GTIN of 8, 12, 13 or 14 digits with its check digit")
			return ""
		}
	}
	return ""
}

// mpn returns what the rows of a product say of it. It warns where they say different things: a
// product has one.
func (c *conversion) mpn(lines []*line) string {
	const field = "mpn"
	mpn := ""
	for _, l := range lines {
		text := c.name(l, field, maxMPN)
		if mpn != "" && text != "" && text != mpn {
			c.warn(l, field, "is left out: the variants of a product have one number of the manufacturer's")
			return ""
		}
		if mpn == "" {
			mpn = text
		}
	}
	return mpn
}

// condition returns the condition that a cell names. It warns of one that is not known.
func (c *conversion) condition(l *line) string {
	const field = "condition"
	cell := strings.ToLower(l.cell(field))
	if cell != "" && !slices.Contains(events.Condition("").Values(), cell) {
		c.warn(l, field, "is left out: it is none of new, refurbished and used")
		return ""
	}
	return cell
}

// warnOfAttributes warns of attributes that are not taken over. field is where the first of them
// stands.
func (c *conversion) warnOfAttributes(l *line, field string, names []string) {
	if len(names) > 0 {
		named := tablefile.Cut(tablefile.OneLine(strings.Join(names, ", ")), 200)
		c.warn(l, field, "the attributes %s are not taken over", named)
	}
}
