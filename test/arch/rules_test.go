package arch

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// rule is one rule of the architecture.
type rule struct {
	name   string
	reason string
	// check returns what breaks the rule, each with its place.
	check func(t *tree) []string
	// breaks is a small project that breaks it, by path; want is what check must say about it.
	breaks map[string]string
	want   []string
}

func rules() []rule {
	var all []rule
	for _, some := range [][]rule{importRules, surfaceRules, tableRules, codeRules, shapeRules, handlerRules, layoutRules, eventRules,
		graphRules, pageRules, proseRules, problemRules, wordRules, valueRules, textRules} {
		all = append(all, some...)
	}
	return all
}

// TestTheProject holds the project's own files against every rule.
func TestTheProject(t *testing.T) {
	t.Parallel()
	project, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(project.modules()) == 0 || len(project.product()) < 30 {
		t.Fatalf("these are not the project's files: %d modules, %d files", len(project.modules()), len(project.product()))
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, violation := range r.check(project) {
				t.Errorf("%s\n\t%s", violation, r.reason)
			}
		})
	}
}

// TestEveryRuleBites feeds every rule a project that breaks it. A rule that finds nothing there
// protects nothing.
func TestEveryRuleBites(t *testing.T) {
	t.Parallel()
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			sample := fstest.MapFS{}
			for name, text := range r.breaks {
				sample[name] = &fstest.MapFile{Data: []byte(text)}
			}
			project, err := read(sample)
			if err != nil {
				t.Fatal(err)
			}
			said := r.check(project)
			if len(said) != len(r.want) {
				t.Fatalf("the rule says\n\t%s\nwant %d of them", strings.Join(said, "\n\t"), len(r.want))
			}
			for i, want := range r.want {
				if !strings.Contains(said[i], want) {
					t.Errorf("the rule says %q, want %q", said[i], want)
				}
			}
		})
	}
}
