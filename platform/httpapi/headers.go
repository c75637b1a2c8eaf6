package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Values of headers that every response carries; shared between responses, which only ever replace them.
var (
	nosniff    = []string{"nosniff"}
	noReferrer = []string{"no-referrer"}
	noStore    = []string{"no-store"}
	jsonPolicy = []string{"default-src 'none'; frame-ancestors 'none'"}
	transport  = []string{"max-age=31536000; includeSubDomains"}
	varyOrigin = []string{"Origin"}

	corsMethods = []string{"GET, HEAD, POST, PUT, PATCH, DELETE"}
	corsHeaders = []string{"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Traceparent, Tracestate, X-Cart-Token, X-Request-Id"}
	corsExposed = []string{"Content-Disposition, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"}
	corsMaxAge  = []string{"600"}
)

// writeHeaders sets what every response carries. An answer may replace Cache-Control and the policy.
func (r *Router) writeHeaders(h http.Header, q *request) {
	h["X-Request-Id"] = []string{q.id}
	h["X-Content-Type-Options"] = nosniff
	h["Referrer-Policy"] = noReferrer
	h["Content-Security-Policy"] = jsonPolicy
	h["Cache-Control"] = noStore
	if r.https {
		h["Strict-Transport-Security"] = transport
	}
}

// crossOrigin answers preflights of the allowed origins and lets them read responses. Without an allowed origin there is
// no CORS header, and browsers of other sites see nothing. Credentials are bearer headers; cookies are never allowed.
// It tells whether the request was a preflight, which is answered by that.
func (r *Router) crossOrigin(h http.Header, req *http.Request) (preflight bool) {
	if len(r.origins) == 0 {
		return false
	}
	h["Vary"] = varyOrigin
	origin := req.Header.Get("Origin")
	if !r.origins[origin] {
		return false
	}
	h["Access-Control-Allow-Origin"] = []string{origin}
	h["Access-Control-Expose-Headers"] = corsExposed
	if req.Method != http.MethodOptions || req.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h["Access-Control-Allow-Methods"] = corsMethods
	h["Access-Control-Allow-Headers"] = corsHeaders
	h["Access-Control-Max-Age"] = corsMaxAge
	return true
}

// parseOrigins checks the allowed origins: scheme, host and port, nothing more.
func parseOrigins(list []string) (map[string]bool, error) {
	origins := make(map[string]bool, len(list))
	for _, s := range list {
		u, err := url.Parse(s)
		if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.Scheme+"://"+u.Host != s || strings.Contains(s, "*") {
			return nil, fmt.Errorf("httpapi: %q is not an origin; one looks like https://shop.example", s)
		}
		origins[s] = true
	}
	return origins, nil
}
