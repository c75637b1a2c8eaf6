package shop

import (
	"slices"
	"strconv"

	mailer "orderd/modules/mailer/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

// mailBody is the body of the PUT of the group mail. mailer takes the same fields in a preview
// (cmd/orderd/app compares the two schemas, test/e2e the faults).
type mailBody struct {
	SenderName httpapi.Optional[httpapi.Text]    `json:"senderName,omitzero" minLength:"1" maxLength:"100" example:"Moka & Co"`
	ReplyTo    httpapi.Optional[httpapi.Email]   `json:"replyTo,omitzero" example:"service@shop.example"`
	Color      httpapi.Optional[httpapi.Color]   `json:"color,omitzero" example:"#4338ca"`
	Footers    httpapi.Optional[[]mailFooter]    `json:"footers,omitzero" maxItems:"10"`
	Texts      httpapi.Optional[[]mailTextInput] `json:"texts,omitzero" maxItems:"200"`
}

type mailFooter struct {
	Locale locale.Code           `json:"locale" example:"de"`
	Text   httpapi.MultilineText `json:"text" minLength:"1" maxLength:"1000" example:"Moka & Co GmbH, Torstraße 12, 10119 Berlin"`
}

type mailTextInput struct {
	Kind    mailer.TextKind        `json:"kind" example:"order_shipped"`
	Locale  locale.Code            `json:"locale" example:"de"`
	Subject *httpapi.Text          `json:"subject,omitempty" minLength:"1" maxLength:"200" doc:"null: the mail's own." example:"Ihr Paket von {shop} ist unterwegs"`
	Intro   *httpapi.MultilineText `json:"intro,omitempty" minLength:"1" maxLength:"2000" doc:"In place of the first paragraph after the greeting; null: the mail's own." example:"Gute Nachricht: {carrier} bringt Ihre Bestellung {number}."`
}

// The names in the document.

func (mailFooter) SchemaName() string    { return "MailFooterInput" }
func (mailTextInput) SchemaName() string { return "MailTextInput" }

func (b *mailBody) check() (faults []fault.Field) {
	for i, f := range b.Footers.Value {
		if slices.ContainsFunc(b.Footers.Value[:i], func(o mailFooter) bool { return o.Locale == f.Locale }) {
			faults = append(faults, faultAt("/footers", i, "/locale", "is there twice"))
		}
	}
	for i, t := range b.Texts.Value {
		same := func(o mailTextInput) bool { return o.Kind == t.Kind && o.Locale == t.Locale }
		if slices.ContainsFunc(b.Texts.Value[:i], same) {
			faults = append(faults, faultAt("/texts", i, "", "has the kind and the locale of another"))
		}
		faults = append(faults, t.check("/texts/"+strconv.Itoa(i))...)
	}
	return faults
}

// check returns the faults of the text at the pointer.
func (t *mailTextInput) check(at string) (faults []fault.Field) {
	if t.Subject == nil && t.Intro == nil {
		faults = append(faults, fault.Field{
			Pointer: at + "/subject", Code: fault.Required, Detail: "or an intro is required",
		})
	}
	faults = append(faults, checkPlaceholders(at+"/subject", t.Kind, (*string)(t.Subject))...)
	return append(faults, checkPlaceholders(at+"/intro", t.Kind, (*string)(t.Intro))...)
}

// checkPlaceholders returns the fault of a text that has a placeholder which mails of the kind do
// not have.
func checkPlaceholders(pointer string, kind mailer.TextKind, text *string) []fault.Field {
	if text == nil {
		return nil
	}
	unknown := kind.UnknownIn(*text)
	if unknown == "" {
		return nil
	}
	return []fault.Field{{
		Pointer: pointer, Code: fault.BadFormat, Detail: "has %s, but these mails know only %s",
		Args: []any{unknown, kind.PlaceholderList()},
	}}
}
