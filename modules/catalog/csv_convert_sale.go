package catalog

import (
	"regexp"
	"strings"
	"time"

	"orderd/platform/safecsv"
)

// prices returns the price and the one before a reduction. Where the cell of the reduced one is
// blank, or its time has not come or is over, there is no reduction.
func (c *conversion) prices(l *line, regular, reduced string) (price, compareAt string) {
	price = c.amount(l, regular)
	before, problem := safecsv.ReadAmount(price)
	if l.cell(reduced) == "" || !c.isOnSale(l) || price != "" && problem.Text != "" {
		return price, ""
	}
	sale := c.amount(l, reduced)
	if now, wrong := safecsv.ReadAmount(sale); wrong.Text == "" && now >= before {
		return sale, ""
	}
	return sale, price
}

// isOnSale reports whether now is between the days that the line says, as far as it does.
func (c *conversion) isOnSale(l *line) bool {
	from, to, _ := strings.Cut(l.cell("saleTime"), "/")
	if from == "" {
		from = l.cell("saleStart")
	}
	if to == "" {
		to = l.cell("saleEnd")
	}
	today := c.now.Format(time.DateOnly)
	start, hasStart := dayOf(from)
	end, hasEnd := dayOf(to)
	return (!hasStart || start <= today) && (!hasEnd || end >= today)
}

// dayOf is the day of a cell like 2026-11-20 10:00 or 11/20/26, in a form that can be compared.
func dayOf(cell string) (day string, known bool) {
	cell, _, _ = strings.Cut(strings.ReplaceAll(cell, "T", " "), " ")
	for _, form := range []string{time.DateOnly, "1/2/06", "1/2/2006", "02.01.2006"} {
		if d, err := time.Parse(form, strings.TrimRight(cell, ",")); err == nil && d.Year() > 1 {
			return d.Format(time.DateOnly), true
		}
	}
	return "", false
}

// reducedTax matches the names that shops have for the class, and what slugs make of them.
var reducedTax = regexp.MustCompile(`reduced|reduziert|erm(?:ä|ae|a)(?:ß|ss|s)igt`)

// taxClass is the class that the cell means. It warns of one that means none of the shop's.
func (c *conversion) taxClass(l *line) string {
	switch cell := strings.ToLower(l.cell("taxClass")); {
	case cell == "" || cell == "parent":
		return ""
	case reducedTax.MatchString(cell):
		return "reduced"
	case strings.Contains(cell, "zero"):
		return "zero"
	case strings.Contains(cell, "standard") || strings.Contains(cell, "taxable"):
		return "standard"
	}
	c.warn(l, "taxClass", "is not taken over: check the tax class of the product")
	return ""
}

// notSold leaves out a variant that the other system does not sell: here all variants of a product
// are on sale.
func (c *conversion) notSold(l *line, slug string) {
	c.warn(l, "published", "is left out: the variant is not sold")
	c.write(l, record{"slug": slug})
}

// draftOf writes the row of a product that has no price of its own, as a draft without variants.
func (c *conversion) draftOf(l *line, row record, kind string) {
	row["status"] = "draft"
	c.warn(l, "kind", "a product of the kind %s becomes a draft without variants", cut(kind, 30))
	c.write(l, row)
}
