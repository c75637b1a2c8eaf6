package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

var (
	varyOrigin = []string{"Origin"}

	corsMethods     = []string{"GET, HEAD, POST, PUT, PATCH, DELETE"}
	corsMaxAge      = []string{"600"}
	corsCredentials = []string{"true"}
)

// corsHeaders is the list of the headers that pages may send, in alphabetical order.
func corsHeaders(more ...string) []string {
	all := append([]string{
		"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Traceparent",
		"Tracestate", "X-Request-Id",
	}, more...)
	slices.Sort(all)
	return []string{strings.Join(all, ", ")}
}

// corsExposed is the list of the headers that pages may read, in alphabetical order.
func corsExposed(more ...string) []string {
	all := append([]string{
		"Content-Disposition", "ETag", "Idempotency-Replayed", "Location", "RateLimit", "RateLimit-Policy", "Retry-After",
		"X-Request-Id",
	}, more...)
	slices.Sort(all)
	return []string{strings.Join(all, ", ")}
}

// AllowCookieHeader lets pages of the CookieOrigins send the header, by which an operation is asked
// for a cookie. No page of another origin may.
func (r *Router) AllowCookieHeader(name string) {
	r.cookieHeaders = append(r.cookieHeaders, name)
	r.listCORSHeaders()
}

// listCORSHeaders makes the lists of the headers that pages may send and read.
func (r *Router) listCORSHeaders() {
	r.corsHeaders, r.corsExposed = corsHeaders(r.guestHeaders...), corsExposed(r.guestHeaders...)
	r.corsCookieHeaders = corsHeaders(slices.Concat(r.guestHeaders, r.cookieHeaders)...)
}

// crossOrigin answers preflights of the allowed origins and lets them read responses. Without an
// allowed origin there is no CORS header, and browsers of other sites see nothing. Credentials are
// bearer headers, and cookies for the CookieOrigins alone. preflight is true when the request was
// one, which these headers answer.
func (r *Router) crossOrigin(h http.Header, req *http.Request) (preflight bool) {
	if len(r.origins) == 0 && !r.loopbackOrigins {
		return false
	}
	h["Vary"] = varyOrigin
	origin := req.Header.Get("Origin")
	if !r.origins[origin] && !(r.loopbackOrigins && isLoopbackOrigin(origin)) {
		return false
	}
	h["Access-Control-Allow-Origin"] = []string{origin}
	h["Access-Control-Expose-Headers"] = r.corsExposed
	allowed := r.corsHeaders
	if r.cookieOrigins[origin] {
		h["Access-Control-Allow-Credentials"] = corsCredentials
		allowed = r.corsCookieHeaders
	}
	if req.Method != http.MethodOptions || req.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h["Access-Control-Allow-Methods"] = corsMethods
	h["Access-Control-Allow-Headers"] = allowed
	h["Access-Control-Max-Age"] = corsMaxAge
	return true
}

// isLoopbackOrigin is true for a page that this machine serves, at any port: localhost and names
// below it, which browsers never resolve to another machine (RFC 6761, section 6.3), 127.0.0.1 and
// [::1].
func isLoopbackOrigin(origin string) bool {
	u, ok := parseOrigin(origin)
	if !ok {
		return false
	}
	switch host := u.Hostname(); host {
	case "localhost", "127.0.0.1", "::1":
		return true
	default:
		name, below := strings.CutSuffix(host, ".localhost")
		return below && name != ""
	}
}

// parseOrigins checks the allowed origins.
func parseOrigins(list []string) (map[string]bool, error) {
	origins := make(map[string]bool, len(list))
	for _, s := range list {
		if _, ok := parseOrigin(s); !ok {
			return nil, fmt.Errorf("httpapi: %q is not an origin; one looks like https://shop.example", s)
		}
		origins[s] = true
	}
	return origins, nil
}

// parseOrigin reads an origin as a browser sends it: scheme, host and port, nothing more.
func parseOrigin(text string) (*url.URL, bool) {
	u, err := url.Parse(text)
	ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.Scheme+"://"+u.Host == text &&
		!strings.Contains(text, "*")
	return u, ok
}
