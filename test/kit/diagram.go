package kit

import (
	"os"
	"strings"
	"testing"
)

// RequireDiagram compares the Mermaid diagram behind `<!-- diagram: name -->` in modules/README.md
// with what the code declares. UPDATE_GOLDEN=1 writes it there. It is for tests of modules.
func RequireDiagram(t *testing.T, name, want string) {
	t.Helper()
	const page = "../README.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin := "<!-- diagram: " + name + " -->\n```mermaid\n"
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, "```\n")
	switch {
	case !ok || !closed:
		t.Fatalf("modules/README.md has no diagram %s", name)
	case got == want:
	case os.Getenv("UPDATE_GOLDEN") != "":
		if err := os.WriteFile(page, []byte(before+begin+want+"```\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("modules/README.md: the diagram %s is not the code's (UPDATE_GOLDEN=1 writes it):\n%s", name, want)
	}
}
