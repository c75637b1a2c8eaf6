// Package auth verifies access tokens and knows who calls. It knows no users table: identity issues tokens with Keys
// and ends them with Revoke.
package auth

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
)

// The roles (API.md, section 2).
const (
	RoleCustomer = "customer"
	RoleAdmin    = "admin"
)

// TokenTTL is the life of an access token (API.md, section 2).
const TokenTTL = 10 * time.Minute

// Principal is the caller.
type Principal struct {
	UserID, SessionID, TokenID string
	Role, AccountType          string
	Email, Name                string
	ExpiresAt                  time.Time
}

// Actor is the principal's name in the event log: "user:<id>".
func (p Principal) Actor() string { return "user:" + p.UserID }

type principalKey struct{}

// With gives ctx the caller.
func With(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From is the caller that ctx carries; ok is false for an anonymous one.
func From(ctx context.Context) (p Principal, ok bool) {
	p, ok = ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// MustFrom is the caller of an operation that requires one; it panics when the operation was registered as public.
func MustFrom(ctx context.Context) Principal {
	p, ok := From(ctx)
	if !ok {
		panic("auth: no principal: the operation's audience is public")
	}
	return p
}

// ErrToken is the error of a token that is not valid here, for any reason.
var ErrToken = errors.New("auth: the token is not valid")

// ErrDemoted is ErrToken for a token that ended because its owner lost the admin role: API.md answers 403 on admin paths.
var ErrDemoted = errors.New("auth: the token's role has been taken away")

// Keys are the Ed25519 keys that sign (the first) and verify (all) access tokens.
type Keys struct{}

// LoadKeys reads a PEM file with PKCS#8 Ed25519 keys, the first of which signs.
func LoadKeys(path string) (*Keys, error) { panic("stub") }

// GenerateKeysFile writes a new key to path (0600) unless it exists.
func GenerateKeysFile(path string) error { panic("stub") }

// JWKS is the JSON of /.well-known/jwks.json (RFC 7517, RFC 8037).
func (k *Keys) JWKS() []byte { panic("stub") }

// Migrations are the tables of the revocations.
func Migrations() database.Migrations { panic("stub") }

// Options of an Authority.
type Options struct {
	Keys     *Keys
	Issuer   string // http.public_url
	Audience string // "orderd"
	Clock    clock.Clock
	Log      *zap.Logger
}

// Authority issues and verifies access tokens and knows which ended early.
type Authority struct{}

// New makes an authority on db.
func New(db *gorm.DB, o Options) *Authority { panic("stub") }

// Run keeps the revocations of other replicas known within a second until ctx ends.
func (a *Authority) Run(ctx context.Context) error { panic("stub") }

// Issue signs an access token for p (ExpiresAt and TokenID are set by it): EdDSA, with kid.
func (a *Authority) Issue(p Principal) (token string, expiresIn time.Duration, err error) {
	panic("stub")
}

// Verify checks signature, algorithm, kid, issuer, audience, times and revocations. No query is made.
func (a *Authority) Verify(token string) (Principal, error) { panic("stub") }

// Revoke ends the access tokens that were issued for the sessions until now, within a second on every replica, when tx commits.
// newRole is "" unless the reason is a change of role.
func (a *Authority) Revoke(ctx context.Context, tx *gorm.DB, newRole string, sessionIDs ...string) error {
	panic("stub")
}
