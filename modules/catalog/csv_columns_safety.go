package catalog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/locale"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// contentColumnsOfCSV are the later columns of variants.
var contentColumnsOfCSV = []csvColumn{
	{
		name: "compareAtKind", needsSKU: true,
		ofVariant: func(v *variant, _ []option, _ safecsv.Format) string { return string(v.CompareAtKind) },
		toVariant: func(l *line, v *variantSpec) { v.CompareAtKind = oneOf(l, "compareAtKind", v.CompareAtKind) },
	},
	{
		name: "contentAmount", needsSKU: true,
		ofVariant: func(v *variant, _ []option, f safecsv.Format) string {
			return cellOf(v.content(), func(c events.Content) string { return f.Number(c.Amount.String()) })
		},
		toVariant: func(l *line, v *variantSpec) { v.Content = l.content(v.Content) },
	},
	{
		name: "contentUnit", needsSKU: true,
		ofVariant: func(v *variant, _ []option, _ safecsv.Format) string {
			return cellOf(v.content(), func(c events.Content) string { return string(c.Unit) })
		},
		toVariant: func(l *line, v *variantSpec) {
			if !l.has("contentAmount") { // which reads both
				v.Content = l.content(v.Content)
			}
		},
	},
}

// safetyColumnsOfCSV are the later columns of products.
func safetyColumnsOfCSV() []csvColumn {
	columns := []csvColumn{{
		name: "withdrawalExcluded",
		ofProduct: func(p *product, _ *taxonomy) string {
			return cellOf(p.WithdrawalExcluded, func(e events.WithdrawalExclusion) string { return string(e) })
		},
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			spec.WithdrawalExcluded = optional(l.cell("withdrawalExcluded"), func(string) events.WithdrawalExclusion {
				return oneOf(l, "withdrawalExcluded", events.WithdrawalExclusion(""))
			})
		},
	}}
	columns = append(columns, partyColumnsOfCSV("manufacturer",
		func(p *product) *party { return p.Manufacturer },
		func(spec *productSpec) **party { return &spec.Manufacturer })...)
	columns = append(columns, partyColumnsOfCSV("responsible",
		func(p *product) *party { return p.ResponsiblePerson },
		func(spec *productSpec) **party { return &spec.ResponsiblePerson })...)
	for _, code := range locale.Code("").Values() {
		columns = append(columns, notesColumnOfCSV(locale.Code(code)))
	}
	return columns
}

// partyFields are the columns of a party, after its prefix.
var partyFields = []struct {
	suffix    string
	maxLength int
	of        func(p *party) *string
}{
	{"Name", maxPartyName, func(p *party) *string { return &p.Name }},
	{"Address", maxPartyAddress, func(p *party) *string { return &p.Address }},
	{"Contact", maxPartyContact, func(p *party) *string { return &p.Contact }},
}

// partyColumnsOfCSV are the columns of a party. The first of them that a file has reads all.
func partyColumnsOfCSV(
	prefix string, ofProduct func(p *product) *party, ofSpec func(spec *productSpec) **party,
) (columns []csvColumn) {
	for i, f := range partyFields {
		columns = append(columns, csvColumn{
			name: prefix + f.suffix, multiline: f.suffix == "Address",
			ofProduct: func(p *product, _ *taxonomy) string {
				return cellOf(ofProduct(p), func(p party) string { return *f.of(&p) })
			},
			toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
				for _, earlier := range partyFields[:i] {
					if l.has(prefix + earlier.suffix) {
						return
					}
				}
				of := ofSpec(spec)
				*of = l.party(prefix, *of)
			},
		})
	}
	return columns
}

// party returns what the columns say of a party, nil when they are blank.
func (l *line) party(prefix string, before *party) *party {
	p, isBlank := party{}, true
	if before != nil {
		p = *before
	}
	for _, f := range partyFields {
		if l.has(prefix + f.suffix) {
			text := asExported(l.text(prefix+f.suffix, f.maxLength))
			*f.of(&p), isBlank = text, isBlank && text == ""
		}
	}
	if isBlank {
		return nil
	}
	for _, f := range partyFields {
		if *f.of(&p) == "" {
			l.addError(prefix+f.suffix, fault.Required, "is required beside the other columns of "+prefix)
		}
	}
	if p.Contact != "" && !isContact(p.Contact) {
		l.addError(prefix+"Contact", fault.BadFormat, string(contactDetail))
	}
	return &p
}

// content returns what the columns say of the content, nil when they are blank.
func (l *line) content(before *events.Content) *events.Content {
	amount, unit := l.cell("contentAmount"), l.cell("contentUnit")
	c := events.Content{}
	if before != nil {
		c = *before
	}
	hasAmount, hasUnit := l.has("contentAmount"), l.has("contentUnit")
	switch {
	case amount == "" && unit == "":
		return nil
	case hasAmount && amount == "":
		l.addError("contentAmount", fault.Required, "is required where there is a contentUnit")
	case hasUnit && unit == "", unit == "" && c.Unit == "":
		l.addError("contentUnit", fault.Required, "is required where there is a contentAmount")
	case amount == "" && c.Amount == 0:
		l.addError("contentAmount", fault.Required, "is required where there is a contentUnit")
	}
	if amount != "" {
		c.Amount = l.measure("contentAmount", amount)
	}
	c.Unit = oneOf(l, "contentUnit", c.Unit)
	return &c
}

// plainNumber is a number with a decimal point or comma. A file does not separate the thousands of
// a content: 1.299 is a number with three decimals.
var plainNumber = regexp.MustCompile(`^([0-9]{1,9})(?:[.,]([0-9]{1,20}))?$`)

// measure parses a positive number with at most three decimals.
func (l *line) measure(column, text string) money.Measure {
	m := plainNumber.FindStringSubmatch(text)
	if m == nil {
		l.addError(column, fault.BadFormat, "must be a number like 0.25 or 0,25")
		return 0
	}
	fraction := strings.TrimRight(m[2], "0")
	if len(fraction) > 3 {
		l.addError(column, fault.BadFormat, "must have at most 3 decimals")
		return 0
	}
	amount, err := money.ParseMeasure(m[1] + "." + fraction + "0")
	if err != nil || amount == 0 || amount > maxContent {
		l.addError(column, fault.OutOfRange, "must be more than 0 and at most "+strconv.Itoa(maxContent/1000))
	}
	return amount
}

// notesColumnOfCSV is the column of the safety notes in one language, with blank lines between.
func notesColumnOfCSV(code locale.Code) csvColumn {
	column := "safety:" + string(code)
	return csvColumn{
		name: column, multiline: true,
		ofProduct: func(p *product, _ *taxonomy) string { return notesCell(p.Safety, code) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			cell := asExported(l.cell(column))
			if cell == asExported(notesCell(spec.Safety, code)) {
				return
			}
			notes := slices.DeleteFunc(slices.Clone(spec.Safety), func(n safetyNote) bool { return n.Locale == code })
			for _, text := range blankLines.Split(cell, -1) {
				if text = strings.TrimSpace(text); text != "" {
					notes = append(notes, safetyNote{code, text})
				}
			}
			tooLong := func(n safetyNote) bool { return utf8.RuneCountInString(n.Text) > maxNote }
			if len(notes) > maxNotes || slices.ContainsFunc(notes, tooLong) {
				l.addError(column, fault.TooLong, "must be at most "+strconv.Itoa(maxNotes)+" texts in all languages, each "+
					"with at most "+strconv.Itoa(maxNote)+" characters")
			}
			spec.Safety = notes
		},
	}
}

// noteSeparator is between the notes of a cell.
const noteSeparator = "\n\n"

var blankLines = regexp.MustCompile(`\n[ \t]*\n`)

func notesCell(notes []safetyNote, code locale.Code) string {
	var texts []string
	for _, n := range notes {
		if n.Locale == code {
			texts = append(texts, n.Text)
		}
	}
	return joinMapped(texts, noteSeparator, func(text string) string { return text })
}
