package identity

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// refreshCookieHeader is the header by which a page asks for the refresh token in a cookie.
const refreshCookieHeader = "X-Refresh-Cookie"

// The names and the path of the cookie that holds a refresh token for a page that asks for it with
// X-Refresh-Cookie: 1. No script can read it, and only pages of ownOrigins can use it. With https
// its name has a prefix, so that no page of a sibling domain without https can plant it; that
// without the prefix is read, too, while sessions of before live.
const (
	refreshCookieName = "orderd_refresh"
	secureCookieName  = "__Secure-" + refreshCookieName
	refreshCookiePath = "/v1/auth/refresh"
)

// asCookie is the value of X-Refresh-Cookie that asks for the refresh token in the cookie.
const asCookie = "1"

// newRefreshCookie is the cookie with a refresh token, for maxAge seconds; -1 clears it.
func (a *api) newRefreshCookie(token string, maxAge int) *http.Cookie {
	name, secure := refreshCookieName, isHTTPS(a.Config.PublicURL)
	if secure {
		name = secureCookieName
	}
	return &http.Cookie{ //nolint:gosec // without https a browser would drop a Secure cookie
		Name: name, Value: token, Path: refreshCookiePath, MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}

func (a *api) clearRefreshCookie(ctx context.Context) {
	httpapi.SetCookie(ctx, a.newRefreshCookie("", -1))
}

// refreshCookieOf takes the refresh token out of the view, into a cookie.
func (a *api) refreshCookieOf(v *sessionView) *http.Cookie {
	c := a.newRefreshCookie(*v.RefreshToken, int(v.RefreshExpiresIn))
	v.RefreshToken = nil
	return c
}

// refreshTokenOf is the refresh token of the request: that of the body, or else of the cookie. The
// cookie counts for pages of the service, of the staff and of the storefronts alone, which show
// that they are no form of another page by a header: else it returns Forbidden.
func (a *api) refreshTokenOf(in *refreshInput) (string, error) {
	if token := in.bodyToken(); token != "" {
		return token, nil
	}
	if in.InCookie != asCookie || in.Origin == "" || !slices.Contains(a.ownOrigins(), in.Origin) {
		return "", fault.New(fault.Forbidden, "The refresh cookie is for pages of this service, with X-Refresh-Cookie: 1.")
	}
	return cmp.Or(in.Cookie, in.FormerCookie), nil
}

// ownOrigins are the origins whose pages may use the cookie.
func (a *api) ownOrigins() []string {
	urls := append([]string{a.Config.PublicURL, a.Config.StaffOrigin}, a.Config.StorefrontOrigins...)
	return convert.All(urls, originOf)
}

// originOf is the origin of a URL as browsers send it, without a port that its scheme implies; ""
// for what is no URL.
func originOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return ""
	}
	implied := map[string]string{"http": "80", "https": "443"}
	if u.Port() != "" && u.Port() == implied[u.Scheme] {
		u.Host = u.Host[:len(u.Host)-len(u.Port())-1]
	}
	return u.Scheme + "://" + u.Host
}

func isHTTPS(rawURL string) bool {
	u, err := url.Parse(rawURL)
	return err == nil && u.Scheme == "https"
}
