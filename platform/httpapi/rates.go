package httpapi

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits are the rate limits by name. A name without a rate is not limited.
type Limits struct {
	Enabled bool
	Rates   map[string]string // "login": "30/1m"; several windows with commas: "10/1m,60/1h"
}

// rate is a rate limit: token buckets, one a window, and a call takes a token of each or none.
type rate struct {
	name    string
	windows []window
	policy  string // the item of the RateLimit-Policy header
}

// window is a bucket of n tokens that fills up within per. A bucket's state is one moment: when it will be full again.
// Each call moves it by step; it may lie at most per ahead. (This is GCRA.) Moments are in microseconds.
type window struct {
	n, per, step int64
}

// maxWindows is how many windows a rate may have.
const maxWindows = 3

// buckets are the states of a rate's windows for one key; the zero value is full.
type buckets [maxWindows]int64

// quota is what a caller is told about a limit.
type quota struct {
	remaining int64
	reset     time.Duration // until there is a token more
	wait      time.Duration // how long to wait when there was none; 0 when the call is allowed
}

// take takes a token of each window at the moment now. Refused, it takes none.
func (r *rate) take(b *buckets, now int64) quota {
	r.clamp(b, now)
	next, q := *b, quota{remaining: -1}
	for i, w := range r.windows {
		next[i] = max(b[i], now) + w.step
		q.see(w, next[i], now)
	}
	if q.wait == 0 {
		*b = next
	}
	return q
}

// clamp brings back the buckets that lie further ahead than their windows are long, as they do after the clock was set back or the limit was changed: it tells
// whether there were any. Without it the caller would wait for as long as the clock was ahead.
func (r *rate) clamp(b *buckets, now int64) (clamped bool) {
	for i, w := range r.windows {
		if b[i] > now+w.per {
			b[i], clamped = now+w.per, true
		}
	}
	return clamped
}

// left is the quota after a call that was allowed and left the buckets so.
func (r *rate) left(b buckets, now int64) quota {
	q := quota{remaining: -1}
	for i, w := range r.windows {
		q.see(w, b[i], now)
	}
	return q
}

// see takes account of one window whose bucket would be full at the moment full if the call were allowed.
func (q *quota) see(w window, full, now int64) {
	if over := full - now - w.per; over > 0 {
		q.remaining, q.wait = 0, max(q.wait, micros(over))
		q.reset = q.wait
		return
	}
	if left := (w.per - (full - now)) / w.step; q.wait == 0 && (q.remaining < 0 || left < q.remaining) {
		q.remaining, q.reset = left, micros(w.step)
	}
}

func micros(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

// full tells whether all buckets are, so that nothing is lost by forgetting them.
func (b *buckets) full(now int64) bool {
	for _, at := range b {
		if at > now {
			return false
		}
	}
	return true
}

// parseRate reads "10/1m,60/1h": 10 a minute, and 60 an hour.
func parseRate(name, s string) (*rate, error) {
	r := &rate{name: name}
	for part := range strings.SplitSeq(s, ",") {
		count, span, ok := strings.Cut(strings.TrimSpace(part), "/")
		n, badCount := strconv.ParseInt(count, 10, 64)
		per, badSpan := time.ParseDuration(span)
		if !ok || badCount != nil || badSpan != nil || n < 1 || per.Microseconds() < n || len(r.windows) == maxWindows {
			return nil, fmt.Errorf(`httpapi: limit %s: %q is no rate; one looks like "30/1m" or "10/1m,60/1h"`, name, s)
		}
		r.windows = append(r.windows, window{n: n, per: per.Microseconds(), step: per.Microseconds() / n})
		if r.policy != "" {
			r.policy += ", "
		}
		r.policy += fmt.Sprintf("%q;q=%d;w=%d", name, n, int64(per.Seconds()))
	}
	return r, nil
}
