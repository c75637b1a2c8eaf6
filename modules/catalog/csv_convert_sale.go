package catalog

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// prices returns the price and the one before a reduction. Where the cell of the reduced one is
// blank, or its time has not come or is over, there is no reduction. Neither is there one that is
// not below the regular price: the other system charges the regular one then.
func (c *conversion) prices(l *line, regular, reduced string) (price, compareAt string) {
	price = c.amount(l, regular)
	before, problem := safecsv.ReadAmount(price)
	if l.cell(reduced) == "" || price != "" && problem.Text != "" {
		return price, ""
	}
	sale := c.amount(l, reduced)
	now, wrong := safecsv.ReadAmount(sale)
	switch {
	case price != "" && wrong.Text == "" && now > before:
		c.warn(l, reduced, "is left out: it is above the regular price")
		return price, ""
	case price != "" && wrong.Text == "" && now == before, !c.isOnSale(l):
		return price, ""
	}
	return sale, price
}

// saleState is where a reduction stands.
type saleState int

const (
	saleRuns saleState = iota
	saleComes
	saleIsOver
	saleIsUnclear
)

// isOnSale reports whether now is between the days that the line says, as far as it does. It warns
// of what they will change: here a reduction has no days.
func (c *conversion) isOnSale(l *line) bool {
	from, to, _ := strings.Cut(l.cell("saleTime"), "/")
	start, end := "saleTime", "saleTime"
	if from == "" {
		from, start = l.cell("saleStart"), "saleStart"
	}
	if to == "" {
		to, end = l.cell("saleEnd"), "saleEnd"
	}
	today := c.now.Format(time.DateOnly)
	switch saleOn(today, from, to) {
	case saleRuns:
		if days := daysOf(to); len(days) > 0 {
			c.warn(l, end, "ends on %s: end the reduction by hand then", days[0])
		}
		return true
	case saleComes:
		c.warn(l, start, "begins on %s: reduce the price by hand then", daysOf(from)[0])
	case saleIsUnclear:
		if saleOn(today, from, "") == saleIsUnclear {
			end = start
		}
		c.warn(l, end, "is not understood: the price is not reduced")
	case saleIsOver:
	}
	return false
}

// saleOn is where a reduction between two days, each of which may be blank, stands on a day. One
// that may be either of two days counts where both mean the same.
func saleOn(today, from, to string) saleState {
	starts, ends := daysOf(from), daysOf(to)
	switch {
	case len(ends) > 0 && slices.Max(ends) < today:
		return saleIsOver
	case len(starts) == 0 && !isNoDay(from), len(ends) == 0 && !isNoDay(to):
		return saleIsUnclear
	case len(starts) > 0 && slices.Min(starts) > today:
		return saleComes
	case len(starts) > 0 && slices.Max(starts) > today, len(ends) > 0 && slices.Min(ends) < today:
		return saleIsUnclear
	}
	return saleRuns
}

// isNoDay reports whether a cell is blank, or one like 0000-00-00.
func isNoDay(cell string) bool { return strings.Trim(cell, "0-/.:T ") == "" }

// daysOf are the days that a cell like 2026-11-20 10:00 or 11/20/26 may mean, each like 2026-11-20:
// none where it is no day, and two for one like 3/4/2026.
func daysOf(cell string) (days []string) {
	cell, _, _ = strings.Cut(strings.ReplaceAll(cell, "T", " "), " ")
	for _, form := range []string{time.DateOnly, "2.1.2006", "2.1.06", "2/1/2006", "2/1/06", "1/2/2006", "1/2/06"} {
		d, err := time.Parse(form, strings.TrimRight(cell, ","))
		if day := d.Format(time.DateOnly); err == nil && d.Year() > 1 && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days
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
	c.warn(l, "kind", "a product of the kind %s becomes a draft without variants", tablefile.Cut(kind, 30))
	c.write(l, row)
}
