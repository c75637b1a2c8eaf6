package ratelimit

import (
	"net/http"
	"strconv"
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
	r.WriteQuota(h)
	appendItem(h, "RateLimit-Policy", r.limit.policy)
}

// WriteQuota is WriteHeaders of the header RateLimit alone.
func (r Result) WriteQuota(h http.Header) {
	if r.limit == nil {
		return
	}
	b := make([]byte, 0, 48)
	b = strconv.AppendQuote(b, r.limit.name)
	b = append(b, ";r="...)
	b = strconv.AppendInt(b, r.quota.remaining, 10)
	b = append(b, ";t="...)
	b = strconv.AppendInt(b, wholeSeconds(r.quota.reset), 10)
	appendItem(h, "RateLimit", string(b))
}

func appendItem(h http.Header, name, item string) {
	if known := h[name]; len(known) > 0 {
		item = known[0] + ", " + item
	}
	h[name] = []string{item}
}

// wholeSeconds rounds up.
func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
