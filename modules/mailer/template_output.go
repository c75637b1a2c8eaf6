package mailer

import (
	"bytes"
	"fmt"
	"strings"

	shop "orderd/modules/shop/events"
)

// rendered is an email in words.
type rendered struct {
	Subject string
	Code    string // the one-time code in it, or ""
	Blocks  []block
	Locale  string
	Shop    string
	Logo    *logo // stands in place of the shop's name on top; nil for none
	// PublicURL is where the shop is, and Host its host for reading.
	PublicURL, Host string
	Footer          [][]string // paragraphs of lines
	Attachments     []attachment
	Palette         palette
}

// logo is the shop's logo, and how large it is shown.
type logo struct {
	URL           string
	Width, Height int // pixels
}

// The most that a logo takes.
const maxLogoWidth, maxLogoHeight = 240, 48

// logoOf is the logo of a profile. It is the original: smaller copies are WebP, which some programs
// for mails do not show. One whose size is not known has no place, and is left out.
func logoOf(p *shop.Profile) *logo {
	picture := p.Logo
	if picture == nil || picture.Width == nil || picture.Height == nil || !isWebURL(picture.URL) {
		return nil
	}
	width, height := *picture.Width, *picture.Height
	if width > maxLogoWidth {
		width, height = maxLogoWidth, max(1, height*maxLogoWidth/width)
	}
	if height > maxLogoHeight {
		width, height = max(1, width*maxLogoHeight/height), maxLogoHeight
	}
	return &logo{URL: picture.URL, Width: width, Height: height}
}

// block is a filled paragraph: the Rows of a table or a list of facts, else Lines. A quotation and
// a text of the shop may have several lines; a link has two, its label and its URL.
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
	b.WriteString("-- \n" + r.Shop + "\n" + r.PublicURL + "\n")
	for _, lines := range r.Footer {
		b.WriteString("\n" + strings.Join(lines, "\n") + "\n")
	}
	return b.String()
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
