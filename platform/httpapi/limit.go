package httpapi

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"orderd/platform/ratelimit"
)

// The general limits, which apply without being named: reads and writes by user or, without one, by
// address; everything of an admin, by user or by API key; reads of a storefront for no visitor by
// its key. A read that ends in 304 counts against none of them. Anonymous writes have limits of
// their own, or come from a machine (webhooks).
const (
	limitReads           = "reads"
	limitReadsAnonymous  = "reads_anonymous"
	limitWrites          = "writes"
	limitWritesAnonymous = "writes_anonymous"
	limitAdmin           = "admin"
	limitAPIKey          = "api_key"
	limitBadTokens       = "bad_tokens"
	limitStorefront      = "storefront"
)

// limitAddress is the second check of a request: by the client's address, in this process.
func (o *operation) limitAddress(c *gin.Context, q *request) error {
	if !o.router.limits.Enabled() {
		return nil
	}
	if q.storefrontKey != "" && !hasBearer(c.Request) {
		return o.limitHere(c, limitStorefront, q.storefrontKey)
	}
	if o.audience == Public || o.audience == OptionalUser {
		for _, name := range o.op.Limits {
			if err := o.limitNetwork(c, name, q); err != nil {
				return err
			}
		}
	}
	if o.op.Method == http.MethodGet && o.mayBeAnonymous(c.Request) {
		return o.limitNetwork(c, limitReadsAnonymous, q)
	}
	return nil
}

// mayBeAnonymous reports whether nothing is known of the caller yet but the address. To look up a
// ticket takes a statement, so that even wrong ones count.
func (o *operation) mayBeAnonymous(r *http.Request) bool {
	switch o.audience {
	case Public:
		return true
	case User, Admin:
		return o.ticketOf(r) != ""
	}
	return !hasBearer(r)
}

// limitCaller is the fourth: by the user or key, across replicas where the operation names a limit.
// A caller with nothing but a guest token counts by address, for tokens are free to have.
func (o *operation) limitCaller(c *gin.Context, q *request) error {
	if !o.router.limits.Enabled() {
		return nil
	}
	if o.audience == User || o.audience == UserOrGuest || o.audience == Admin {
		names := o.op.Limits
		if q.caller == nil && o.op.GuestLimits != nil {
			names = o.op.GuestLimits
		}
		for _, name := range names {
			var err error
			if q.caller != nil {
				err = o.router.TakeToken(c.Request.Context(), name, q.caller.ID())
			} else {
				err = o.limitNetwork(c, name, q)
			}
			if err != nil {
				return err
			}
		}
	}
	return o.limitGenerally(c, q)
}

// limitGenerally counts the request against the general limit of its caller.
func (o *operation) limitGenerally(c *gin.Context, q *request) error {
	switch write := isWrite(o.op.Method); {
	case q.ignoredKey != "":
		return o.limitHere(c, limitAPIKey, q.ignoredKey)
	case q.caller == nil && write && o.audience == UserOrGuest:
		return o.limitNetwork(c, limitWritesAnonymous, q)
	case q.caller == nil:
		return nil
	case q.caller.KeyID != "":
		return o.limitHere(c, limitAPIKey, q.caller.KeyID)
	case o.audience == Admin:
		return o.limitHere(c, limitAdmin, q.caller.UserID)
	case write:
		return o.limitHere(c, limitWrites, q.caller.UserID)
	}
	return o.limitHere(c, limitReads, q.caller.UserID)
}

// limitNetwork counts the request against a limit by the client's address: IPv6 by its /64 and, in
// a bucket of eight times the size, by its /48.
func (o *operation) limitNetwork(c *gin.Context, name string, q *request) error {
	return o.limitWide(c, name, network(q.address), site(q.address))
}

func (o *operation) limitHere(c *gin.Context, name, key string) error {
	return o.limitWide(c, name, key, "")
}

// limitWide counts the request of the key in a wide network. The last limit of a read is a general
// one, and is not counted when the read ends in 304.
func (o *operation) limitWide(c *gin.Context, name, key, wide string) error {
	limits, h := o.router.limits, c.Writer.Header()
	err := o.router.finishLimit(h, name, limits.TakeHereWide(name, key, wide))
	if err == nil && o.op.Cached {
		requestFrom(c).uncount = func() { limits.ReturnHere(name, key, wide).RewriteQuota(h) }
	}
	return err
}

// finishLimit writes the headers of a limit and is the fault of a call that it refuses. h is nil
// outside of a request.
func (r *Router) finishLimit(h http.Header, name string, result ratelimit.Result) error {
	if h != nil {
		result.WriteHeaders(h)
	}
	if !result.Allowed() {
		r.observer.ObserveRefusal(name)
	}
	return result.Err()
}

// TakeToken counts one call of key (an email, a user's id) against the limit name, across replicas
// on PostgreSQL. Over the limit it returns a fault.RateLimited and counts nothing. It must not be
// called inside of a transaction.
func (r *Router) TakeToken(ctx context.Context, name, key string) error {
	limited, cancel := context.WithTimeout(ctx, r.answerTime)
	defer cancel()
	result, err := r.limits.Take(limited, name, key)
	if err != nil {
		return err
	}
	return r.finishLimit(requestOf(ctx).header, name, result)
}

// TakeNetworkToken is TakeToken for the network of the client: IPv6 by its /56 and, in a bucket of
// eight times the size, by its /48.
func (r *Router) TakeNetworkToken(ctx context.Context, name string) error {
	limited, cancel := context.WithTimeout(ctx, r.answerTime)
	defer cancel()
	result, err := r.limits.TakeWide(limited, name, NetworkDigest(ctx), siteDigest(ctx))
	if err != nil {
		return err
	}
	return r.finishLimit(requestOf(ctx).header, name, result)
}

// HasToken is TakeToken that reports whether the call is within the limit, for what the caller must
// not learn: it writes no headers.
func (r *Router) HasToken(ctx context.Context, name, key string) (bool, error) {
	limited, cancel := context.WithTimeout(ctx, r.answerTime)
	defer cancel()
	result, err := r.limits.Take(limited, name, key)
	if err != nil {
		return false, err
	}
	_ = r.finishLimit(nil, name, result) // observes a refusal
	return result.Allowed(), nil
}

// ReturnToken takes back a call that TakeToken has counted, for a limit that counts failures alone:
// TakeToken before the work, so that of many simultaneous calls no more than the limit are done,
// and ReturnToken when it was no failure. It must not be called inside of a transaction.
func (r *Router) ReturnToken(ctx context.Context, name, key string) error {
	return r.limits.Return(ctx, name, key)
}

// CountRejected counts a request that is about to be refused, for a token or a signature that does
// not verify, against the limit name: by the client's network, in this process. Over the limit it
// returns a fault.RateLimited, which is the better answer. A request that is not refused is never
// counted, so that the limit harms no neighbour who shares the network; the price is that each
// token or signature is still verified.
func (r *Router) CountRejected(ctx context.Context, name string) error {
	q := requestOf(ctx)
	return r.finishLimit(q.header, name, r.limits.TakeHereWide(name, network(q.address), site(q.address)))
}
