package storefront

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// A page that was asked for with the former token, and answers after another one has had it
// renewed, leaves the browser with the new one: the former is refused soon, and its session ended.
func TestSlowAnswerKeepsTheRenewedTokens(t *testing.T) {
	t.Parallel()
	asked, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	v := newVisitors(t, ownURL, emptyAccount(script{
		"POST /v1/auth/refresh": gives(sessionAnswer("Ada new")),
		"GET /v1/cart": {serve: func(r *http.Request) scripted {
			if r.Header.Get("Authorization") == "Bearer access of Ada" {
				once.Do(func() { close(asked) })
				<-release
			}
			return gives(map[string]any{"itemCount": 3, "items": []any{}})
		}},
	}))
	s := v.signedIn("Ada")
	s.AccessEnds = v.clock.Now().Add(renewBefore + time.Minute)
	slow := make(chan *http.Response)
	go func() { slow <- v.get("/cart", v.cookie(s)) }()
	<-asked
	v.clock.Advance(2 * time.Minute)
	if kept := v.kept(v.get("/account", v.cookie(s))); kept == nil || kept.Refresh != "refresh of Ada new" {
		t.Fatalf("the browser keeps %+v", kept)
	}
	close(release)
	kept := v.kept(<-slow)
	if kept == nil || kept.Refresh != "refresh of Ada new" || kept.Access != "access of Ada new" || kept.Items != 3 {
		t.Errorf("the slow answer leaves %+v", kept)
	}
}

// Tokens that were renewed for another request end when they do there: a visitor whose browser gets
// them late is not logged out for one that it takes for good.
func TestRenewedTokensEndWhenTheyDo(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, emptyAccount(script{"POST /v1/auth/refresh": gives(sessionAnswer("Ada new"))}))
	s := v.signedIn("Ada")
	s.AccessEnds = v.clock.Now()
	cookie := v.cookie(s)
	first := v.kept(v.get("/account", cookie))
	v.clock.Advance(50 * time.Second)
	late := v.kept(v.get("/account", cookie))
	if first == nil || late == nil || late.AccessEnds.Sub(first.AccessEnds) > 5*time.Second {
		t.Errorf("the tokens end at %+v, and for who gets them late at %+v", first, late)
	}
}

// What was typed into any form of the account waits while its visitor, whose session was ended
// elsewhere, logs in again: but for what is secret, for another account, and for other pages.
func TestFormsWaitForTheLogin(t *testing.T) {
	t.Parallel()
	calls := emptyAccount(formScript())
	calls["POST /v1/auth/refresh"] = refuses(http.StatusUnauthorized, "invalid_refresh_token")
	calls["GET /v1/users/me"] = gives(object{"fullName": "Ada Lovelace", "locale": "en"})
	own := calls["GET /v1/orders/o1"]
	calls["GET /v1/orders/o1"] = scripted{serve: func(r *http.Request) scripted {
		if r.Header.Get("Authorization") == "" {
			return refuses(http.StatusUnauthorized, "unauthenticated")
		}
		return own
	}}
	calls["POST /v1/notifications/stream-ticket"] = refuses(http.StatusUnauthorized, "unauthenticated")
	for path, field := range map[string]string{
		"/account/profile": "fullName", "/account/addresses/new": "line1", "/account/vat-id": "vatId", "/account/email": "email",
		"/account/points": "points", "/orders/o1/return": "reason",
	} {
		for name, isShown := range map[string]bool{"Ada": true, "Bob": false, "Ada, whose script has found it before": true} {
			name, _, listens := strings.Cut(name, ",")
			calls["POST /v1/auth/login"] = gives(sessionAnswer(name))
			v := newVisitors(t, ownURL, calls)
			over := v.signedIn("Ada")
			over.AccessEnds = v.clock.Now()
			if listens {
				over = *v.kept(v.post("/account/notices/ticket", nil, v.cookie(over)))
			}
			typed := url.Values{field: {"What was typed"}, "phone": {""}, "currentPassword": {"secret"}, "key": {"the key"}}
			refused := v.sendFrom(path, typed, v.cookie(over))
			mustLead(t, refused, "/login?"+url.Values{"to": {path}}.Encode())
			login := url.Values{"email": {"x@example.com"}, "password": {"secret"}, "to": {path}}
			kept := v.kept(v.post("/login", login, v.cookie(*v.kept(refused))))
			if kept.Typed != nil != isShown {
				t.Fatalf("%s, %s: the browser keeps %+v", path, name, kept.Typed)
			}
			if isShown && len(kept.Typed.Values) != 2 { // what was emptied too
				t.Errorf("%s: the browser keeps %v", path, kept.Typed.Values)
			}
			kept.AccessEnds = v.clock.Now().Add(time.Hour)
			if elsewhere := bodyOf(t, v.get("/account/data", v.cookie(*kept))); strings.Contains(elsewhere, "What was typed") {
				t.Errorf("%s: another page shows what was typed", path)
			}
			if page := bodyOf(t, v.get(path, v.cookie(*kept))); strings.Contains(page, "What was typed") != isShown {
				t.Errorf("%s, %s: shown %v, want %v", path, name, !isShown, isShown)
			}
		}
	}
}

// sendFrom sends the form of a page.
func (v *visitors) sendFrom(page string, fields url.Values, cookies ...*http.Cookie) *http.Response {
	r := httptest.NewRequest(http.MethodPost, page, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Referer", "http://"+r.Host+page)
	return v.do(r, cookies...)
}

// Who has not logged in again within an hour is a stranger, for whom pages are kept.
func TestAnEndedSessionIsForgotten(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	ended := session{Ended: &endedSession{AccountID: "id of Ada", Since: v.clock.Now()}}
	isStranger := func() bool {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(v.cookie(ended))
		return (&visit{session: v.site.readSession(r)}).isStranger()
	}
	if isStranger() {
		t.Error("it is forgotten at once")
	}
	v.clock.Advance(pendingAge + time.Second)
	if !isStranger() {
		t.Error("it is never forgotten")
	}
}

// What an account has typed is shown to no other visitor, though it waits in the browser.
func TestFormsWaitForTheirAccountAlone(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, emptyAccount(script{"GET /v1/users/me": gives(object{"fullName": "Ada Lovelace", "locale": "en"})}))
	for who, isShown := range map[string]bool{"": false, "Bob": false, "Ada": true} {
		s := session{}
		if who != "" {
			s = v.signedIn(who)
		}
		s.Typed = &keptForm{
			Page: "/wholesale", AccountID: "id of Ada", Since: v.clock.Now(), Values: map[string]string{"businessName": "What was typed"},
		}
		if page := bodyOf(t, v.get("/wholesale", v.cookie(s))); strings.Contains(page, "What was typed") != isShown {
			t.Errorf("%q: shown %v, want %v", who, !isShown, isShown)
		}
	}
}
