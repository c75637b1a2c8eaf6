package mailer

import (
	"embed"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
	"time"

	"orderd/modules/mailer/events"
	"orderd/platform/clock"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// A template is a file templates/<locale>/<kind>.txt: the subject, and then paragraphs, all
// separated by empty lines. How a paragraph or a row of a table begins says how it looks:
//
//	"= "  a code
//	"> "  a quotation
//	"- "  small print
//	"@ "  a link: its label and its URL
//	"* "  a row for each of the items
//	"% "  a row for each of the taxes
//	"| "  a row of a table
//	"+ "  the row with the sum
//	": "  a row of a list of facts
//
// " | " separates the two cells of a row. The structure is parsed before any value is filled in, so
// that no value can change it. What is empty once filled in is left out: a paragraph, and a row
// with an empty cell. The second paragraph is the greeting; in place of the third, a text as well,
// the shop may have its own words.
//
//go:embed templates
var templateFiles embed.FS

var (
	locales   = locale.Code("").Values()
	templates = parseTemplates()
	layout    = htmltemplate.Must(htmltemplate.ParseFS(templateFiles, "templates/layout.html"))
)

// mailTemplate is a parsed template. Its first paragraph is the subject.
type mailTemplate []paragraph

// paragraph is a paragraph of a template. Only a table and a list of facts have several rows.
type paragraph struct {
	kind paragraphKind
	rows []rowTemplate
}

// rowTemplate is a row before it is filled in. value is nil where the row has one cell.
type rowTemplate struct {
	kind         rowKind
	label, value *texttemplate.Template
}

// paragraphKind says how a paragraph looks. templates/layout.html knows the kinds too.
type paragraphKind string

const (
	paragraphText  paragraphKind = ""
	paragraphCode  paragraphKind = "code"
	paragraphQuote paragraphKind = "quote"
	paragraphNote  paragraphKind = "note"
	paragraphLink  paragraphKind = "link"
	paragraphTable paragraphKind = "table"
	paragraphFacts paragraphKind = "facts"
)

// rowKind says what a row of a table is.
type rowKind string

const (
	rowPlain rowKind = "" // not of a table
	rowItem  rowKind = "item"
	rowTax   rowKind = "tax"
	rowTable rowKind = "row"
	rowSum   rowKind = "sum"
)

// prefixes say by its first two characters what a paragraph is, and what a row of it is.
var prefixes = map[string]struct {
	paragraph paragraphKind
	row       rowKind
}{
	"= ": {paragraphCode, rowPlain}, "> ": {paragraphQuote, rowPlain}, "- ": {paragraphNote, rowPlain},
	"@ ": {paragraphLink, rowPlain}, ": ": {paragraphFacts, rowPlain},
	"* ": {paragraphTable, rowItem}, "% ": {paragraphTable, rowTax},
	"| ": {paragraphTable, rowTable}, "+ ": {paragraphTable, rowSum},
}

// templateName is the key of a template: "<locale>/<kind>".
func templateName(locale string, kind events.MailKind) string { return locale + "/" + string(kind) }

// parseTemplates parses every template. It panics on one that is invalid, which every test finds.
func parseTemplates() map[string]mailTemplate {
	all := map[string]mailTemplate{}
	for _, locale := range locales {
		folder := "templates/" + locale
		files, err := templateFiles.ReadDir(folder)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			source, err := templateFiles.ReadFile(folder + "/" + f.Name())
			if err != nil {
				panic(err)
			}
			kind := events.MailKind(strings.TrimSuffix(f.Name(), ".txt"))
			all[templateName(locale, kind)] = parseTemplate(string(source), locale)
		}
	}
	return all
}

func parseTemplate(source, locale string) (t mailTemplate) {
	functions := texttemplate.FuncMap{
		"eur":     func(c money.Cents) string { return c.Format(locale) },
		"percent": func(r money.Rate) string { return r.Format(locale) },
		"day":     func(at *time.Time) string { return clock.FormatDay(*at, locale) },
		"utc":     func(at *time.Time) string { return at.UTC().Format("15:04 UTC") },
	}
	parse := func(cell string) *texttemplate.Template {
		return texttemplate.Must(texttemplate.New("").Funcs(functions).Parse(cell))
	}
	for part := range strings.SplitSeq(strings.TrimSpace(source), "\n\n") {
		var p paragraph
		for line := range strings.SplitSeq(part, "\n") {
			var row rowTemplate
			if prefix, ok := prefixes[line[:min(2, len(line))]]; ok {
				p.kind, row.kind, line = prefix.paragraph, prefix.row, line[2:]
			}
			label, value, two := strings.Cut(line, " | ")
			row.label = parse(label)
			if two {
				row.value = parse(value)
			}
			p.rows = append(p.rows, row)
		}
		t = append(t, p)
	}
	return t
}
