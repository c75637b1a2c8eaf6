package httpapi

import "net/http"

// The values of headers that every response has. Responses share them, and only ever replace them.
var (
	nosniff    = []string{"nosniff"}
	noReferrer = []string{"no-referrer"}
	noStore    = []string{"no-store"}
	jsonPolicy = []string{"default-src 'none'; frame-ancestors 'none'"}
	transport  = []string{"max-age=31536000; includeSubDomains"}
)

// writeHeaders sets what every response has. A response may replace Cache-Control and the policy.
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
