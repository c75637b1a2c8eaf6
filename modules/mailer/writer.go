package mailer

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	htmltemplate "html/template"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"

	"orderd/platform/onetimecode"
)

// A text is templates/<locale>/<kind>.txt: the subject, and paragraphs between empty lines. What a paragraph begins with
// says how it looks: "= " a code, "> " a quotation, "- " small print. The structure is read before any value is filled in, so that
// no value can change it.
//
//go:embed templates
var templates embed.FS

var (
	texts  = readTexts()
	layout = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/layout.html"))
)

// text is a parsed text; its first paragraph is the subject.
type text []paragraph

type paragraph struct {
	kind string // "", "code", "quote", "note"
	body *template.Template
}

// readTexts parses every text, by "<locale>/<kind>". It panics on one that is broken: a test loads the package.
func readTexts() map[string]text {
	all := map[string]text{}
	for _, locale := range []string{"en", "de"} {
		files, err := templates.ReadDir("templates/" + locale)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			source, err := templates.ReadFile("templates/" + locale + "/" + f.Name())
			if err != nil {
				panic(err)
			}
			all[locale+"/"+strings.TrimSuffix(f.Name(), ".txt")] = parse(string(source))
		}
	}
	return all
}

func parse(source string) (t text) {
	kinds := map[string]string{"= ": "code", "> ": "quote", "- ": "note"}
	for part := range strings.SplitSeq(strings.TrimSpace(source), "\n\n") {
		kind := kinds[part[:min(2, len(part))]]
		if kind != "" {
			part = part[2:]
		}
		t = append(t, paragraph{kind, template.Must(template.New("").Parse(part))})
	}
	return t
}

// writer writes letters for a shop.
type writer struct {
	shop      string
	publicURL string
	secret    []byte
}

// written is a letter in words.
type written struct {
	Subject string
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

// code is the letter's one-time code, or "".
func (w writer) code(l letter) string {
	if l.ChallengeID == nil {
		return ""
	}
	return onetimecode.Derive(w.secret, *l.Purpose, *l.ChallengeID)
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
	}{Shop: w.shop, Code: w.code(l)}
	if err := json.Unmarshal([]byte(l.Data), &filling.values); err != nil {
		return written{}, err
	}
	filling.Name, filling.BusinessName = greetable(filling.Name), oneLine(filling.BusinessName)
	out := written{Locale: l.Locale, Shop: w.shop, PublicURL: w.publicURL}
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

// compose makes the message. The recipient comes from a stranger: it must be one bare address.
func (w written) compose(from *mail.Address, l letter, now time.Time) (*gomail.Msg, error) {
	html, err := w.html()
	if err != nil {
		return nil, err
	}
	if to, err := mail.ParseAddress(l.Recipient); err != nil || to.Address != l.Recipient {
		return nil, refused{fmt.Errorf("the recipient is no valid address")}
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(from)
	if err := m.To(l.Recipient); err != nil {
		return nil, refused{fmt.Errorf("the recipient is no valid address")}
	}
	m.Subject(w.Subject)
	m.SetMessageIDWithValue(l.MessageID)
	m.SetDateWithValue(now)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office answers
	m.SetGenHeader("Content-Language", w.Locale)
	m.SetBodyString(gomail.TypeTextPlain, w.text())
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	return m, nil
}

// linkLike finds what a mail program might turn into a link, and other things that no name has.
var linkLike = regexp.MustCompile(`[/:@0-9<>]|\.\pL|www`)

// greetable is the name, or "" when it is none to greet with: whoever registers a stranger's address chooses
// the name, and must not advertise with it.
func greetable(name string) string {
	const longest = 80
	name = oneLine(name)
	if utf8.RuneCountInString(name) > longest || linkLike.MatchString(strings.ToLower(name)) {
		return ""
	}
	return name
}

// oneLine is s with white space and control characters folded to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

// plain is s without control characters other than line ends.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069: // the last two: separators, directions of writing
			return ' '
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\r\n", "\n"))
}
