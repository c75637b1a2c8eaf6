package mailer

import (
	"embed"
	htmltemplate "html/template"
	"strings"
	"text/template"
	"time"

	"orderd/platform/clock"
	"orderd/platform/money"
)

// A text is templates/<locale>/<kind>.txt: the subject, and paragraphs between empty lines. What a paragraph, or a row of a table, begins with
// says how it looks: "= " a code, "> " a quotation, "- " small print, "@ " a link of a label and an address, "* " a row for each of the items,
// "| " a row, "+ " the row of a sum, ": " one of a list of facts. " | " parts what stands beside each other. The structure is read before any value is filled
// in, so that no value can change it. What comes out empty is left out: a paragraph, and a row with an empty cell.
//
//go:embed templates
var templates embed.FS

var (
	locales = []string{"en", "de"}
	texts   = readTexts()
	layout  = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/layout.html"))
)

// text is a parsed text; its first paragraph is the subject.
type text []paragraph

// paragraph is one of a text. Only a table and facts have several rows.
type paragraph struct {
	kind string // "", "code", "quote", "note", "link", "table", "facts"
	rows []pattern
}

// pattern is what a row is made of; value is nil where there is one cell.
type pattern struct {
	kind         string // in a table: "item", "row", "sum"
	label, value *template.Template
}

// marks say by how it begins what a paragraph is, and what a row of it is.
var marks = map[string]struct{ paragraph, row string }{
	"= ": {"code", ""}, "> ": {"quote", ""}, "- ": {"note", ""}, "@ ": {"link", ""}, ": ": {"facts", ""},
	"* ": {"table", "item"}, "| ": {"table", "row"}, "+ ": {"table", "sum"},
}

// readTexts parses every text, by "<locale>/<kind>". It panics on one that is broken: a test loads the package.
func readTexts() map[string]text {
	all := map[string]text{}
	for _, locale := range locales {
		files, err := templates.ReadDir("templates/" + locale)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			source, err := templates.ReadFile("templates/" + locale + "/" + f.Name())
			if err != nil {
				panic(err)
			}
			all[locale+"/"+strings.TrimSuffix(f.Name(), ".txt")] = parse(string(source), locale)
		}
	}
	return all
}

func parse(source, locale string) (t text) {
	functions := template.FuncMap{
		"eur": func(c money.Cents) string { return c.Format(locale) },
		"day": func(at *time.Time) string { return clock.FormatDay(*at, locale) },
		"utc": func(at *time.Time) string { return at.UTC().Format("15:04 UTC") },
	}
	for part := range strings.SplitSeq(strings.TrimSpace(source), "\n\n") {
		var p paragraph
		for line := range strings.SplitSeq(part, "\n") {
			var row pattern
			if mark, ok := marks[line[:min(2, len(line))]]; ok {
				p.kind, row.kind, line = mark.paragraph, mark.row, line[2:]
			}
			label, value, two := strings.Cut(line, " | ")
			row.label = template.Must(template.New("").Funcs(functions).Parse(label))
			if two {
				row.value = template.Must(template.New("").Funcs(functions).Parse(value))
			}
			p.rows = append(p.rows, row)
		}
		t = append(t, p)
	}
	return t
}
