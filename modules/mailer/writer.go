package mailer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"orderd/platform/onetimecode"
)

// writer writes letters for a shop.
type writer struct {
	shop      string
	publicURL string
	secret    []byte
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

// block is a filled paragraph; only a quotation has several lines.
type block struct {
	Kind  string
	Lines []string
}

// write fills the letter's text.
func (w writer) write(l letter) (written, error) {
	t, ok := texts[l.Locale+"/"+l.Kind]
	if !ok {
		return written{}, fmt.Errorf("there is no text for %s in %s", l.Kind, l.Locale)
	}
	filling := struct {
		values
		Shop, Code string
	}{Shop: w.shop}
	if l.ChallengeID != nil {
		filling.Code = onetimecode.Derive(w.secret, *l.Purpose, *l.ChallengeID)
	}
	if err := json.Unmarshal([]byte(l.Data), &filling.values); err != nil {
		return written{}, err
	}
	filling.Name, filling.BusinessName = greetable(filling.Name), oneLine(filling.BusinessName)
	out := written{Code: filling.Code, Locale: l.Locale, Shop: w.shop, PublicURL: w.publicURL}
	if u, err := url.Parse(w.publicURL); err == nil {
		out.Host = u.Host
	}
	for i, p := range t {
		var filled strings.Builder
		if err := p.body.Execute(&filled, filling); err != nil {
			return written{}, err
		}
		switch {
		case i == 0:
			out.Subject = oneLine(filled.String())
		case p.kind == "quote":
			out.Blocks = append(out.Blocks, block{p.kind, strings.Split(strings.TrimSpace(plain(filled.String())), "\n")})
		default:
			out.Blocks = append(out.Blocks, block{p.kind, []string{oneLine(filled.String())}})
		}
	}
	return out, nil
}

// text is the letter as plain text.
func (w written) text() string {
	var b strings.Builder
	for _, block := range w.Blocks {
		indent := map[string]string{"code": "    ", "quote": "> "}[block.Kind]
		for _, line := range block.Lines {
			b.WriteString(indent + line + "\n")
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
