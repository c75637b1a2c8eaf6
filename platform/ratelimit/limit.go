package ratelimit

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// limit is a named rate limit: token buckets, one for each window.
type limit struct {
	name    string
	windows []window
	policy  string // the item of the RateLimit-Policy header
}

// window is a bucket of n tokens that fills up within per. The state of a bucket is the moment at
// which it will be full again: a call moves it by step, and it may lie at most per ahead. Moments
// and durations are in microseconds.
type window struct {
	n, per, step int64
}

// maxWindows is the most windows that a limit may have.
const maxWindows = 3

// buckets are the states of a limit's windows for one key; the zero value is full.
type buckets [maxWindows]int64

// quota is what a call leaves of a limit.
type quota struct {
	remaining int64         // -1 before the first window is looked at
	reset     time.Duration // until there is a token more
	wait      time.Duration // how long to wait when there was none; 0 when the call is allowed
}

// take takes a token of each window at the moment now, or none when the call is refused.
func (l *limit) take(b *buckets, now int64) quota {
	l.clamp(b, now)
	next, q := *b, quota{remaining: -1}
	for i, w := range l.windows {
		next[i] = max(b[i], now) + w.step
		q.include(w, next[i], now)
	}
	if q.wait == 0 {
		*b = next
	}
	return q
}

// clamp moves back the buckets that lie further ahead than their window is long, and reports
// whether there were any. That happens after the clock was set back or the limit was changed:
// without it callers would wait for as long as the clock was ahead.
func (l *limit) clamp(b *buckets, now int64) (clamped bool) {
	for i, w := range l.windows {
		if b[i] > now+w.per {
			b[i], clamped = now+w.per, true
		}
	}
	return clamped
}

// quotaOf is the quota after a call that was allowed and left the buckets in this state.
func (l *limit) quotaOf(b buckets, now int64) quota {
	q := quota{remaining: -1}
	for i, w := range l.windows {
		q.include(w, b[i], now)
	}
	return q
}

// include takes account of one window, whose bucket is full at the moment fullAt if the call is
// allowed.
func (q *quota) include(w window, fullAt, now int64) {
	if over := fullAt - now - w.per; over > 0 {
		q.remaining, q.wait = 0, max(q.wait, microseconds(over))
		q.reset = q.wait
		return
	}
	if left := (w.per - (fullAt - now)) / w.step; q.wait == 0 && (q.remaining < 0 || left < q.remaining) {
		q.remaining, q.reset = left, microseconds(w.step)
	}
}

func microseconds(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

// full reports whether all buckets are full, so that nothing is lost when they are dropped.
func (b *buckets) full(now int64) bool {
	for _, at := range b {
		if at > now {
			return false
		}
	}
	return true
}

// times is the limit with so many times as many calls.
func (l *limit) times(factor int64) *limit {
	wide := &limit{name: l.name}
	for _, w := range l.windows {
		n := min(w.n*factor, w.per) // a step is at least a microsecond
		wide.windows = append(wide.windows, window{n: n, per: w.per, step: w.per / n})
	}
	wide.policy = wide.describe()
	return wide
}

// describe is the header RateLimit-Policy of the limit.
func (l *limit) describe() string {
	var all []string
	for _, w := range l.windows {
		all = append(all, fmt.Sprintf("%q;q=%d;w=%d", l.name, w.n, w.per/microsecondsPerSecond))
	}
	return strings.Join(all, ", ")
}

const microsecondsPerSecond = int64(time.Second / time.Microsecond)

// parseLimit reads "10/1m,60/1h": 10 a minute, and 60 an hour.
func parseLimit(name, s string) (*limit, error) {
	l := &limit{name: name}
	for part := range strings.SplitSeq(s, ",") {
		count, span, ok := strings.Cut(strings.TrimSpace(part), "/")
		n, badCount := strconv.ParseInt(count, 10, 64)
		per, badSpan := time.ParseDuration(span)
		if !ok || badCount != nil || badSpan != nil || n < 1 || per.Microseconds() < n || len(l.windows) == maxWindows {
			return nil, fmt.Errorf(`ratelimit: %s: %q is no rate; one looks like "30/1m" or "10/1m,60/1h"`, name, s)
		}
		l.windows = append(l.windows, window{n: n, per: per.Microseconds(), step: per.Microseconds() / n})
	}
	l.policy = l.describe()
	return l, nil
}
