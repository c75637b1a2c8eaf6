package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/klauspost/compress/gzip"
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

// TestHeadings: store and administration have tags of their own, each described, in the order of
// the list.
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

// TestEveryOperationIsDescribed: one line never says what happens on repetition and what a conflict
// means.
func TestEveryOperationIsDescribed(t *testing.T) {
	t.Parallel()
	const most = 136 // bytes, on average
	size, operations := 0, 0
	_, doc := readDocument(t)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || op.Description == "" {
				t.Errorf("%s %s: httpapi.Op needs a Summary and a Detail, and has %q and %q", method, path, op.Summary, op.Description)
			}
			size, operations = size+len(op.Description), operations+1
		}
	}
	if size > most*operations {
		t.Errorf("the descriptions have %d bytes together, more than %d", size, most*operations)
	}
}

// TestDocumentIsSmall: who generates a client or opens /docs loads all of it. Each operation has a
// share; that of webhooks is for all of them.
func TestDocumentIsSmall(t *testing.T) {
	t.Parallel()
	const share, shareGzipped, mostOfWebhooks = 2_860, 387, 76_000
	whole, doc := readDocument(t)
	operations := 0
	for _, item := range doc.Paths.Map() {
		operations += len(item.Operations())
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal([]byte(whole), &sections); err != nil {
		t.Fatal(err)
	}
	if n := len(sections["webhooks"]); n > mostOfWebhooks {
		t.Errorf("the requests to receivers have %d bytes, at most %d", n, mostOfWebhooks)
	}
	delete(sections, "webhooks")
	text, err := json.Marshal(sections)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d gzipped, %d operations", len(text), b.Len(), operations)
	if len(text) > share*operations || b.Len() > shareGzipped*operations {
		t.Errorf("%d bytes, %d gzipped; at most %d and %d for %d operations",
			len(text), b.Len(), share*operations, shareGzipped*operations, operations)
	}
}

// TestStreamIsTyped: the events of the stream have a schema, with the notification in it.
func TestStreamIsTyped(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	event := doc.Components.Schemas["NotificationEvent"]
	if event == nil || event.Value.Properties["data"] == nil || event.Value.Properties["data"].Ref != "#/components/schemas/Notification" {
		t.Errorf("an event: %+v", event)
	}
	answer := doc.Paths.Value("/v1/notifications/stream").Get.Responses.Value("200").Value.Content.Get("text/event-stream")
	if answer.Schema.Ref != "#/components/schemas/Notification" {
		t.Errorf("the data of an event: %+v", answer.Schema)
	}
	if text := fmt.Sprint(answer.Extensions["x-event"]); !strings.Contains(text, "#/components/schemas/NotificationEvent") {
		t.Errorf("an event of the stream: %s", text)
	}
}

// numbered matches the name of a component that had to be told from another by a number.
var numbered = regexp.MustCompile(`[a-z][0-9]+$`)

// TestComponentsHaveNames: no component has a number in place of a name, and numbers of pages are
// of 32 bits, which generators make ordinary numbers of.
func TestComponentsHaveNames(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	c := doc.Components
	for _, name := range slices.Concat(
		slices.Collect(maps.Keys(c.Schemas)), slices.Collect(maps.Keys(c.Parameters)), slices.Collect(maps.Keys(c.Responses)),
		slices.Collect(maps.Keys(c.Examples)),
	) {
		if numbered.MatchString(name) {
			t.Errorf("%s", name)
		}
	}
	for name, p := range c.Parameters {
		if s := p.Value.Schema.Value; s != nil && s.Type.Is("integer") && s.Format != "int32" {
			t.Errorf("%s has the format %q", name, s.Format)
		}
	}
}

// TestPreviewTakesTheSettings: a preview of mails takes the fields of their settings, with the same
// bounds. The two stand in two modules.
func TestPreviewTakesTheSettings(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	const path = "/v1/admin/settings/mail"
	settings := doc.Paths.Value(path).Put.RequestBody.Value.Content.Get("application/json").Schema.Value
	preview := doc.Paths.Value(path + "/preview").Post.RequestBody.Value.Content.Get("application/json").Schema.Value
	asText := func(s *openapi3.SchemaRef) string {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer("UnsavedMailFooter", "MailFooterInput", "UnsavedMailText", "MailTextInput").Replace(string(raw))
	}
	if len(settings.Properties) < 5 {
		t.Errorf("%d settings", len(settings.Properties))
	}
	for name, want := range settings.Properties {
		if got := preview.Properties[name]; got == nil || asText(got) != asText(want) {
			t.Errorf("%s: the preview takes %s, the settings %s", name, asText(got), asText(want))
		}
	}
	for name, other := range map[string]string{"UnsavedMailFooter": "MailFooterInput", "UnsavedMailText": "MailTextInput"} {
		got, want := doc.Components.Schemas[name], doc.Components.Schemas[other]
		if got == nil || want == nil || asText(&openapi3.SchemaRef{Value: got.Value}) != asText(&openapi3.SchemaRef{Value: want.Value}) {
			t.Errorf("%s is not %s", name, other)
		}
	}
}
