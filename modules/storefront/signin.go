package storefront

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// renewBefore is how long before its end an access token is renewed.
const renewBefore = 30 * time.Second

// renewals makes the renewals of one refresh token one: pages that a browser loads at once would
// each use it, and the interface ends a session whose token comes again after 10 s.
//
// They are those of one process. Where several serve one shop's pages, a browser should come to the
// same one each time: a renewal whose answer was lost ends the session when it is tried again at
// another after these 10 s.
//
// Of the rest of the cookie the last answer counts: each writes the session as its request has read
// it. Where a guest orders in one tab while another finds the cart gone, the order may ask
// for a code that is mailed.
type renewals struct {
	mu      sync.Mutex
	running map[string]*renewal
}

// renewal is one exchange of a refresh token. One that succeeded is kept for renewalKept, for
// requests whose browser has not heard of the new token: because they were sent before, or because
// the answer with it was lost on its way.
type renewal struct {
	done    chan struct{}
	session tokens
	err     error
}

// renewalKept is longer than the interface answers the former token alike. The tokens that are kept
// end all the same when their session does.
const renewalKept = time.Minute

// tokens are a session of the interface.
type tokens struct {
	AccessToken      string  `json:"accessToken"`
	ExpiresIn        int     `json:"expiresIn"` // seconds
	RefreshToken     string  `json:"refreshToken"`
	RefreshExpiresIn int     `json:"refreshExpiresIn"` // seconds
	User             profile `json:"user"`

	at time.Time // of the renewal; zero: now
}

// profile is the account of a visitor.
type profile struct {
	ID           string  `json:"id"`
	Email        string  `json:"email"`
	FullName     string  `json:"fullName"`
	Phone        *string `json:"phone"`
	AccountType  string  `json:"accountType"` // retail, wholesale
	BusinessName *string `json:"businessName"`
	Locale       string  `json:"locale"`
}

// errSignedOut is returned when the session of a visitor has ended.
var errSignedOut = errors.New("storefront: the session has ended")

// errSignIn is returned for a page that needs an account.
var errSignIn = errors.New("storefront: the page needs an account")

// signIn keeps the tokens in the visitor's session.
func (v *visit) signIn(t tokens) {
	now := t.at
	if now.IsZero() {
		now = v.site.clock.Now()
	}
	s := &v.session
	s.Access, s.AccessEnds = t.AccessToken, now.Add(time.Duration(t.ExpiresIn)*time.Second)
	s.Refresh, s.RefreshEnds = t.RefreshToken, now.Add(time.Duration(t.RefreshExpiresIn)*time.Second)
	s.AccountID, s.Name, s.Wholesale = t.User.ID, t.User.FullName, t.User.AccountType == "wholesale"
	v.sessionChanged = true
}

// welcome goes on as somebody who has signed in, with the cart that they had as a guest. Nothing
// else is taken over from whoever used the browser before.
func (v *visit) welcome(t tokens, to string) error {
	guest := v.session
	v.session = session{Flash: guest.Flash}
	if !guest.signedIn() { // else as another account, perhaps
		v.session.CartToken, v.session.Orders, v.session.Application = guest.CartToken, guest.Orders, guest.Application
		if typed := guest.Typed; typed != nil && (typed.AccountID == "" || typed.AccountID == t.User.ID) {
			v.session.Typed = typed
		}
	}
	v.signIn(t)
	had := 0
	if v.session.CartToken != "" {
		had = guest.Items
	}
	to = cmp.Or(to, "/account")
	c, err := v.loadCart() // it takes the guest's cart in
	if err != nil {        // the next call for the cart does
		return v.redirect(to)
	}
	v.session.CartToken = ""
	if had > 0 && c.ItemCount > had {
		v.say("merged", c.ItemCount)
	}
	return v.redirect(to)
}

// ask keeps what a code is asked for with, until it was entered.
func (v *visit) ask(p pending) {
	p.Since = v.site.clock.Now()
	v.session.Pending, v.sessionChanged = &p, true
}

// asked is the code of the kind that the visitor is asked for, or nil.
func (v *visit) asked(kind pendingKind) *pending {
	p := v.session.Pending
	if p == nil || p.Kind != kind || v.site.clock.Now().Sub(p.Since) > pendingAge {
		return nil
	}
	return p
}

// answered forgets the code that was asked for.
func (v *visit) answered() {
	if v.session.Pending != nil {
		v.session.Pending, v.sessionChanged = nil, true
	}
}

// say has the next page say the text "said." with the key. n is of things that the text counts, or
// 0.
func (v *visit) say(key string, n int) {
	v.session.Flash, v.sessionChanged = &flash{Key: key, N: n}, true
}

// said is what the page before has to say, which is said once.
func (v *visit) said() *flash {
	if f := v.session.Flash; f != nil {
		v.flash = f
		v.session.Flash, v.sessionChanged = nil, true
	}
	return v.flash
}

// ended forgets a session that the visitor has not ended here, and says so.
func (v *visit) ended() {
	v.endedAccountID = v.session.AccountID
	v.signOut()
	v.session.Ended = &endedSession{AccountID: v.endedAccountID, Since: v.site.clock.Now()}
	v.wasEnded = true
	if v.r.Method == http.MethodGet {
		v.say("signedOut", 0)
	} else {
		v.say("signedOutTyping", 0)
	}
}

// wayBack is the page to which the visitor goes on from the login: this one, or that of the form
// which was sent.
func (v *visit) wayBack() string {
	if v.r.Method == http.MethodGet {
		return v.here()
	}
	referrer, err := url.Parse(v.r.Referer())
	// Behind a proxy with a host of its own the request has another than the pages.
	if err != nil || referrer.Host != v.r.Host && referrer.Host != v.site.public.Host {
		return v.here()
	}
	_, path, _ := splitLanguage(referrer.Path, v.shop().Locale, v.shop().Locales)
	// A form that was refused stands at an address that can't be opened.
	opened := &http.Request{Method: http.MethodGet, Host: v.r.Host, URL: &url.URL{Path: path}}
	if _, pattern := v.site.mux.Handler(opened); pattern == "" {
		return v.here()
	}
	page := url.URL{Path: path, RawQuery: referrer.RawQuery}
	return localPath(page.String(), "/account")
}

// signOut forgets a session that has ended.
func (v *visit) signOut() {
	v.session.signOut()
	v.sessionChanged = true
}

// prove asks whether the session goes on, for a page that shows the account and has asked for
// nothing with its token.
func (v *visit) prove() error {
	if !v.private || v.proved || !v.session.signedIn() || v.r.Method != http.MethodGet {
		return nil
	}
	return v.get("/v1/users/me", nil, nil)
}

// renew makes sure that the access token is good for this request. A session that has ended leaves
// a visitor without an account.
func (v *visit) renew(ctx context.Context) error {
	s := &v.session
	now := v.site.clock.Now()
	if !s.signedIn() || now.Before(s.AccessEnds.Add(-renewBefore)) {
		return nil
	}
	t, err := v.site.renewals.renew(ctx, s.Refresh, func(ctx context.Context) (t tokens, err error) {
		err = v.site.client.do(ctx, call{
			method: http.MethodPost, path: "/v1/auth/refresh", body: map[string]string{"refreshToken": s.Refresh},
			answer: &t, language: v.language, address: v.address, agent: v.r.UserAgent(),
		})
		t.at = now
		return t, err
	})
	switch {
	case err == nil:
		v.signIn(t)
	case isProblem(err, http.StatusUnauthorized):
		v.ended()
	default:
		return err
	}
	return nil
}

// renew exchanges the token, or waits for whoever does.
func (r *renewals) renew(
	ctx context.Context, token string, exchange func(context.Context) (tokens, error),
) (tokens, error) {
	r.mu.Lock()
	if r.running == nil {
		r.running = map[string]*renewal{}
	}
	running, found := r.running[token]
	if !found {
		running = &renewal{done: make(chan struct{})}
		r.running[token] = running
		go func() {
			// What one request has begun serves others, and goes on when that one has gone.
			running.session, running.err = exchange(context.WithoutCancel(ctx))
			if running.err != nil {
				r.forget(token) // the next request tries again
			} else {
				time.AfterFunc(renewalKept, func() { r.forget(token) })
			}
			close(running.done)
		}()
	}
	r.mu.Unlock()
	select {
	case <-running.done:
		return running.session, running.err
	case <-ctx.Done():
		return tokens{}, fmt.Errorf("%w: %w", errUnavailable, ctx.Err())
	}
}

// done are the tokens that a refresh token was exchanged for a short while ago; ok is false where
// it was not.
func (r *renewals) done(token string) (t tokens, ok bool) {
	r.mu.Lock()
	running := r.running[token]
	r.mu.Unlock()
	if running == nil {
		return tokens{}, false
	}
	select {
	case <-running.done:
		return running.session, running.err == nil
	default:
		return tokens{}, false
	}
}

func (r *renewals) forget(token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, token)
}
