package auth

import (
	"cmp"
	"crypto/sha256"
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
	// SecondFactorRequired refuses the staff who have no second factor all but the operations for
	// their own account.
	SecondFactorRequired bool
	// StepUpAge is how long a proof of the session counts; 0 means 10 minutes.
	StepUpAge time.Duration
}

// Authority issues and verifies access tokens and knows which ones ended early. It knows the API
// keys, too.
type Authority struct {
	db          *gorm.DB
	o           Options
	parser      *jwt.Parser
	verified    tokenCache
	revocations revocationSet
	keys        keySet
	firstPoll   singleflight.Group // the poll that the first requests of a process share
	scopes      []Scope            // sorted
}

// New makes an authority on db, which must have the Migrations before the first Verify.
func New(db *gorm.DB, o Options) *Authority {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	o.StepUpAge = cmp.Or(o.StepUpAge, defaultStepUpAge)
	return &Authority{
		db: db,
		o:  o,
		parser: jwt.NewParser(
			jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer(o.Issuer), jwt.WithAudience(o.Audience),
			jwt.WithExpirationRequired(), jwt.WithNotBeforeRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway),
			jwt.WithTimeFunc(o.Clock.Now), jwt.WithStrictDecoding(),
		),
		revocations: revocationSet{bySession: map[string]revocation{}},
		keys:        keySet{byHash: map[[sha256.Size]byte]knownKey{}},
	}
}

// claims are the content of a token; clients may read them too.
type claims struct {
	jwt.RegisteredClaims
	SessionID    string           `json:"sid"`
	Role         Role             `json:"role"`
	Scope        Scopes           `json:"scope,omitempty"`
	RoleID       string           `json:"role_id,omitempty"`
	AuthTime     *jwt.NumericDate `json:"auth_time,omitempty"`
	SecondFactor bool             `json:"second_factor,omitempty"`
	AccountType  string           `json:"accountType"`
	Email        string           `json:"email"`
	Name         string           `json:"name"`
}

// Issue signs an access token for p: EdDSA, with a kid. It sets ExpiresAt and TokenID itself.
func (a *Authority) Issue(p Principal) (token string, expiresIn time.Duration, err error) {
	now := a.o.Clock.Now()
	var authTime *jwt.NumericDate
	if !p.AuthTime.IsZero() {
		authTime = jwt.NewNumericDate(p.AuthTime)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: a.o.Issuer, Audience: jwt.ClaimStrings{a.o.Audience}, Subject: p.UserID, ID: id.New(),
			IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(TokenTTL)),
		},
		SessionID: p.SessionID, Role: p.Role, Scope: p.Scopes, RoleID: p.RoleID, AuthTime: authTime,
		SecondFactor: p.SecondFactor, AccountType: p.AccountType, Email: p.Email, Name: p.Name,
	})
	t.Header["typ"], t.Header["kid"] = tokenType, a.o.Keys.signerID
	token, err = t.SignedString(a.o.Keys.signer)
	if err != nil {
		return "", 0, fmt.Errorf("auth: sign: %w", err)
	}
	return token, TokenTTL, nil
}

// Verify checks signature, algorithm, kid, type, issuer, audience, times and revocations, or that
// the token is an API key that has neither expired nor been revoked. It runs no query, except in
// the first call before Run has read the revocations and keys. It returns ErrToken or ErrDemoted,
// or a fault.Unavailable while the revocations are not known.
func (a *Authority) Verify(token string) (Principal, error) {
	if err := a.ensureRevocations(); err != nil {
		return Principal{}, err
	}
	now := a.o.Clock.Now()
	if len(token) > maxTokenSize {
		return Principal{}, ErrToken
	}
	if IsKey(token) {
		return a.verifyKey(token, now)
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
	r, ok := a.revocations.of(v.SessionID)
	switch {
	case !ok:
		return v.Principal, nil
	case !r.applies(v.Principal):
		return r.update(v.Principal), nil
	case r.newRole == RoleCustomer && v.Role != RoleCustomer:
		return Principal{}, ErrDemoted
	}
	return Principal{}, ErrToken
}

// StillValid reports whether the access token that p came with has neither expired nor been revoked
// since Verify; a key is no access token. It serves answers that outlive the request, such as
// streams, and runs no query.
func (a *Authority) StillValid(p Principal) bool {
	if p.TokenID == "" || !a.o.Clock.Now().Before(p.ExpiresAt) {
		return false
	}
	r, ok := a.revocations.of(p.SessionID)
	return !ok || !r.applies(p)
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
	var authTime time.Time
	if c.AuthTime != nil {
		authTime = clock.Normalize(c.AuthTime.Time)
	}
	return verifiedToken{
		Principal: Principal{
			UserID: c.Subject, SessionID: c.SessionID, TokenID: c.ID, Role: c.Role, Scopes: c.Scope, RoleID: c.RoleID,
			AuthTime: authTime, SecondFactor: c.SecondFactor,
			AccountType: c.AccountType, Email: c.Email, Name: c.Name, ExpiresAt: clock.Normalize(c.ExpiresAt.Time),
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
