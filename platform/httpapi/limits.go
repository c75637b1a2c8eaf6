package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"orderd/platform/fault"
)

// The general limits, which apply without being named: reads and writes by user or, without one, by address; everything of an admin.
// Writes of nobody at all have limits of their own, or come from a machine (webhooks).
const (
	limitReads           = "reads"
	limitReadsAnonymous  = "reads_anonymous"
	limitWrites          = "writes"
	limitWritesAnonymous = "writes_anonymous"
	limitAdmin           = "admin"
	limitBadTokens       = "bad_tokens"
)

// limiter counts calls. By address, and for the general limits, it counts in this process alone.
type limiter struct {
	rates map[string]*rate // empty when limits are off

	mu    sync.Mutex
	calls map[callerOf]*buckets
}

type callerOf struct{ limit, key string }

// maxCallers bounds the memory of the limiter. Above it, buckets that are full are forgotten, then any.
const maxCallers = 100_000

func newLimiter(o Limits) (*limiter, error) {
	l := &limiter{rates: map[string]*rate{}, calls: map[callerOf]*buckets{}}
	if !o.Enabled {
		return l, nil
	}
	var faults []error
	for name, s := range o.Rates {
		r, err := parseRate(name, s)
		l.rates[name] = r
		faults = append(faults, err)
	}
	return l, errors.Join(faults...)
}

// take counts one call of key against the limit name. It asks for the time when it is the call's turn, so that none is older than one that was
// counted before. ok is false when there is no such limit.
func (l *limiter) take(name, key string, now func() time.Time) (r *rate, q quota, ok bool) {
	if r, ok = l.rates[name]; !ok {
		return nil, quota{}, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := now().UnixMicro()
	caller := callerOf{name, key}
	b := l.calls[caller]
	if b == nil {
		if len(l.calls) >= maxCallers {
			l.forget(at)
		}
		b = new(buckets)
		l.calls[caller] = b
	}
	return r, r.take(b, at), true
}

// forget makes room: full buckets first, then, when many callers are at it, a tenth of all.
func (l *limiter) forget(now int64) {
	for caller, b := range l.calls {
		if b.full(now) {
			delete(l.calls, caller)
		}
	}
	for caller := range l.calls {
		if len(l.calls) < maxCallers-maxCallers/10 {
			return
		}
		delete(l.calls, caller)
	}
}

// limitAddress is the second check of a request: by the client's address.
func (o *operation) limitAddress(c *gin.Context, q *request) error {
	if len(o.router.limits.rates) == 0 {
		return nil
	}
	if o.audience == Public || o.audience == OptionalUser {
		for _, name := range o.op.Limits {
			if err := o.count(c, name, network(q.address)); err != nil {
				return err
			}
		}
	}
	if o.op.Method == http.MethodGet && o.audience != User && o.audience != Admin && (o.audience == Public || !hasBearer(c.Request)) {
		return o.count(c, limitReadsAnonymous, network(q.address))
	}
	return nil
}

// limitCaller is the fourth: by the user, across replicas where the operation names a limit. A caller with nothing but
// a cart token counts by address, for tokens are free to have.
func (o *operation) limitCaller(c *gin.Context, q *request) error {
	if len(o.router.limits.rates) == 0 {
		return nil
	}
	if o.audience == User || o.audience == UserOrCart || o.audience == Admin {
		for _, name := range o.op.Limits {
			var err error
			if q.caller != nil {
				err = o.router.Take(c.Request.Context(), name, q.caller.UserID)
			} else {
				err = o.count(c, name, network(q.address))
			}
			if err != nil {
				return err
			}
		}
	}
	switch write := mutating(o.op.Method); {
	case q.caller == nil && write && o.audience == UserOrCart:
		return o.count(c, limitWritesAnonymous, network(q.address))
	case q.caller == nil:
		return nil
	case o.audience == Admin:
		return o.count(c, limitAdmin, q.caller.UserID)
	case write:
		return o.count(c, limitWrites, q.caller.UserID)
	}
	return o.count(c, limitReads, q.caller.UserID)
}

func (o *operation) count(c *gin.Context, name, key string) error {
	return o.router.count(c.Writer.Header(), name, key)
}

func (r *Router) count(h http.Header, name, key string) error {
	limit, q, ok := r.limits.take(name, key, r.clock.Now)
	if !ok {
		return nil
	}
	limit.tell(h, q)
	if q.wait > 0 {
		r.observer.ObserveRefusal(name)
	}
	return q.fault()
}

// Refused counts a request that is about to be refused, for a token or a signature that does not verify, against the limit name: by the client's network, in this
// process. Over the limit it returns a fault.RateLimited, which is the better answer. Requests that are not refused never come here, so that the limit harms no
// neighbour who shares the network; the price is that each token or signature is still verified.
func (r *Router) Refused(ctx context.Context, name string) error {
	q := requestOf(ctx)
	return r.count(q.header, name, network(q.address))
}

// tell writes the headers of draft-ietf-httpapi-ratelimit-headers, spelt as there. Several limits make a list.
func (r *rate) tell(h http.Header, q quota) {
	b := make([]byte, 0, 48)
	b = strconv.AppendQuote(b, r.name)
	b = append(b, ";r="...)
	b = strconv.AppendInt(b, q.remaining, 10)
	b = append(b, ";t="...)
	b = strconv.AppendInt(b, seconds(q.reset), 10)
	appendItem(h, "RateLimit", string(b))
	appendItem(h, "RateLimit-Policy", r.policy)
}

func appendItem(h http.Header, name, item string) {
	if known := h[name]; len(known) > 0 {
		item = known[0] + ", " + item
	}
	h[name] = []string{item}
}

func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// fault is nil for a call that is allowed.
func (q quota) fault() error {
	if q.wait == 0 {
		return nil
	}
	f := fault.New(fault.RateLimited, "There were too many requests. Please wait a little.")
	f.RetryAfter = q.wait
	return f
}
