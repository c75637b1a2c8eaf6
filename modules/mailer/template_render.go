package mailer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	texttemplate "text/template"

	"orderd/modules/mailer/events"
	"orderd/platform/grant"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// renderer renders the emails of a shop.
type renderer struct {
	shop      string
	publicURL string
	orderURL  string         // of a guest's order, with {number} and {token}; "" for none
	staffURL  string         // where the staff's pages are; "" for none
	secrets   secret.Keyring // of the one-time codes
	// masked writes mask in place of one-time codes and of the tokens of links, and makes none: for
	// people other than the recipient.
	masked bool
}

// mask stands where a masked email has a code or a token. It is valid in the path of a URL.
const mask = "********"

func (r renderer) code(e email) string {
	switch {
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
	OrderURL   string // of a guest's order
	AcceptURL  string // of the page on which an invitation is accepted
	StaffURL   string // of the staff's pages
}

// render fills in the template of the email. The one-time code is derived each time, so that an
// email which waited, or is sent again, carries a code that works.
func (r renderer) render(e email) (rendered, error) {
	t, ok := templates[templateName(e.Locale, e.Kind)]
	if !ok {
		return rendered{}, fmt.Errorf("there is no template for %s in %s", e.Kind, e.Locale)
	}
	data := renderData{Shop: r.shop, Code: r.code(e)}
	if err := json.Unmarshal([]byte(e.Data), &data.templateData); err != nil {
		return rendered{}, err
	}
	data.OrderURL, data.AcceptURL = r.guestLink(e, data.templateData), r.invitationLink(e, data)
	if r.staffURL != "" {
		data.StaffURL = r.staffURL + "/admin/"
	}
	data.Name, data.BusinessName = greetable(data.Name), greetable(data.BusinessName)
	out := rendered{Code: data.Code, Locale: e.Locale, Shop: r.shop, PublicURL: r.publicURL}
	if u, err := url.Parse(r.publicURL); err == nil {
		out.Host = u.Host
	}
	for i, p := range t {
		b, err := p.render(data)
		switch {
		case err != nil:
			return rendered{}, err
		case i == 0:
			out.Subject = strings.Join(b.Lines, "")
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

// guestLink is the link to a guest's order, "" where there is no page to link to. The token in it
// is made anew each time, like a one-time code, and stored nowhere.
func (r renderer) guestLink(e email, data templateData) string {
	if data.GuestOrder == "" || e.SubjectID == nil || r.orderURL == "" {
		return ""
	}
	token := mask
	if !r.masked {
		token = grant.Sign(r.secrets, grant.Grant{
			Resource: data.GuestOrder, Holder: *e.SubjectID, Kind: grant.Mailed, ExpiresAt: e.CreatedAt.Add(grant.LongLife),
		})
	}
	return strings.NewReplacer("{number}", url.PathEscape(data.Number), "{token}", token).Replace(r.orderURL)
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

// render makes the rows of a row template: one for each of the items, or one, or none when a cell
// is empty.
func (t rowTemplate) render(data renderData, sanitize func(string) string) (rows []row, err error) {
	subjects := []any{data}
	if t.kind == rowItem {
		subjects = subjects[:0]
		for _, i := range data.Items {
			subjects = append(subjects, i)
		}
	}
	for _, subject := range subjects {
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

func execute(t *texttemplate.Template, subject any) (string, error) {
	var filled strings.Builder
	err := t.Execute(&filled, subject)
	return filled.String(), err
}
