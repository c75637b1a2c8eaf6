package httpapi

import (
	"errors"
	"net/http"
	"strings"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// Audience is who may call an operation. It is checked before the body is read.
type Audience int

// The audiences.
const (
	Public       Audience = iota + 1 // anybody; a bearer token is ignored
	OptionalUser                     // anybody; when there is a bearer token it must be valid
	User                             // a valid bearer token
	UserOrGuest                      // a valid bearer token, a guest token, or both (GuestToken)
	Admin                            // a valid bearer token with the role admin, else 403
)

// authenticate finds out who calls, and whether the audience lets them: 401 without a token or with
// a bad one, 403 for a wrong role, 429 for too many bad tokens.
func (o *operation) authenticate(r *http.Request, q *request) error {
	if o.audience == UserOrGuest {
		q.guestToken = o.router.guestToken.of(r)
	}
	switch {
	case o.audience == Public:
		return nil
	case !hasBearer(r) && (o.audience == OptionalUser || q.guestToken != ""):
		return nil
	}
	p, err := o.router.authority.Verify(bearer(r))
	switch {
	case o.audience == Admin && (errors.Is(err, auth.ErrDemoted) || err == nil && p.Role != auth.RoleAdmin):
		return fault.New(fault.Forbidden, "This is for admins only.")
	case errors.Is(err, auth.ErrToken):
		return o.unauthenticated(r, err)
	case err != nil:
		return err // whether the token was ended early can't be known right now
	}
	q.caller = &p
	return nil
}

// unauthenticated is the fault of a request without a token that is valid.
func (o *operation) unauthenticated(r *http.Request, cause error) error {
	switch {
	case hasBearer(r):
		if over := o.router.CountRejected(r.Context(), limitBadTokens); over != nil {
			return over
		}
	case o.audience == UserOrGuest:
		return fault.New(fault.Unauthenticated, "An access token or an "+o.router.guestToken.Header+" is needed.").WithCause(cause)
	}
	return fault.New(fault.Unauthenticated, "A valid access token is needed.").WithCause(cause)
}

// notPrintable reports whether a character is outside of printable ASCII.
func notPrintable(ch rune) bool { return ch < ' ' || ch > '~' }

func hasBearer(r *http.Request) bool { return len(r.Header["Authorization"]) > 0 }

// bearer is the token of the Authorization header (RFC 6750), or "", which is no valid token.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
