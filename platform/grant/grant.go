// Package grant makes signed tokens for people without an account: a token opens one resource of
// its holder until a time. No token is stored: Sign derives it and Open verifies it, so that a
// stolen database or log holds none.
package grant

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"orderd/platform/secret"
)

// Kind is how the holder got the token.
type Kind byte

// The kinds.
const (
	Answered Kind = 'a' // by the request that made the resource
	Mailed   Kind = 'm' // by a link in an email
	Proved   Kind = 'p' // for a code that was mailed to the holder
)

// LongLife is the life of tokens that were Answered or Mailed, ShortLife that of Proved ones.
const (
	LongLife  = 180 * 24 * time.Hour
	ShortLife = time.Hour
)

// Grant is what a token says.
type Grant struct {
	Resource, Holder string // UUIDs
	Kind             Kind
	ExpiresAt        time.Time // whole seconds count
}

const (
	idSize    = 16
	payload   = 2*idSize + 1 + 8
	tokenSize = payload + sha256.Size
	purpose   = "grant"
)

// Sign is the token of the grant. It panics when an id is no UUID.
func Sign(secrets secret.Keyring, g Grant) string {
	resource, holder := uuid.MustParse(g.Resource), uuid.MustParse(g.Holder)
	b := make([]byte, 0, tokenSize)
	b = append(append(b, resource[:]...), holder[:]...)
	b = append(b, byte(g.Kind))
	b = binary.BigEndian.AppendUint64(b, uint64(g.ExpiresAt.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, secrets.MAC(purpose, string(b))...))
}

// Open returns what the token says; ok is false for one that is forged or expired. Tokens that an
// older secret has signed are good too.
func Open(secrets secret.Keyring, token string, now time.Time) (g Grant, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != tokenSize || !secrets.Verify(b[payload:], purpose, string(b[:payload])) {
		return Grant{}, false
	}
	g = Grant{
		Resource: uuid.UUID(b[:idSize]).String(), Holder: uuid.UUID(b[idSize : 2*idSize]).String(), Kind: Kind(b[2*idSize]),
		ExpiresAt: time.Unix(int64(binary.BigEndian.Uint64(b[2*idSize+1:payload])), 0).UTC(),
	}
	return g, now.Before(g.ExpiresAt)
}
