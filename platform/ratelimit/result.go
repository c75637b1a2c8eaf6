package ratelimit

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"orderd/platform/fault"
)

// Result is what became of one call. The zero value is that of a limit that does not exist:
// allowed.
type Result struct {
	limit *limit
	quota quota
}

// Allowed reports whether the call was counted.
func (r Result) Allowed() bool { return r.quota.wait == 0 }

// Err is nil for a call that is allowed, else a fault.RateLimited that says how long to wait.
func (r Result) Err() error {
	if r.Allowed() {
		return nil
	}
	f := fault.New(fault.RateLimited, "There were too many requests. Please wait a little.")
	f.RetryAfter = r.quota.wait
	return f
}

// WriteHeaders adds the limit to the headers RateLimit and RateLimit-Policy of
// draft-ietf-httpapi-ratelimit-headers, spelt as there. Several limits make a list.
func (r Result) WriteHeaders(h http.Header) {
	if r.limit == nil {
		return
	}
	r.writeQuota(h)
	appendItem(h, "RateLimit-Policy", r.limit.policy)
}

// RewriteQuota puts the quota in place of the one that WriteHeaders added last.
func (r Result) RewriteQuota(h http.Header) {
	if r.limit == nil {
		return
	}
	dropLastItem(h, quotaHeader)
	r.writeQuota(h)
}

const quotaHeader = "RateLimit"

func (r Result) writeQuota(h http.Header) {
	b := make([]byte, 0, 48)
	b = strconv.AppendQuote(b, r.limit.name)
	b = append(b, ";r="...)
	b = strconv.AppendInt(b, r.quota.remaining, 10)
	b = append(b, ";t="...)
	b = strconv.AppendInt(b, wholeSeconds(r.quota.reset), 10)
	appendItem(h, quotaHeader, string(b))
}

func appendItem(h http.Header, name, item string) {
	if known := h[name]; len(known) > 0 {
		item = known[0] + ", " + item
	}
	h[name] = []string{item}
}

func dropLastItem(h http.Header, name string) {
	items := h[name]
	if len(items) == 0 {
		return
	}
	if i := strings.LastIndex(items[0], ", "); i >= 0 {
		h[name] = []string{items[0][:i]}
	} else {
		delete(h, name)
	}
}

// wholeSeconds rounds up.
func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
