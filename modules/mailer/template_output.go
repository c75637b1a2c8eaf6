package mailer

import (
	"bytes"
	"fmt"
	"strings"
)

// rendered is an email in words.
type rendered struct {
	Subject string
	Code    string // the one-time code in it, or ""
	Blocks  []block
	Locale  string
	Shop    string
	// PublicURL is where the shop is, and Host its host for reading.
	PublicURL, Host string
}

// block is a filled paragraph: the Rows of a table or a list of facts, else Lines. A quotation has
// several lines; a link has two, its label and its URL.
type block struct {
	Kind  paragraphKind
	Lines []string
	Rows  []row
}

// row is a filled row. Value is "" where it has one cell.
type row struct {
	Kind         rowKind
	Label, Value string
}

// text is the email as plain text.
func (r rendered) text() string {
	var b strings.Builder
	for _, block := range r.Blocks {
		block.writeText(&b)
		b.WriteString("\n")
	}
	return b.String() + "-- \n" + r.Shop + "\n" + r.PublicURL + "\n"
}

func (b block) writeText(w *strings.Builder) {
	if b.Kind == paragraphLink {
		fmt.Fprintf(w, "%s:\n%s\n", b.Lines[0], b.Lines[1])
		return
	}
	indent := map[paragraphKind]string{paragraphCode: "    ", paragraphQuote: "> "}[b.Kind]
	for _, line := range b.Lines {
		w.WriteString(indent + line + "\n")
	}
	for _, r := range b.Rows {
		w.WriteString("  " + r.Label)
		if r.Value != "" {
			w.WriteString(": " + r.Value)
		}
		w.WriteString("\n")
	}
}

// html is the email as HTML.
func (r rendered) html() (string, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, r)
	return b.String(), err
}
