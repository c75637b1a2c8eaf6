package mailbox

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed page.css
	style string
	//go:embed page.js
	script string

	page = template.Must(template.New("page").Parse(pageSource))
)

// policy lets the page run its own script and call its own origin. The page and the messages in it
// may have inline styles and pictures of this service, and nothing else: no other script, no image
// from elsewhere.
var policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + sourceHash(script) +
	"'; connect-src 'self'; " +
	"img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// sourceHash is how a policy names an inline script (CSP 3, section 2.3.1).
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Page is GET /dev/mail: the messages, newest first, and the chosen one (?id is its Message-ID, the
// newest without it; ?to filters by recipient). Its ETag changes with every message, so that the
// page polls for new ones at little cost.
func (m *Mailbox) Page() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		version := m.version()
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", policy)
		h.Set("Cache-Control", "no-store")
		h.Set("ETag", strconv.Quote(version))
		if r.Header.Get("If-None-Match") == strconv.Quote(version) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		view := pageView{
			To: r.FormValue("to"), Version: version,
			Style: template.CSS(style), Script: template.JS(script), //nolint:gosec // our own
		}
		view.add(m.Messages(view.To), r.FormValue("id"))
		_ = page.Execute(w, view) // a client that closes its connection is no fault
	})
}

type pageView struct {
	To, Version string
	Mails       []*mailView
	Shown       *mailView // nil without mails
	Style       template.CSS
	Script      template.JS
}

// mailView is a message on the page.
type mailView struct {
	Message
	Code   string // the one-time code in it, or ""
	Chosen bool
}

// add shows the messages and chooses the one with the id, else the first.
func (v *pageView) add(messages []Message, id string) {
	for _, m := range messages {
		v.Mails = append(v.Mails, &mailView{Message: m, Code: codeIn(m.Text)})
	}
	if len(v.Mails) == 0 {
		return
	}
	chosen := max(0, slices.IndexFunc(messages, func(m Message) bool { return m.MessageID == id }))
	v.Shown = v.Mails[chosen]
	v.Shown.Chosen = true
}

// Received, Date and Clock are when the message came: for the script, and for readers without it.
func (m *mailView) Received() string { return m.ReceivedAt.UTC().Format(time.RFC3339) }
func (m *mailView) Date() string     { return m.ReceivedAt.UTC().Format("2 January 2006, 15:04:05") }
func (m *mailView) Clock() string    { return m.ReceivedAt.UTC().Format("15:04:05") }

// URL is the file itself, for a link that saves it.
func (a Attachment) URL() template.URL {
	file := base64.StdEncoding.EncodeToString(a.Content)
	return template.URL("data:" + a.mediaType() + ";base64," + file) //nolint:gosec // it has no more than the bytes
}

// mediaType is the file's type where it is one of two words, else that of any bytes.
func (a Attachment) mediaType() string {
	if plainType.MatchString(a.Type) {
		return a.Type
	}
	return "application/octet-stream"
}

var plainType = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+$`)

// codeIn finds the one-time code in a text: 6 or 8 digits alone in a line. It is "" without one.
func codeIn(text string) string {
	if m := aloneInLine.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

var aloneInLine = regexp.MustCompile(`(?m)^[ \t]*([0-9]{6}|[0-9]{8})[ \t]*$`)

// JSON is GET /dev/mail.json: the messages as an array, newest first; ?to filters by recipient.
func (m *Mailbox) JSON() http.Handler {
	type view struct {
		To      string `json:"to"`
		Subject string `json:"subject"`
		Text    string `json:"text"`
		HTML    string `json:"html"`
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		views := []view{}
		for _, message := range m.Messages(r.FormValue("to")) {
			views = append(views, view{
				To: message.To, Subject: message.Subject, Text: message.Text, HTML: message.HTML,
			})
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(views)
	})
}
