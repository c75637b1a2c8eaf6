package mailer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	texttemplate "text/template"
	"time"

	"orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/grant"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// renderer renders the emails of a shop.
type renderer struct {
	profile   shop.Profile
	mail      shop.Mail
	publicURL string
	staffURL  string         // where the staff's pages are; "" for none
	shopURL   string         // where the service's own storefront is; "" for none
	secrets   secret.Keyring // of the one-time codes
	// masked writes mask in place of one-time codes and of the tokens of links, and makes none: for
	// people other than the recipient.
	masked bool
}

// mask stands where a masked email has a code or a token. It is valid in the path of a URL.
const mask = "********"

func (r renderer) code(e email, data templateData) string {
	switch {
	case data.Sample != "":
		return data.Sample
	case e.ChallengeID == nil:
		return ""
	case r.masked:
		return mask
	}
	return onetimecode.Derive(r.secrets.First(), *e.Purpose, *e.ChallengeID)
}

// renderData is what a template is executed with.
type renderData struct {
	templateData
	Shop, Code string
	OrderURL   string // of the order
	AcceptURL  string // of the page on which an invitation is accepted
	StaffURL   string // of the staff's pages
	// Of the shop's pages on which a new password is set, a change of the address is undone, and the
	// state of an application stands; "" where there are none.
	PasswordURL, UndoURL, ApplicationURL string
	WithdrawURL                          string // where a consumer withdraws from the order
}

// render fills in the template of the email, in its language unless the shop no longer speaks that,
// and puts the shop's own texts into it. The one-time code is derived each time, so that an email
// which waited, or is sent again, carries a code that works.
func (r renderer) render(e email) (rendered, error) {
	e.Locale = r.profile.LocaleFor(e.Locale)
	t, ok := templates[templateName(e.Locale, e.Kind)]
	if !ok {
		return rendered{}, fmt.Errorf("there is no template for %s in %s", e.Kind, e.Locale)
	}
	data := renderData{Shop: r.profile.Name}
	if err := json.Unmarshal([]byte(e.Data), &data.templateData); err != nil {
		return rendered{}, err
	}
	for _, at := range []*time.Time{data.DueAt, data.ExpectedAt} {
		if at != nil { // said as a day of the shop's
			*at = at.In(zoneOf(&r.profile))
		}
	}
	data.Code = r.code(e, data.templateData)
	data.OrderURL, data.AcceptURL = r.orderLink(e, data.templateData), r.invitationLink(e, data)
	if r.staffURL != "" {
		data.StaffURL = r.staffURL + "/admin/"
	}
	if r.shopURL != "" {
		r.linkPages(e, &data)
	}
	data.Name, data.BusinessName = greetable(data.Name), greetable(data.BusinessName)
	out := rendered{
		Code: data.Code, Locale: e.Locale, Shop: data.Shop, Logo: logoOf(&r.profile), PublicURL: r.publicURL,
		Palette: paletteOf(r.mail.Color),
		Footer:  paragraphsOf(r.mail.FooterIn(e.Locale, r.profile.Locale), oneLine), Attachments: data.Attachments,
	}
	if u, err := url.Parse(r.publicURL); err == nil {
		out.Host = u.Host
	}
	own := r.ownText(e, data)
	for i, p := range t {
		b, err := p.render(data)
		switch {
		case err != nil:
			return rendered{}, err
		case i == subjectAt:
			out.Subject = cmp.Or(own.subject, strings.Join(b.Lines, ""))
		case i == introAt && len(own.intro) > 0:
			out.Blocks = append(out.Blocks, own.intro...)
		case len(b.Lines)+len(b.Rows) > 0:
			out.Blocks = append(out.Blocks, b)
		}
	}
	return out, nil
}

// invitationLink is the link to the page that accepts an invitation. Address, code and the id of
// the invitation stand behind the "#", which browsers send to no server.
func (r renderer) invitationLink(e email, data renderData) string {
	if e.Kind != events.KindStaffInvitation || r.staffURL == "" {
		return ""
	}
	link := r.staffURL + "/admin/accept-invitation#email=" + url.QueryEscape(e.Recipient) + "&code=" + data.Code
	if data.Invitation != "" { // emails of before have none
		link += "&invitationId=" + data.Invitation
	}
	return link
}

// linkPages fills in the links to the shop's pages. None has a code in it: browsers and servers
// keep addresses.
func (r renderer) linkPages(e email, data *renderData) {
	base := r.ownPages(e.Locale)
	data.PasswordURL = base + "/password/code"
	data.UndoURL = base + "/email/undo?" + url.Values{"change": {data.Undo}}.Encode()
	if data.byConsumer() {
		data.WithdrawURL = base + "/withdraw?" + url.Values{"number": {data.Number}}.Encode()
	}
	data.ApplicationURL = base + "/wholesale/find?" + url.Values{"id": {data.TrackingID}}.Encode()
}

// orderLink is the link to the order, "" where there is no page to link to. That of an account
// stands on the service's own pages: who is not signed in gets there by the login.
func (r renderer) orderLink(e email, data templateData) string {
	if data.AccountOrder == "" {
		return r.guestLink(e, data)
	}
	if r.profile.OrderURL != nil || r.shopURL == "" {
		return ""
	}
	return r.ownPages(e.Locale) + "/login?" + url.Values{"to": {"/orders/" + data.AccountOrder}}.Encode()
}

// guestLink is the link to a guest's order, "" where there is no page to link to. The token in it
// is made anew each time, like a one-time code, and stored nowhere.
func (r renderer) guestLink(e email, data templateData) string {
	page := r.orderPage(e.Locale)
	if data.GuestOrder == "" || e.SubjectID == nil || page == "" {
		return ""
	}
	token := cmp.Or(data.Sample, mask)
	if !r.masked && data.Sample == "" {
		token = grant.Sign(r.secrets, grant.Grant{
			Resource: data.GuestOrder, Holder: *e.SubjectID, Kind: grant.Mailed, ExpiresAt: e.CreatedAt.Add(grant.LongLife),
		})
	}
	return strings.NewReplacer(
		"{id}", url.PathEscape(data.GuestOrder), "{number}", url.PathEscape(data.Number), "{token}", token,
	).Replace(page)
}

// ownOrderPage is the page of an order in the service's own storefront. The token stands behind the
// "#", which browsers send to no server; without a script the page asks for a code by the number.
const ownOrderPage = "/orders/{id}?number={number}#{token}"

// orderPage is the page that emails about a guest's order link: that of the shop's settings, else
// that of the service's own storefront in the language of the email; "" where there is neither.
func (r renderer) orderPage(locale string) string {
	switch {
	case r.profile.OrderURL != nil:
		return *r.profile.OrderURL
	case r.shopURL == "":
		return ""
	}
	return r.ownPages(locale) + ownOrderPage
}

// ownPages is where the pages of the service's own storefront are in a language. Those in the
// shop's have no prefix.
func (r renderer) ownPages(locale string) string {
	if locale == r.profile.Locale {
		return r.shopURL
	}
	return r.shopURL + "/" + locale
}

// render makes a block of the paragraph. It is empty when nothing was filled in, or the link is no
// web address.
func (p paragraph) render(data renderData) (block, error) {
	var rows []row
	for _, t := range p.rows {
		more, err := t.render(data, p.sanitize)
		if err != nil {
			return block{}, err
		}
		rows = append(rows, more...)
	}
	b := block{Kind: p.kind}
	if len(rows) == 0 {
		return b, nil
	}
	switch first := rows[0]; p.kind {
	case paragraphTable, paragraphFacts:
		b.Rows = rows
	case paragraphLink:
		if isWebURL(first.Value) {
			b.Lines = []string{first.Label, first.Value}
		}
	case paragraphQuote:
		b.Lines = strings.Split(first.Label, "\n")
	default:
		b.Lines = []string{first.Label}
	}
	return b, nil
}

// sanitize makes one line of a filled cell; a quotation may have several.
func (p paragraph) sanitize(s string) string {
	if p.kind == paragraphQuote {
		return strings.TrimSpace(withoutControls(s))
	}
	return oneLine(s)
}

// render makes the rows of a row template: one for each of the items or taxes, or one, or none when
// a cell is empty.
func (t rowTemplate) render(data renderData, sanitize func(string) string) (rows []row, err error) {
	for _, subject := range t.subjects(data) {
		r := row{Kind: t.kind}
		if r.Label, err = execute(t.label, subject); err != nil {
			return nil, err
		}
		if t.value != nil {
			if r.Value, err = execute(t.value, subject); err != nil {
				return nil, err
			}
		}
		r.Label, r.Value = sanitize(r.Label), sanitize(r.Value)
		if r.Label != "" && (r.Value != "" || t.value == nil) {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// subjects are what the row is rendered for.
func (t rowTemplate) subjects(data renderData) (all []any) {
	switch t.kind {
	case rowItem:
		for _, i := range data.Items {
			all = append(all, i)
		}
	case rowTax:
		for _, x := range data.Taxes {
			all = append(all, x)
		}
	default:
		all = []any{data}
	}
	return all
}

func execute(t *texttemplate.Template, subject any) (string, error) {
	var filled strings.Builder
	err := t.Execute(&filled, subject)
	return filled.String(), err
}
