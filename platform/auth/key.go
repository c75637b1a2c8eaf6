package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"
)

const (
	keyMark      = "odk_" // no JWT begins so
	keyPrefixLen = len(keyMark) + 8
)

// APIKey is what Verify knows of an API key. The key itself is stored nowhere.
type APIKey struct {
	ID        string
	Hash      string // HashKey
	Scopes    Scopes
	ExpiresAt *time.Time // nil means never
	Revoked   bool       // for good
	Version   int64      // rises with each change
}

var lowerBase32 = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewKey makes an API key: "odk_", 8 random characters of a-z and 2-7, "_", 43 of base64url, which
// are 256 random bits.
func NewKey() string {
	var name [5]byte
	var secret [sha256.Size]byte
	_, _ = rand.Read(name[:]) // it never fails
	_, _ = rand.Read(secret[:])
	return keyMark + strings.ToLower(lowerBase32.EncodeToString(name[:])) + "_" +
		base64.RawURLEncoding.EncodeToString(secret[:])
}

// KeyPrefix is the part of an API key by which people recognise it: "odk_" and 8 characters.
func KeyPrefix(key string) string { return key[:keyPrefixLen] }

// HashKey is the SHA-256 of an API key, in hex.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// IsKey reports whether a bearer token looks like an API key, valid or not.
func IsKey(token string) bool { return strings.HasPrefix(token, keyMark) }

// verifyKey is Verify for an API key. It runs no query.
func (a *Authority) verifyKey(key string, now time.Time) (Principal, error) {
	k, ok := a.keys.of(hashOf(key))
	if !ok || !k.validAt(now) {
		return Principal{}, ErrToken
	}
	k.use.note(now)
	return Principal{KeyID: k.ID, Role: RoleKey, Scopes: k.Scopes}, nil
}
