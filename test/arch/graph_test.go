package arch

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// A graph of modules/README.md shows the arrows of some modules, so that each fits on a screen.
type graph struct {
	title string
	shows func(from, to string) bool
}

// graphs are in the order of the page. An arrow stands in the first graph that shows it.
var graphs = []graph{
	{"Mails and notifications", func(_, to string) bool { return to == "mailer" || to == "notifications" }},
	{"Accounts", func(from, to string) bool { return from == "identity" || to == "identity" || from == "wholesale" }},
	{"The shop", func(_, _ string) bool { return true }},
}

var graphRules = []rule{{
	name:   "the module graphs in modules/README.md are those of the code",
	reason: "they show who is concerned when an event changes",
	check: func(t *tree) []string {
		text, err := fs.ReadFile(t.texts, "modules/README.md")
		if err != nil {
			return []string{err.Error()}
		}
		drawn, err := drawGraphs(t, string(text))
		if err != nil {
			return []string{err.Error()}
		}
		if drawn != string(text) {
			return []string{"modules/README.md: the graphs are not those of the code: UPDATE_GOLDEN=1 go test ./test/arch"}
		}
		return nil
	},
	breaks: map[string]string{
		"modules/a/events/e.go": "package events\nfunc (X) EventName() string { return \"a.x.v1\" }",
		"modules/b/b.go": "package b\nimport (\nae \"orderd/modules/a/events\"\n\"orderd/platform/eventbus\"\n)\nfunc f(m " +
			"eventbus.Message[ae.X]) {}",
		"modules/README.md": "Mails and notifications:\n\n```mermaid\nflowchart LR\n```\n\nAccounts:\n\n```mermaid\nflowchart LR\n```\n\n" +
			"The shop:\n\n```mermaid\nflowchart LR\n    a -->|y| b\n```\n",
	},
	want: []string{"are not those of the code"},
}}

// TestWriteGraphs writes the graphs with UPDATE_GOLDEN=1; without it, the rule above compares them.
func TestWriteGraphs(t *testing.T) {
	if os.Getenv("UPDATE_GOLDEN") == "" {
		return
	}
	const page = "../../modules/README.md"
	project, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := drawGraphs(project, string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte(drawn), 0o644); err != nil {
		t.Fatal(err)
	}
}

// drawGraphs returns the page with the graph behind each title drawn anew.
func drawGraphs(t *tree, page string) (string, error) {
	// By title; the events' short names by publisher and consumer.
	arrows := map[string]map[[2]string][]string{}
	for _, e := range catalogue(t) {
		_, short, _ := strings.Cut(strings.TrimSuffix(e.name, e.name[strings.LastIndex(e.name, "."):]), ".")
		for _, to := range e.hearers {
			if to == e.module {
				continue
			}
			for _, g := range graphs {
				if !g.shows(e.module, to) {
					continue
				}
				if arrows[g.title] == nil {
					arrows[g.title] = map[[2]string][]string{}
				}
				pair := [2]string{e.module, to}
				arrows[g.title][pair] = append(arrows[g.title][pair], short)
				break
			}
		}
	}
	for _, g := range graphs {
		begin := g.title + ":\n\n```mermaid\n"
		before, rest, ok := strings.Cut(page, begin)
		_, after, closed := strings.Cut(rest, "```\n")
		if !ok || !closed {
			return "", fmt.Errorf("modules/README.md has no graph %q", g.title)
		}
		page = before + begin + flowchart(arrows[g.title]) + "```\n" + after
	}
	return page, nil
}

// flowchart is Mermaid's text of the arrows.
func flowchart(arrows map[[2]string][]string) string {
	var pairs [][2]string
	for pair := range arrows {
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, pair := range pairs {
		fmt.Fprintf(&b, "    %s -->|\"%s\"| %s\n", pair[0], strings.Join(arrows[pair], "<br/>"), pair[1])
	}
	return b.String()
}
