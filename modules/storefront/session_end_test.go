package storefront

import (
	"net/http"
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
