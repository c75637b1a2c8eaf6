package auth

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"go.uber.org/zap"
	"golang.org/x/sync/singleflight"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/id"
)

const (
	tokenType    = "at+jwt"        // RFC 9068; no other kind of token passes for an access token
	leeway       = 2 * time.Second // how far the clocks of replicas may be apart
	maxTokenSize = 4096            // bytes
)

// Options of an Authority.
type Options struct {
	Keys     *Keys
	Issuer   string // http.public_url
	Audience string // "orderd"
	Clock    clock.Clock
	Log      *zap.Logger
}

// Authority issues and verifies access tokens and knows which ones ended early.
type Authority struct {
	db          *gorm.DB
	o           Options
	parser      *jwt.Parser
	verified    tokenCache
	revocations revocationSet
	firstPoll   singleflight.Group // the poll that the first requests of a process share
}

// New makes an authority on db, which must have the Migrations before the first Verify.
func New(db *gorm.DB, o Options) *Authority {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	return &Authority{
		db: db,
		o:  o,
		parser: jwt.NewParser(
			jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer(o.Issuer), jwt.WithAudience(o.Audience),
			jwt.WithExpirationRequired(), jwt.WithNotBeforeRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway),
			jwt.WithTimeFunc(o.Clock.Now), jwt.WithStrictDecoding(),
		),
		revocations: revocationSet{bySession: map[string]revocation{}},
	}
}

// claims are the content of a token; clients may read them too.
type claims struct {
	jwt.RegisteredClaims
	SessionID   string `json:"sid"`
	Role        Role   `json:"role"`
	AccountType string `json:"accountType"`
	Email       string `json:"email"`
	Name        string `json:"name"`
}

// Issue signs an access token for p: EdDSA, with a kid. It sets ExpiresAt and TokenID itself.
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

// Verify checks signature, algorithm, kid, type, issuer, audience, times and revocations. It runs
// no query, except in the first call before Run has read the revocations. It returns ErrToken or
// ErrDemoted, or a fault.Unavailable while the revocations are not known.
func (a *Authority) Verify(token string) (Principal, error) {
	if err := a.ensureRevocations(); err != nil {
		return Principal{}, err
	}
	now := a.o.Clock.Now()
	if len(token) > maxTokenSize {
		return Principal{}, ErrToken
	}
	key := hashOf(token)
	v, ok := a.verified.get(key)
	if !ok || !v.validAt(now) {
		var err error
		if v, err = a.parse(token); err != nil {
			return Principal{}, fmt.Errorf("%w: %w", ErrToken, err)
		}
		a.verified.put(key, v)
	}
	if r, ok := a.revocations.of(v.SessionID); ok && r.applies(v.Role) {
		if r.newRole == RoleCustomer && v.Role == RoleAdmin {
			return Principal{}, ErrDemoted
		}
		return Principal{}, ErrToken
	}
	return v.Principal, nil
}

// StillValid reports whether the access token that p came with has neither expired nor been revoked
// since Verify. It serves answers that outlive the request, such as streams, and runs no query.
func (a *Authority) StillValid(p Principal) bool {
	if p.TokenID == "" || !a.o.Clock.Now().Before(p.ExpiresAt) {
		return false
	}
	r, ok := a.revocations.of(p.SessionID)
	return !ok || !r.applies(p.Role)
}

// parse checks what depends on the token and the clock alone.
func (a *Authority) parse(token string) (verifiedToken, error) {
	var c claims
	t, err := a.parser.ParseWithClaims(token, &c, a.verificationKey)
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

// verificationKey returns the key that the token names. It fails for a token that names no key, or
// one that is not in the list.
func (a *Authority) verificationKey(t *jwt.Token) (any, error) {
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
