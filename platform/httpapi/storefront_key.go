package httpapi

import (
	"errors"
	"net/http"
	"net/netip"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// The headers of a storefront that renders pages on a server: its API key, and the address of the
// visitor for whom it asks. Browsers have no use for them, so no origin may send them (cors.go).
const (
	storefrontKeyHeader  = "X-Storefront-Key"
	visitorAddressHeader = "X-Visitor-Address"
)

// identifyStorefront takes the visitor's address for the client's when a storefront asks for one:
// all that counts by address counts by it. A storefront that asks for its own pages, without a
// visitor, has reads alone. The key opens nothing beside. It returns 401 for a key that is none,
// and 403 for one without the scope. Staff are no visitors: their calls count as without a key.
func (o *operation) identifyStorefront(r *http.Request, q *request) error {
	key := r.Header.Get(storefrontKeyHeader)
	if key == "" && r.Context().Value(noVisitorKey{}) != nil && !isWrite(o.op.Method) {
		q.storefrontKey = ownSite
	}
	if key == "" {
		return nil
	}
	p, err := o.router.authority.Verify(key)
	switch {
	case err == nil && p.KeyID == "", errors.Is(err, auth.ErrToken), errors.Is(err, auth.ErrDemoted):
		if over := o.router.CountRejected(r.Context(), limitBadTokens); over != nil {
			return over
		}
		return fault.New(fault.Unauthenticated, "The X-Storefront-Key is no valid API key.").WithCause(err)
	case err != nil:
		return err
	case !p.Scopes.Include(auth.ScopeRender):
		return Forbidden(auth.ScopeRender)
	case o.audience == Admin:
		return nil
	}
	visitor := r.Header.Get(visitorAddressHeader)
	address, err := netip.ParseAddr(visitor)
	switch {
	case visitor == "" && isWrite(o.op.Method):
		return invalidVisitor(fault.Required, "is required of a storefront's write")
	case visitor == "":
		q.storefrontKey = p.KeyID
	case err != nil:
		return invalidVisitor(fault.BadFormat, "must be an IPv4 or IPv6 address")
	default:
		q.address = plainAddress(address).String()
	}
	return nil
}

func invalidVisitor(code fault.Code, detail fault.Text) error {
	return fault.Invalid(fault.Field{Pointer: visitorAddressHeader, Code: code, Detail: detail})
}
