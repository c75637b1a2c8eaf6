package mailer

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

func (a *api) previewRoutes(r *httpapi.Router) {
	const path = "/v1/admin/settings/mail"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "previewMail", Scope: "settings:write", Method: http.MethodPost, Path: path + "/preview", Tag: tagSettings,
		Summary: "Show how a mail looks",
		Detail: "As it is saved, but for the settings that are sent; nothing is saved. About something made up, or about " +
			"the order (`orders:read` too). Codes and the tokens of links are made up.",
	}, a.preview)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "sendTestMail", Scope: "settings:write", Method: http.MethodPost, Path: path + "/test", Tag: tagSettings,
		Status: http.StatusAccepted, Limits: []string{"mail_test"}, Summary: "Send a mail to oneself",
		Detail: "As it is saved; of an order (`orders:read` too) with number, goods and sums alone. An API key has no " +
			"address: 403.",
	}, a.sendTest)
}

// mailChoice is which mail is to be shown.
type mailChoice struct {
	Kind    events.TextKind  `json:"kind" example:"order_shipped"`
	Locale  httpapi.Language `json:"locale" example:"de"`
	OrderID *string          `json:"orderId,omitempty" format:"uuid" doc:"null: a made-up one." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

// order is the order that the mail is to be about, or "". It returns fault.Forbidden for a caller
// who may read none.
func (c *mailChoice) order(ctx context.Context) (string, error) {
	if c.OrderID == nil {
		return "", nil
	}
	return *c.OrderID, httpapi.RequireScope(ctx, "orders:read")
}

type previewInput struct {
	Body struct {
		mailChoice
		unsavedSettings
	}
}

// unsavedSettings are the fields of the settings of mails, as shop takes them (mailBody).
type unsavedSettings struct {
	SenderName httpapi.Optional[httpapi.Text]    `json:"senderName,omitzero" minLength:"1" maxLength:"100" example:"Moka & Co"`
	ReplyTo    httpapi.Optional[httpapi.Email]   `json:"replyTo,omitzero" example:"service@shop.example"`
	Color      httpapi.Optional[httpapi.Color]   `json:"color,omitzero" example:"#4338ca"`
	Footers    httpapi.Optional[[]unsavedFooter] `json:"footers,omitzero" maxItems:"10"`
	Texts      httpapi.Optional[[]unsavedText]   `json:"texts,omitzero" maxItems:"200"`
}

type unsavedFooter struct {
	Locale locale.Code           `json:"locale" example:"de"`
	Text   httpapi.MultilineText `json:"text" minLength:"1" maxLength:"1000" example:"Moka & Co GmbH, Torstraße 12, 10119 Berlin"`
}

type unsavedText struct {
	Kind    events.TextKind        `json:"kind" example:"order_shipped"`
	Locale  locale.Code            `json:"locale" example:"de"`
	Subject *httpapi.Text          `json:"subject,omitempty" minLength:"1" maxLength:"200" doc:"null: the mail's own." example:"Ihr Paket von {shop} ist unterwegs"`
	Intro   *httpapi.MultilineText `json:"intro,omitempty" minLength:"1" maxLength:"2000" doc:"In place of the first paragraph after the greeting; null: the mail's own." example:"Gute Nachricht: {carrier} bringt Ihre Bestellung {number}."`
}

// The names in the document.

func (unsavedFooter) SchemaName() string { return "UnsavedMailFooter" }
func (unsavedText) SchemaName() string   { return "UnsavedMailText" }

// Check requires of the settings what shop requires of them.
func (in *previewInput) Check() (faults []fault.Field) {
	refuse := func(pointer string, code fault.Code, detail fault.Text, values ...any) {
		faults = append(faults, fault.Field{Pointer: pointer, Code: code, Detail: detail, Args: values})
	}
	footers, texts := in.Body.Footers.Value, in.Body.Texts.Value
	for i, f := range footers {
		if slices.ContainsFunc(footers[:i], func(o unsavedFooter) bool { return o.Locale == f.Locale }) {
			refuse("/footers/"+strconv.Itoa(i)+"/locale", fault.NotAllowed, "is there twice")
		}
	}
	for i, t := range texts {
		at := "/texts/" + strconv.Itoa(i)
		same := func(o unsavedText) bool { return o.Kind == t.Kind && o.Locale == t.Locale }
		if slices.ContainsFunc(texts[:i], same) {
			refuse(at, fault.NotAllowed, "has the kind and the locale of another")
		}
		if t.Subject == nil && t.Intro == nil {
			refuse(at+"/subject", fault.Required, "or an intro is required")
		}
		if unknown := t.Kind.UnknownIn(orEmpty((*string)(t.Subject))); unknown != "" {
			refuse(at+"/subject", fault.BadFormat, unknownPlaceholder, unknown, t.Kind.PlaceholderList())
		}
		if unknown := t.Kind.UnknownIn(orEmpty((*string)(t.Intro))); unknown != "" {
			refuse(at+"/intro", fault.BadFormat, unknownPlaceholder, unknown, t.Kind.PlaceholderList())
		}
	}
	return faults
}

const unknownPlaceholder fault.Text = "has %s, but these mails know only %s"

// over are the saved settings with the fields that are set; null is the default. Who sends a mail
// is not seen in it.
func (u *unsavedSettings) over(saved shop.Mail) shop.Mail {
	if u.Color.Set {
		saved.Color = string(u.Color.Value) // "" is the default
	}
	if u.Footers.Set {
		saved.Footers = convert.All(u.Footers.Value, func(f unsavedFooter) shop.MailFooter {
			return shop.MailFooter{Locale: string(f.Locale), Text: string(f.Text)}
		})
	}
	if u.Texts.Set {
		saved.Texts = convert.All(u.Texts.Value, func(t unsavedText) shop.MailText {
			return shop.MailText{
				Kind: string(t.Kind), Locale: string(t.Locale), Subject: (*string)(t.Subject), Intro: (*string)(t.Intro),
			}
		})
	}
	return saved
}

// previewView is a mail as its recipient would get it.
type previewView struct {
	Subject string `json:"subject" example:"Ihr Paket von Moka & Co ist unterwegs"`
	HTML    string `json:"html" doc:"A whole document, without scripts and pictures." example:"<!doctype html>…"`
	Text    string `json:"text" example:"Guten Tag Ada Lovelace, …"`
}

// SchemaName is the name in the document.
func (previewView) SchemaName() string { return "MailPreview" }

func (a *api) preview(ctx context.Context, in *previewInput) (*httpapi.Reply[previewView], error) {
	orderID, err := in.Body.order(ctx)
	if err != nil {
		return nil, err
	}
	e, err := previewEmail(ctx, a.DB, in.Body.Kind, string(in.Body.Locale), orderID, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	r := a.renderer()
	r.masked, r.mail = true, in.Body.over(r.mail)
	words, err := r.render(e)
	if err != nil {
		return nil, err
	}
	html, err := words.html()
	if err != nil {
		return nil, err
	}
	return httpapi.OK(previewView{Subject: words.Subject, HTML: html, Text: words.text()})
}

type sendTestInput struct{ Body mailChoice }

// testView says where a test mail goes.
type testView struct {
	To string `json:"to" format:"email" example:"admin@shop.example"`
}

// SchemaName is the name in the document.
func (testView) SchemaName() string { return "TestMail" }

func (a *api) sendTest(ctx context.Context, in *sendTestInput) (*httpapi.Reply[testView], error) {
	caller := auth.MustFrom(ctx)
	if caller.Email == "" {
		return nil, fault.New(fault.Forbidden, "A test mail goes to the caller's own address, and an API key has none.")
	}
	orderID, err := in.Body.order(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (testView, error) {
		err := a.enqueueTest(ctx, tx, caller, in.Body.Kind, string(in.Body.Locale), orderID)
		return testView{To: caller.Email}, err
	})
}
