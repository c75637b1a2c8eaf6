package arch

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// proseWidth is the most columns of a line of prose.
const proseWidth = 100

var proseRules = []rule{{
	name:   "prose outside Go is at most 100 columns wide",
	reason: "break it at a space: a comment goes above its line, a YAML text becomes a >- block, a recipe goes on after a backslash",
	check: func(t *tree) []string {
		var found []string
		for _, p := range append(slices.Clone(t.paths), ".ci/run") { // paths has no folder with a dot
			text, err := fs.ReadFile(t.texts, p)
			if err != nil {
				continue // a sample has no .ci/run
			}
			for n, line := range proseLines(p, string(text)) {
				if width := utf8.RuneCountInString(line); width > proseWidth {
					found = append(found, fmt.Sprintf("%s:%d: the line ends in column %d", p, n+1, width))
				}
			}
		}
		slices.Sort(found)
		return found
	},
	breaks: map[string]string{
		"README.md": tooWide + "\n\n| " + tooWide + " |\n\n```sh\n" + tooWide + "\n```\n- [" +
			strings.ReplaceAll(tooWide, " ", "_") + "](x)\n" + tooWide,
		"Makefile":                      "x: ## " + tooWide,
		"configs/a.yaml":                "key: value # " + tooWide,
		"cmd/orderd/app/seed/shop.yaml": "text: " + tooWide + "\n# " + tooWide,
		"test/clients/a.ts":             "// " + tooWide + "\nconst a = '" + tooWide + "'",
		"deployments/Dockerfile":        "FROM golang:1@" + tooWide,
		"modules/a/migrations/a.sql":    "-- " + tooWide,
	},
	want: []string{
		"Makefile:1:", "README.md:1:", "README.md:9:", "shop.yaml:2:", "configs/a.yaml:1:", "a.ts:1:",
	},
}}

var tooWide = strings.TrimSpace(strings.Repeat("a ", 51))

// proseLines are the lines of a file that people read, by their index. Markdown has its tables and
// code left out, programs all but their comments. Migrations never change once they have landed,
// and templates of mails and pages are bytes that are sent: neither is here.
func proseLines(p, text string) map[int]string {
	var is func(line string) bool
	switch path.Ext(p) {
	case ".md":
		fenced := false
		is = func(line string) bool {
			fence := strings.HasPrefix(line, "```")
			fenced = fenced != fence
			return !fenced && !fence && !strings.HasPrefix(line, "|")
		}
	case ".ts", ".js", ".css", ".tmpl":
		is = hasComment("//", "/*", "* ", "{{- /*")
	case ".yaml", ".yml":
		is = func(string) bool { return true }
		if p == "cmd/orderd/app/seed/shop.yaml" { // rows of data, one variant or text a line
			is = hasComment("#")
		}
	default:
		if !slices.Contains([]string{"Makefile", "Dockerfile", ".env.example", "run"}, path.Base(p)) {
			return nil
		}
		is = func(string) bool { return true }
	}
	lines := map[int]string{}
	n := -1
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		if trimmed := strings.TrimSpace(line); is(trimmed) && !unbreakable(p, trimmed) {
			lines[n] = line
		}
	}
	return lines
}

// hasComment reports whether a line is or ends in a comment that begins with one of the markers.
func hasComment(markers ...string) func(line string) bool {
	return func(line string) bool {
		return slices.ContainsFunc(markers, func(m string) bool {
			return strings.HasPrefix(line, m) || strings.Contains(line, " "+m+" ")
		})
	}
}

// wideLines begin lines that are wide because what they hold can't be broken.
var wideLines = map[string]string{
	"deployments/Dockerfile":   "FROM golang:",          // an image with its digest
	"deployments/compose.yaml": "ORDERD_DATABASE_URL: ", // a URL
}

// unbreakable reports whether a line is one word, as a URL or a link in a list is, or is excepted.
func unbreakable(p, line string) bool {
	words := strings.TrimLeft(line, "#/-*> ")
	return !strings.Contains(words, " ") || wideLines[p] != "" && strings.HasPrefix(line, wideLines[p])
}
