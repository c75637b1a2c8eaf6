// Package auth issues and verifies access tokens and gives the caller of a request.
//
// It knows no users table: identity issues tokens with Authority.Issue and ends them early with
// Authority.Revoke. httpapi calls Authority.Verify and puts the caller into the context, from which
// handlers take it with From or MustFrom.
package auth

import (
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
	RoleAdmin    Role = "admin"
)

// TokenTTL is the life of an access token.
const TokenTTL = 10 * time.Minute

// ErrToken is the error of a token that is not valid here, for any reason.
var ErrToken = errors.New("auth: the token is not valid")

// ErrDemoted is ErrToken for a token that ended because its owner lost the admin role: on admin
// paths the answer is 403, not 401.
var ErrDemoted = fmt.Errorf("%w: its role has been taken away", ErrToken)

// Principal is the caller.
type Principal struct {
	UserID, SessionID, TokenID string
	Role                       Role
	AccountType                string // as the users' module names it
	Email, Name                string
	ExpiresAt                  time.Time
}

// Actor is the principal's name in the event log: "user:<id>".
func (p Principal) Actor() string { return "user:" + p.UserID }

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
