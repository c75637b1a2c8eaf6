package mailer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"text/template"

	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// writer writes letters for a shop.
type writer struct {
	shop      string
	publicURL string
	ring      secret.Keyring
}

// written is a letter in words.
type written struct {
	Subject string
	Code    string // the one-time code in it, or ""
	Blocks  []block
	Locale  string
	Shop    string
	// PublicURL is where the shop is, and Host the same for reading.
	PublicURL, Host string
}

// block is a filled paragraph: the Rows of a table or of facts, else Lines, of which only a quotation has several and a link has a label
// and an address.
type block struct {
	Kind  string
	Lines []string
	Rows  []row
}

// row is a filled pattern. Value is "" where there is one cell.
type row struct{ Kind, Label, Value string }

// filling is what a text is filled with.
type filling struct {
	values
	Shop, Code string
}

// write fills the letter's text.
func (w writer) write(l letter) (written, error) {
	t, ok := texts[l.Locale+"/"+l.Kind]
	if !ok {
		return written{}, fmt.Errorf("there is no text for %s in %s", l.Kind, l.Locale)
	}
	f := filling{Shop: w.shop}
	if l.ChallengeID != nil {
		f.Code = onetimecode.Derive(w.ring.First(), *l.Purpose, *l.ChallengeID)
	}
	if err := json.Unmarshal([]byte(l.Data), &f.values); err != nil {
		return written{}, err
	}
	f.Name, f.BusinessName = greetable(f.Name), oneLine(f.BusinessName)
	out := written{Code: f.Code, Locale: l.Locale, Shop: w.shop, PublicURL: w.publicURL}
	if u, err := url.Parse(w.publicURL); err == nil {
		out.Host = u.Host
	}
	for i, p := range t {
		b, err := p.fill(f)
		switch {
		case err != nil:
			return written{}, err
		case i == 0:
			out.Subject = strings.Join(b.Lines, "")
		case len(b.Lines)+len(b.Rows) > 0:
			out.Blocks = append(out.Blocks, b)
		}
	}
	return out, nil
}

// fill makes a block of the paragraph, without what has come out empty.
func (p paragraph) fill(f filling) (block, error) {
	var rows []row
	for _, pattern := range p.rows {
		some, err := pattern.fill(f, p.tidy)
		if err != nil {
			return block{}, err
		}
		rows = append(rows, some...)
	}
	b := block{Kind: p.kind}
	switch {
	case len(rows) == 0 || p.kind == "link" && !isWeb(rows[0].Value):
	case p.kind == "table" || p.kind == "facts":
		b.Rows = rows
	case p.kind == "link":
		b.Lines = []string{rows[0].Label, rows[0].Value}
	case p.kind == "quote":
		b.Lines = strings.Split(rows[0].Label, "\n")
	default:
		b.Lines = []string{rows[0].Label}
	}
	return b, nil
}

// tidy is what becomes of what strangers wrote: one line, of which only a quotation may have several.
func (p paragraph) tidy(s string) string {
	if p.kind == "quote" {
		return strings.TrimSpace(plain(s))
	}
	return oneLine(s)
}

// fill makes the rows of a pattern: one for each of the items, or one, or none when a cell is empty.
func (p pattern) fill(f filling, tidy func(string) string) (rows []row, err error) {
	subjects := []any{f}
	if p.kind == "item" {
		subjects = subjects[:0]
		for _, it := range f.Items {
			subjects = append(subjects, it)
		}
	}
	for _, subject := range subjects {
		r := row{Kind: p.kind}
		if r.Label, err = execute(p.label, subject); err != nil {
			return nil, err
		}
		if p.value != nil {
			if r.Value, err = execute(p.value, subject); err != nil {
				return nil, err
			}
		}
		r.Label, r.Value = tidy(r.Label), tidy(r.Value)
		if r.Label != "" && (r.Value != "" || p.value == nil) {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func execute(t *template.Template, subject any) (string, error) {
	var filled strings.Builder
	err := t.Execute(&filled, subject)
	return filled.String(), err
}

// text is the letter as plain text.
func (w written) text() string {
	var b strings.Builder
	for _, block := range w.Blocks {
		if block.Kind == "link" {
			fmt.Fprintf(&b, "%s:\n%s\n", block.Lines[0], block.Lines[1])
		} else {
			indent := map[string]string{"code": "    ", "quote": "> "}[block.Kind]
			for _, line := range block.Lines {
				b.WriteString(indent + line + "\n")
			}
		}
		for _, r := range block.Rows {
			line := "  " + r.Label
			if r.Value != "" {
				line += ": " + r.Value
			}
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	return b.String() + "-- \n" + w.Shop + "\n" + w.PublicURL + "\n"
}

// html is the letter as HTML.
func (w written) html() (string, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, w)
	return b.String(), err
}
