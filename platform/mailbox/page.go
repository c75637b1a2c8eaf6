package mailbox

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
)

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// policy lets the page and the letters in it have styles and nothing else: no script, no picture from elsewhere.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Page is GET /dev/mail: the letters, newest first, and the one that is chosen (?id, a Message-ID; the newest without it; ?to filters).
func (s *Server) Page() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := r.FormValue("to")
		letters := s.Letters(to)
		id := r.FormValue("id")
		chosen := max(0, slices.IndexFunc(letters, func(l Letter) bool { return l.MessageID == id }))
		view := struct {
			To      string
			Letters []Letter
			Chosen  int
		}{to, letters, chosen}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Cache-Control", "no-store")
		_ = page.Execute(w, view) // a client that has gone away is no fault
	})
}

// JSON is GET /dev/mail.json?to=: an array, newest first.
func (s *Server) JSON() http.Handler {
	type view struct {
		To      string `json:"to"`
		Subject string `json:"subject"`
		Text    string `json:"text"`
		HTML    string `json:"html"`
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		views := []view{}
		for _, l := range s.Letters(r.FormValue("to")) {
			views = append(views, view{l.To, l.Subject, l.Text, l.HTML})
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(views)
	})
}
