package identity

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

const (
	ownOrigin   = "https://api.example"
	staffOrigin = "https://staff.example"
	shopOrigin  = "https://shop.example"
)

func withCookies(t *testing.T, test func(t *testing.T, h *harness)) {
	t.Helper()
	eachWith(t, Config{
		PublicURL: ownOrigin + "/shop", StaffOrigin: staffOrigin, StorefrontOrigins: []string{shopOrigin},
	}, test)
}

// cookieOf is the refresh cookie that the response sets; its session has no token in the body.
func cookieOf(t *testing.T, a kit.Answer) *http.Cookie {
	t.Helper()
	a.Require(t, 200)
	set := (&http.Response{Header: a.Header}).Cookies()
	if len(set) != 1 || a.At("refreshToken") != nil || a.Text("accessToken") == "" {
		t.Fatalf("cookies %v: %s", set, a.Body)
	}
	if strings.Contains(string(a.Body), set[0].Value) {
		t.Error("the token is in the body too")
	}
	return set[0]
}

// refreshFrom refreshes with the cookie alone, from a page of an origin.
func (h *harness) refreshFrom(t *testing.T, origin, token string) kit.Answer {
	t.Helper()
	api := h.API.With("X-Refresh-Cookie", "1")
	if token != "" {
		api = api.With("Cookie", "__Secure-orderd_refresh="+token)
	}
	if origin != "" {
		api = api.With("Origin", origin)
	}
	return api.Do(t, "POST", "/v1/auth/refresh", nil)
}

func requireCleared(t *testing.T, a kit.Answer) {
	t.Helper()
	if got := a.Header.Get("Set-Cookie"); got != "__Secure-orderd_refresh=; Path=/v1/auth/refresh; Max-Age=0; HttpOnly; Secure; "+
		"SameSite=Strict" {
		t.Errorf("Set-Cookie: %q", got)
	}
}

func TestRefreshCookie(t *testing.T) {
	withCookies(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		inCookie := h.API.With("X-Refresh-Cookie", "1")
		login := inCookie.Do(t, "POST", "/v1/auth/login", object{"email": ada.Email, "password": goodPassword})
		c := cookieOf(t, login)
		if c.Name != "__Secure-orderd_refresh" || c.Path != "/v1/auth/refresh" || !c.HttpOnly || !c.Secure ||
			c.SameSite != http.SameSiteStrictMode ||
			c.MaxAge != int(login.Number("refreshExpiresIn")) || c.MaxAge < 1 || c.Domain != "" {
			t.Errorf("%+v", c)
		}
		next := cookieOf(t, h.refreshFrom(t, ownOrigin, c.Value))
		for _, origin := range []string{staffOrigin, shopOrigin} {
			if next.Value == c.Value || cookieOf(t, h.refreshFrom(t, origin, c.Value)).Value != next.Value {
				t.Errorf("%s: a lost answer has another successor, or none", origin)
			}
		}
		// A body's token counts before the cookie, from anywhere; the header decides how the next one
		// comes.
		if got := cookieOf(t, inCookie.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": ada.Refresh})); got.Value == next.Value {
			t.Error("the cookie's session")
		}
		session := h.session(t, h.post(t, "refresh", object{"refreshToken": next.Value}))
		requireCleared(t, session.Do(t, "POST", "/v1/auth/logout", nil).Require(t, 204))
		requireCleared(t, h.refreshFrom(t, ownOrigin, session.Refresh).Require(t, 401, "invalid_refresh_token"))
		requireCleared(t, h.refreshFrom(t, ownOrigin, "nonsense").Require(t, 401, "invalid_refresh_token"))
		requireCleared(t, h.refreshFrom(t, ownOrigin, "").Require(t, 401, "invalid_refresh_token"))
	})
}

func TestRefreshCookieOfEverySession(t *testing.T) {
	withCookies(t, func(t *testing.T, h *harness) {
		inCookie := h.API.With("X-Refresh-Cookie", "1")
		_, code := h.register(t, "ada@example.com")
		cookieOf(t, inCookie.Do(t, "POST", "/v1/auth/verify-email", object{"email": "ada@example.com", "code": code}))
		h.post(t, "forgot-password", object{"email": "ada@example.com"}).Require(t, 202)
		code = h.codeOf(t, "purpose", "password")
		c := cookieOf(t, inCookie.Do(t, "POST", "/v1/auth/set-password", object{
			"email": "ada@example.com", "code": code, "password": "another battery horse",
		}))
		h.Clock.Advance(time.Second)
		cookieOf(t, h.refreshFrom(t, ownOrigin, c.Value))
		admin := h.admin(t, "admin@example.com")
		_, code = h.invite(t, admin, "pat@example.com", admin.role(t, "Packer", "orders:write"))
		cookieOf(t, inCookie.Do(t, "POST", "/v1/auth/accept-invitation", object{
			"email": "pat@example.com", "code": code, "password": goodPassword,
		}))
	})
}

func TestRefreshCookieIsForOwnPages(t *testing.T) {
	withCookies(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		for _, origin := range []string{"", "null", "https://evil.example", ownOrigin + "/", ownOrigin + ":8443", "http://api.example",
			"https://API.example"} {
			refused := h.refreshFrom(t, origin, ada.Refresh).Require(t, 403, "forbidden")
			if refused.Header.Get("Set-Cookie") != "" {
				t.Errorf("%q clears the cookie", origin)
			}
		}
		// A form of another page sends the cookie and no header of its own.
		form := h.API.With("Cookie", "orderd_refresh="+ada.Refresh).With("Origin", ownOrigin)
		form.Do(t, "POST", "/v1/auth/refresh", nil).Require(t, 403, "forbidden")
		form.Do(t, "POST", "/v1/auth/refresh", object{}).Require(t, 403, "forbidden")
		// Without a sign of the cookie, what a client without one did wrong.
		for _, body := range []any{nil, object{}, "null"} {
			h.post(t, "refresh", body).Require(t, 422, "validation_failed")
		}
		form.With("X-Refresh-Cookie", "yes").Do(t, "POST", "/v1/auth/refresh", nil).Require(t, 422, "validation_failed")
		cookieOf(t, h.refreshFrom(t, ownOrigin, ada.Refresh)) // nothing of it has used the token
	})
}

// Where clients come over plain HTTP, a browser would not send a cookie that is Secure.
func TestRefreshCookieWithoutTLS(t *testing.T) {
	eachWith(t, Config{PublicURL: "http://127.0.0.1:8080"}, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		inCookie := h.API.With("X-Refresh-Cookie", "1")
		if c := cookieOf(t, inCookie.Do(t, "POST", "/v1/auth/login", object{"email": ada.Email, "password": goodPassword})); c.Secure ||
			!c.HttpOnly {
			t.Errorf("%+v", c)
		}
	})
}

// Without the header nothing is as before but the answer to a logout.
func TestNoRefreshCookieWithoutTheHeader(t *testing.T) {
	withCookies(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		for _, a := range []kit.Answer{h.login(t, ada.Email, goodPassword), h.post(t, "refresh", object{"refreshToken": ada.Refresh})} {
			if a.Require(t, 200); a.Text("refreshToken") == "" || a.Header.Get("Set-Cookie") != "" {
				t.Errorf("%v: %s", a.Header, a.Body)
			}
		}
	})
}

func TestOriginOf(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://api.example": "https://api.example", "https://api.example:443/shop": "https://api.example", "http://[::1]:80": "http://[::1]",
		"http://127.0.0.1:8080": "http://127.0.0.1:8080", "https://api.example:80": "https://api.example:80", "": "", "nonsense": "",
	} {
		if got := originOf(url); got != want {
			t.Errorf("%q: %q, want %q", url, got, want)
		}
	}
}

// A cookie of before, without the prefix, is good for a refresh, which sets the one with it.
func TestTheFormerRefreshCookie(t *testing.T) {
	withCookies(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		page := h.API.With("X-Refresh-Cookie", "1").With("Origin", ownOrigin)
		next := cookieOf(t, page.With("Cookie", "orderd_refresh="+ada.Refresh).Do(t, "POST", "/v1/auth/refresh", nil))
		if next.Name != "__Secure-orderd_refresh" || !next.Secure {
			t.Errorf("%+v", next)
		}
		both := "orderd_refresh=planted; __Secure-orderd_refresh=" + next.Value
		cookieOf(t, page.With("Cookie", both).Do(t, "POST", "/v1/auth/refresh", nil))
	})
}
