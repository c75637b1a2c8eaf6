package httpapi

import (
	"context"
	"errors"
	"fmt"
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
	OptionalUser                     // anybody; a bearer token must be valid, a key gives nothing
	User                             // a valid access token; see Op.Ticket
	UserOrGuest                      // a valid access token, a guest token, or both; see Op.NewGuest
	Admin                            // an access token of the staff, or an API key, with Op.Scope
)

// authenticate finds out who calls, and whether the audience lets them: 401 without a token or with
// a bad one, 403 without the scope, 429 for too many bad tokens.
func (o *operation) authenticate(r *http.Request, q *request) error {
	if o.audience == UserOrGuest {
		q.guestToken = o.guestToken().of(r)
	}
	switch {
	case o.audience == Public:
		return nil
	case !hasBearer(r) && (o.audience == OptionalUser || q.guestToken != "" || o.op.NewGuest):
		return nil
	}
	p, err := o.identify(r)
	if err == nil && p.KeyID != "" && o.audience != Admin {
		if o.audience == OptionalUser {
			q.ignoredKey = p.KeyID
			return nil
		}
		err = errKeyElsewhere
	}
	switch {
	case o.audience == Admin && (errors.Is(err, auth.ErrDemoted) || err == nil && !p.MayUse(o.op.Scope)):
		q.refused = &p
		return Forbidden(o.op.Scope)
	case errors.Is(err, auth.ErrToken):
		return o.unauthenticated(r, err)
	case err != nil:
		return err // whether the token was ended early can't be known right now
	}
	q.caller = &p
	return o.requireProof(p)
}

// errKeyElsewhere is the cause of the 401 of a valid key at an operation for users.
var errKeyElsewhere = fmt.Errorf("%w: it is an API key", auth.ErrToken)

// forbiddenMembers are what a problem with forbidden has beyond the usual members.
type forbiddenMembers struct {
	RequiredScope auth.Scope `json:"requiredScope,omitempty" doc:"The scope of the operation (x-scope), where it has one." example:"mails:read"`
}

// Forbidden is the fault of a caller without a scope that the request needs.
func Forbidden(scope auth.Scope) error {
	return fault.New(fault.Forbidden, "This is for staff with the required scope.").WithMembers(forbiddenMembers{scope})
}

// RequireScope returns fault.Forbidden, with the scope, unless the caller has it: for what some
// uses of an operation require beyond its own scope.
func RequireScope(ctx context.Context, scope auth.Scope) error {
	if p, ok := auth.From(ctx); !ok || !p.MayUse(scope) {
		return Forbidden(scope)
	}
	return nil
}

// unauthenticated is the fault of a request without a token that is valid.
func (o *operation) unauthenticated(r *http.Request, cause error) error {
	switch {
	case hasBearer(r) || o.ticketOf(r) != "":
		if over := o.router.CountRejected(r.Context(), limitBadTokens); over != nil {
			return over
		}
	case o.audience == UserOrGuest:
		return fault.New(fault.Unauthenticated, "An access token or an %s is needed.", o.guestToken().Header).WithCause(cause)
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
