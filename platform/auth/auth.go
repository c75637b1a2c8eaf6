// Package auth issues and verifies access tokens, verifies API keys, and gives the caller of a
// request.
//
// It knows no users table: identity issues tokens with Authority.Issue and ends them early with
// Authority.Revoke, and makes, changes and revokes keys with Authority.SaveKey. httpapi calls
// Authority.Verify and puts the caller into the context, from which handlers take it with From or
// MustFrom.
//
// A caller has scopes (scope.go): an admin all of them, other staff and keys their own. Of a second
// factor it knows what the token says of it, and how recent a proof must be (second_factor.go).
package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Role is what an account may do.
type Role string

// The roles.
const (
	RoleCustomer Role = "customer"
	RoleStaff    Role = "staff" // may do what its scopes say
	RoleAdmin    Role = "admin" // may do everything
	RoleKey      Role = "key"   // an API key: may do what its scopes say; no account has it
)

// TokenTTL is the life of an access token.
const TokenTTL = 10 * time.Minute

// ErrToken is the error of a token that is not valid here, for any reason.
var ErrToken = errors.New("auth: the token is not valid")

// ErrDemoted is ErrToken for a token that ended because its owner left the staff: on admin paths
// the answer is 403, not 401.
var ErrDemoted = fmt.Errorf("%w: its role has been taken away", ErrToken)

// Principal is the caller: a user, or an API key, which has no user.
type Principal struct {
	UserID, SessionID, TokenID string
	KeyID                      string
	Role                       Role
	Scopes                     Scopes // of a member of the staff, or of a key
	RoleID                     string // of a member of the staff who is no admin
	AccountType                string // as the users' module names it
	Email, Name                string
	AuthTime                   time.Time // when the session was last proved; zero for customers
	SecondFactor               bool      // the account has a second factor
	ExpiresAt                  time.Time
}

// ID is the id of the user, or of the key.
func (p Principal) ID() string { return cmp.Or(p.UserID, p.KeyID) }

// Actor is the principal's name in the event log: "user:<id>" or "key:<id>".
func (p Principal) Actor() string {
	if p.KeyID != "" {
		return "key:" + p.KeyID
	}
	return "user:" + p.UserID
}

type principalKey struct{}

// With returns a context that carries the caller.
func With(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From returns the caller that ctx carries; ok is false for an anonymous one.
func From(ctx context.Context) (p Principal, ok bool) {
	p, ok = ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// MustFrom returns the caller of an operation that requires one. It panics when the operation was
// registered as public.
func MustFrom(ctx context.Context) Principal {
	p, ok := From(ctx)
	if !ok {
		panic("auth: no principal: the operation's audience is public")
	}
	return p
}
