package events

import (
	"encoding/json"
	"slices"
)

// DefaultMailColor is the color of mails of a shop that has chosen none.
const DefaultMailColor = "#4338ca"

// Mail says how the shop's mails look, and what they say in place of their own words.
type Mail struct {
	SenderName string       `json:"senderName" example:"Moka & Co"`
	ReplyTo    *string      `json:"replyTo" doc:"Where answers go; null: to the sender." example:"service@shop.example"`
	Color      string       `json:"color" doc:"Of buttons and codes, which are written in black or white, whichever contrasts more." example:"#4338ca"`
	Footers    []MailFooter `json:"footers" nullable:"false" doc:"At the end of every mail. A language without one has that of the shop's own language."`
	Texts      []MailText   `json:"texts" nullable:"false" doc:"What mails say instead of their own words."`
}

// MailFooter is what stands at the end of every mail in a language.
type MailFooter struct {
	Locale string `json:"locale" example:"de"`
	Text   string `json:"text" example:"Moka & Co GmbH, Torstraße 12, 10119 Berlin"`
}

// MailText is what the mails of a kind say in a language, with placeholders such as {shop}. The
// kind is one of mailer.
type MailText struct {
	Kind    string  `json:"kind" example:"order_shipped"`
	Locale  string  `json:"locale" example:"de"`
	Subject *string `json:"subject" doc:"null: the mail's own." example:"Ihr Paket von {shop} ist unterwegs"`
	Intro   *string `json:"intro" doc:"In place of the first paragraph after the greeting; null: the mail's own." example:"Gute Nachricht: {carrier} bringt Ihre Bestellung {number}."`
}

// The names in the OpenAPI document.

func (Mail) SchemaName() string       { return "MailSettings" }
func (MailFooter) SchemaName() string { return "MailFooter" }
func (MailText) SchemaName() string   { return "MailText" }

// UnmarshalJSON reads the values of an earlier release too.
func (m *Mail) UnmarshalJSON(text []byte) error {
	type plain Mail
	v := plain{Color: DefaultMailColor}
	err := json.Unmarshal(text, &v)
	if v.Footers == nil {
		v.Footers = []MailFooter{}
	}
	if v.Texts == nil {
		v.Texts = []MailText{}
	}
	*m = Mail(v)
	return err
}

// FooterIn is the footer of mails in a language, else the one in the other language, else "".
func (m *Mail) FooterIn(locale, otherwise string) string {
	for _, wanted := range []string{locale, otherwise} {
		for _, f := range m.Footers {
			if f.Locale == wanted {
				return f.Text
			}
		}
	}
	return ""
}

// TextOf is what mails of the kind say in a language; the zero value where the shop has not chosen.
func (m *Mail) TextOf(kind, locale string) MailText {
	i := slices.IndexFunc(m.Texts, func(t MailText) bool { return t.Kind == kind && t.Locale == locale })
	if i < 0 {
		return MailText{}
	}
	return m.Texts[i]
}
