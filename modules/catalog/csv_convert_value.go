package catalog

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"orderd/platform/convert"
	"orderd/platform/htmltext"
	"orderd/platform/id"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// weightUnit is what a number of a weight counts.
type weightUnit string

const (
	gram     weightUnit = "g"
	kilogram weightUnit = "kg"
	ounce    weightUnit = "oz"
	pound    weightUnit = "lb"
)

// Values are all of them.
func (weightUnit) Values() []string { return convert.Strings(gram, kilogram, ounce, pound) }

// SchemaName is the name in the OpenAPI document.
func (weightUnit) SchemaName() string { return "WeightUnit" }

// grams is how much the unit weighs: the international pound has 453.59237 g.
func (u weightUnit) grams() float64 {
	switch u {
	case kilogram:
		return 1000
	case ounce:
		return 453.59237 / 16
	case pound:
		return 453.59237
	case gram:
	}
	return 1
}

// name returns a cell as a line of at most n characters. It warns of a longer one.
func (c *conversion) name(l *line, field string, n int) string {
	text := tablefile.OneLine(htmltext.Text(l.cell(field)))
	if utf8.RuneCountInString(text) > n {
		c.warn(l, field, "is cut to %d characters", n)
		text = strings.TrimSpace(tablefile.Cut(text, n))
	}
	return text
}

// description is the text of the first of the cells that is not blank.
func (c *conversion) description(l *line, fields ...string) string {
	for _, field := range fields {
		if text := htmltext.Text(l.cell(field)); text != "" {
			return text
		}
	}
	return ""
}

// slug returns a slug of a text that no other product of the file has.
func (c *conversion) slug(text string) string {
	slug := text
	if !slugPattern.MatchString(text) || len(text) > maxSlugLength || checkSlug(text, reservedSlugs...) != nil {
		slug = slugOrDefault("", text, id.Derive("catalog: slug", text), reservedSlugs...)
	}
	slug = c.slugs.free(slug)
	c.slugs.taken[slug] = true
	return slug
}

// sku returns the cell, or where it is blank one made of the slug and a number, with a warning.
func (c *conversion) sku(l *line, slug string, n int) string {
	if sku := tablefile.OneLine(l.cell("sku")); sku != "" {
		return sku
	}
	number := "-" + strconv.Itoa(n)
	sku := strings.TrimRight(slug[:min(len(slug), maxSKU-len(number))], "-") + number
	c.warn(l, "sku", "is blank: the SKU is %s", sku)
	return sku
}

var (
	longDecimals = regexp.MustCompile(`^([0-9]{1,9})[.,]([0-9]{3,})$`)
	wholeStock   = regexp.MustCompile(`^(-?)([0-9]{1,12})(?:[.,]0*)?$`)
	weightForm   = regexp.MustCompile(`^([0-9]{1,9}(?:[.,][0-9]{1,9})?) *(\pL*)$`)
	unitNames    = map[string]weightUnit{
		"g": gram, "gr": gram, "gram": gram, "grams": gram, "kg": kilogram, "kgs": kilogram, "kilogram": kilogram,
		"lb": pound, "lbs": pound, "pound": pound, "pounds": pound, "oz": ounce, "ounce": ounce, "ounces": ounce,
	}
)

// amount returns a price with two decimals, and with tax where the request adds it. A cell that is
// no price is returned as it is: the import says what is wrong.
func (c *conversion) amount(l *line, field string) string {
	text := l.cell(field)
	if m := longDecimals.FindStringSubmatch(text); m != nil && !c.isAmbiguous(text) {
		exact, err := strconv.ParseFloat(m[1]+"."+m[2], 64)
		if err != nil {
			return text
		}
		if strings.Trim(m[2][2:], "0") != "" {
			c.warn(l, field, "is rounded to cents")
		}
		text = strconv.FormatFloat(math.Round(exact*100)/100, 'f', 2, 64)
	}
	cents, problem := safecsv.ReadAmount(text)
	if text == "" || problem.Text != "" {
		return text
	}
	if slices.Contains(c.header.format.taxed, field) {
		return cents.String()
	}
	return c.plan.withTax(cents).String()
}

// isAmbiguous reports whether a number of the file may have thousands or decimals: programs write a
// decimal point, and separate cells by commas or tabs.
func (c *conversion) isAmbiguous(number string) bool {
	return safecsv.IsAmbiguous(number) && (c.header.separator == ';' || strings.Contains(number, ","))
}

// weight returns a weight in whole grams. The unit is that of the cell, else the given one. A cell
// that is no weight is returned as it is: the import says what is wrong.
func (c *conversion) weight(l *line, field string, unit weightUnit) string {
	text := l.cell(field)
	m := weightForm.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	if m[2] != "" {
		named, known := unitNames[strings.ToLower(m[2])]
		if !known {
			return text
		}
		unit = named
	}
	if c.isAmbiguous(m[1]) {
		return m[1]
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", "."), 64)
	if err != nil {
		return text
	}
	grams := math.Round(number * unit.grams())
	if grams == 0 {
		return ""
	}
	return strconv.FormatFloat(grams, 'f', 0, 64)
}

// guessedWeight is weight of a cell that need not say its unit. Where the request does not either,
// it takes the one that is usual in such files, with a warning.
func (c *conversion) guessedWeight(l *line, usual weightUnit) string {
	const field = "weight"
	m := weightForm.FindStringSubmatch(l.cell(field))
	isGuess := m != nil && m[2] == "" && strings.Trim(m[1], "0.,") != "" && c.plan.weightUnit == ""
	if isGuess && !c.hasGuessed {
		c.hasGuessed = true
		c.warnFile(field, "is taken for %s where no unit is given: choose the unit if it is another", usual)
	}
	return c.weight(l, field, cmp.Or(c.plan.weightUnit, usual))
}

// stock returns the units on hand. It takes fewer than none for none, with a warning.
func (c *conversion) stock(l *line) string {
	const field = "onHand"
	m := wholeStock.FindStringSubmatch(l.cell(field))
	switch {
	case m == nil:
		return l.cell(field)
	case m[1] != "" && strings.Trim(m[2], "0") != "":
		c.warn(l, field, "is below 0: it is taken for 0")
		return "0"
	}
	return m[2]
}

// categories returns the paths of a list as a cell of the own format.
func (c *conversion) categories(l *line, paths []string) string {
	const field = "categories"
	var kept []string
	for _, path := range paths {
		path = strings.ReplaceAll(tablefile.OneLine(htmltext.Text(path)), listSeparator, "/")
		if path != "" && len(kept) < maxCategories {
			kept = append(kept, path)
		}
	}
	if len(paths) > maxCategories {
		c.warn(l, field, "is cut to %d categories", maxCategories)
	}
	return strings.Join(kept, listSeparator)
}

// yesOrNo reads yes and no as people and spreadsheets write them; known is false for anything else.
func yesOrNo(cell string) (yes, known bool) {
	switch strings.ToLower(cell) {
	case "1", "true", "yes", "y", "ja", "wahr":
		return true, true
	case "0", "false", "no", "n", "nein", "falsch":
		return false, true
	}
	return false, false
}

// truth is yesOrNo with what systems write for it.
func truth(cell string) (yes, known bool) {
	switch strings.ToLower(cell) {
	case "enabled", "active":
		return true, true
	case "-1", "2", "disabled", "inactive":
		return false, true
	}
	return yesOrNo(cell)
}

// published is the status of a product by a cell that says whether it is shown.
func (c *conversion) published(l *line) string {
	const field = "published"
	cell := l.cell(field)
	yes, known := truth(cell)
	switch {
	case cell == "":
		return ""
	case !known:
		c.warn(l, field, "is not understood: the product is a draft")
	case yes:
		return "active"
	}
	return "draft"
}
