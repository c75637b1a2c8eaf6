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
	Public       Audience = iota + 1 // nobody needs to be logged in; a bearer token is ignored
	OptionalUser                     // a bearer token counts when there is one; a bad one is 401
	User                             // a valid bearer token
	UserOrCart                       // a valid bearer token, an X-Cart-Token, or both
	Admin                            // a valid bearer token with the role admin; a customer gets 403
)

// authenticate finds out who calls and whether the audience lets them: 401 for nobody or a bad token, 403 for a wrong role, 429 for too many bad tokens.
func (o *operation) authenticate(r *http.Request, q *request) error {
	if o.audience == UserOrCart {
		q.cartToken = cartToken(r)
	}
	switch {
	case o.audience == Public:
		return nil
	case !hasBearer(r) && (o.audience == OptionalUser || o.audience == UserOrCart && q.cartToken != ""):
		return nil
	}
	p, err := o.router.authority.Verify(bearer(r))
	switch {
	case o.audience == Admin && (errors.Is(err, auth.ErrDemoted) || err == nil && p.Role != auth.RoleAdmin):
		return fault.New(fault.Forbidden, "This is for admins only.")
	case errors.Is(err, auth.ErrToken) && o.audience == UserOrCart && !hasBearer(r):
		return fault.New(fault.Unauthenticated, "An access token or an X-Cart-Token is needed.").Because(err)
	case errors.Is(err, auth.ErrToken):
		if hasBearer(r) {
			if over := o.router.Refused(r.Context(), limitBadTokens); over != nil {
				return over
			}
		}
		return fault.New(fault.Unauthenticated, "A valid access token is needed.").Because(err)
	case err != nil:
		return err // whether the token was ended early can't be known right now
	}
	q.caller = &p
	return nil
}

// cartToken is the X-Cart-Token, or "" for what can be none.
func cartToken(r *http.Request) string {
	s := r.Header.Get("X-Cart-Token")
	if len(s) > 255 || strings.ContainsFunc(s, notPrintable) {
		return ""
	}
	return s
}

// notPrintable tells whether a character is none of printable ASCII.
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
