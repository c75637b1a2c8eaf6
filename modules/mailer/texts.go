package mailer

import (
	"embed"
	htmltemplate "html/template"
	"strings"
	"text/template"
)

// A text is templates/<locale>/<kind>.txt: the subject, and paragraphs between empty lines. What a paragraph begins with
// says how it looks: "= " a code, "> " a quotation, "- " small print. The structure is read before any value is filled in, so that
// no value can change it.
//
//go:embed templates
var templates embed.FS

var (
	texts  = readTexts()
	layout = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/layout.html"))
)

// text is a parsed text; its first paragraph is the subject.
type text []paragraph

type paragraph struct {
	kind string // "", "code", "quote", "note"
	body *template.Template
}

// readTexts parses every text, by "<locale>/<kind>". It panics on one that is broken: a test loads the package.
func readTexts() map[string]text {
	all := map[string]text{}
	for _, locale := range []string{"en", "de"} {
		files, err := templates.ReadDir("templates/" + locale)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			source, err := templates.ReadFile("templates/" + locale + "/" + f.Name())
			if err != nil {
				panic(err)
			}
			all[locale+"/"+strings.TrimSuffix(f.Name(), ".txt")] = parse(string(source))
		}
	}
	return all
}

func parse(source string) (t text) {
	kinds := map[string]string{"= ": "code", "> ": "quote", "- ": "note"}
	for part := range strings.SplitSeq(strings.TrimSpace(source), "\n\n") {
		kind := kinds[part[:min(2, len(part))]]
		if kind != "" {
			part = part[2:]
		}
		t = append(t, paragraph{kind, template.Must(template.New("").Parse(part))})
	}
	return t
}
