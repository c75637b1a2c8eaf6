package app

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// readDocument is the OpenAPI document of the whole binary.
func readDocument(t *testing.T) (text string, doc *openapi3.T) {
	t.Helper()
	text = orderd(t, []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + t.TempDir()}, "openapi", "--json").require(t, 0, `^{`).out
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return text, doc
}

// TestHeadings: store and administration have tags of their own, each described, in the order of the
// list.
func TestHeadings(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	if len(doc.Tags) != len(headings) {
		t.Errorf("%d tags, %d headings", len(doc.Tags), len(headings))
	}
	for i, tag := range doc.Tags {
		if i < len(headings) && (tag.Name != headings[i].Name || tag.Description == "") {
			t.Errorf("tag %d is %q (%q), want %q", i, tag.Name, tag.Description, headings[i].Name)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			admin := op.Security != nil && len(*op.Security) == 1 && strings.Contains(strings.Join((*op.Security)[0]["bearer"], " "), "admin")
			if len(op.Tags) != 1 || admin != strings.HasPrefix(op.Tags[0], "Administration: ") {
				t.Errorf("%s %s (admin %v) has the tags %q", method, path, admin, op.Tags)
			}
		}
	}
}

// TestEveryOperationIsDescribed: one line never says what happens on repetition and what a conflict means.
func TestEveryOperationIsDescribed(t *testing.T) {
	t.Parallel()
	const most = 30 << 10 // bytes, of all together
	size := 0
	_, doc := readDocument(t)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || op.Description == "" {
				t.Errorf("%s %s: summary %q, description %q", method, path, op.Summary, op.Description)
			}
			size += len(op.Description)
		}
	}
	if size > most {
		t.Errorf("the descriptions have %d bytes together, more than %d", size, most)
	}
}
