package auth

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/id"
)

const (
	tokenType = "at+jwt"        // RFC 9068; no other kind of token is taken for an access token
	leeway    = 2 * time.Second // how far the clocks of replicas may be apart
	maxToken  = 4096            // bytes
)

// Options of an Authority.
type Options struct {
	Keys     *Keys
	Issuer   string // http.public_url
	Audience string // "orderd"
	Clock    clock.Clock
	Log      *zap.Logger
}

// Authority issues and verifies access tokens and knows which ended early.
type Authority struct {
	db       *gorm.DB
	o        Options
	parser   *jwt.Parser
	verified verified
	revoked  revocations
	first    firstPoll
}

// New makes an authority on db, which must have the Migrations before the first Verify.
func New(db *gorm.DB, o Options) *Authority {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	return &Authority{
		db: db,
		o:  o,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer(o.Issuer), jwt.WithAudience(o.Audience),
			jwt.WithExpirationRequired(), jwt.WithNotBeforeRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(o.Clock.Now), jwt.WithStrictDecoding()),
		revoked: revocations{bySession: map[string]revocation{}},
	}
}

// claims are what a token says of its owner, to clients too.
type claims struct {
	jwt.RegisteredClaims
	SessionID   string `json:"sid"`
	Role        Role   `json:"role"`
	AccountType string `json:"accountType"`
	Email       string `json:"email"`
	Name        string `json:"name"`
}

// Issue signs an access token for p (ExpiresAt and TokenID are set by it): EdDSA, with kid.
func (a *Authority) Issue(p Principal) (token string, expiresIn time.Duration, err error) {
	now := a.o.Clock.Now()
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: a.o.Issuer, Audience: jwt.ClaimStrings{a.o.Audience}, Subject: p.UserID, ID: id.New(),
			IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(TokenTTL)),
		},
		SessionID: p.SessionID, Role: p.Role, AccountType: p.AccountType, Email: p.Email, Name: p.Name,
	})
	t.Header["typ"], t.Header["kid"] = tokenType, a.o.Keys.signerID
	token, err = t.SignedString(a.o.Keys.signer)
	if err != nil {
		return "", 0, fmt.Errorf("auth: sign: %w", err)
	}
	return token, TokenTTL, nil
}

// Verify checks signature, algorithm, kid, type, issuer, audience, times and revocations. No query is made, but by the first call
// when Run has not begun yet. The error is ErrToken or ErrDemoted, or a fault.Unavailable while the revocations are not known.
func (a *Authority) Verify(token string) (Principal, error) {
	if err := a.knowRevocations(); err != nil {
		return Principal{}, err
	}
	now := a.o.Clock.Now()
	if len(token) > maxToken {
		return Principal{}, ErrToken
	}
	key := fingerprint(token)
	v, ok := a.verified.get(key)
	if !ok || !v.holds(now) {
		var err error
		if v, err = a.check(token); err != nil {
			return Principal{}, fmt.Errorf("%w: %w", ErrToken, err)
		}
		a.verified.put(key, v)
	}
	if r, ok := a.revoked.of(v.SessionID); ok && r.ends(v.Role) {
		if r.newRole == RoleCustomer && v.Role == RoleAdmin {
			return Principal{}, ErrDemoted
		}
		return Principal{}, ErrToken
	}
	return v.Principal, nil
}

// StillValid reports whether the access token that p came with is valid still: it has neither expired nor been revoked since. For answers
// that go on after Verify. No query is made.
func (a *Authority) StillValid(p Principal) bool {
	if p.TokenID == "" || !a.o.Clock.Now().Before(p.ExpiresAt) {
		return false
	}
	r, ok := a.revoked.of(p.SessionID)
	return !ok || !r.ends(p.Role)
}

// check does what depends on the token and the clock alone.
func (a *Authority) check(token string) (verifiedToken, error) {
	var c claims
	t, err := a.parser.ParseWithClaims(token, &c, a.verifier)
	if err != nil {
		return verifiedToken{}, err
	}
	if typ, _ := t.Header["typ"].(string); !strings.EqualFold(typ, tokenType) {
		return verifiedToken{}, errors.New("it is no access token")
	}
	if _, ok := t.Header["crit"]; ok {
		return verifiedToken{}, errors.New("it demands an extension")
	}
	if !isVersion7(c.ID) || !id.Valid(c.Subject) || !id.Valid(c.SessionID) {
		return verifiedToken{}, errors.New("its ids are not ours")
	}
	if c.IssuedAt == nil || c.ExpiresAt.Sub(c.IssuedAt.Time) > TokenTTL {
		return verifiedToken{}, errors.New("it lives longer than ours")
	}
	return verifiedToken{
		Principal: Principal{
			UserID: c.Subject, SessionID: c.SessionID, TokenID: c.ID, Role: c.Role, AccountType: c.AccountType,
			Email: c.Email, Name: c.Name, ExpiresAt: clock.Normalize(c.ExpiresAt.Time),
		},
		notBefore: c.NotBefore.Time,
	}, nil
}

// verifier finds the key that the token names; a token that names none, or another's, has no key.
func (a *Authority) verifier(t *jwt.Token) (any, error) {
	kid, _ := t.Header["kid"].(string)
	key, ok := a.o.Keys.verifiers[kid]
	if !ok {
		return nil, errors.New("the key is not known")
	}
	return key, nil
}

func isVersion7(jti string) bool {
	u, err := uuid.Parse(jti)
	return err == nil && u.Version() == 7
}
