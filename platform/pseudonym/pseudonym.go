// Package pseudonym gives email addresses keyed ids: New makes a Key, Open reads its value from the
// database, OfEmail returns the id of an address. Secret returns secrets that outlive auth.secret
// as the ids do.
//
// Rows about an address that has no account carry its id, so that erasing a later account finds all
// of them. A stolen dump does not reveal whether it contains an address: that takes the key, which
// is derived from auth.secret.
//
// An id must outlive the secret: tombstones and orders carry it for years. So the key is derived
// once, from the secret that signs at the first start, and then stored in the database, encrypted
// under auth.secret (a wrapped key, as in NIST SP 800-57). Replacing the secret encrypts the same
// key again and changes no id. Databases that start with the same secret have the same key, and so
// the same ids.
package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"sync/atomic"

	"github.com/google/uuid"

	"orderd/platform/id"
	"orderd/platform/secret"
)

// Key computes the ids. New makes it; Open must come before the first OfEmail.
type Key struct {
	secrets secret.Keyring
	key     atomic.Pointer[[]byte]
}

// New makes the key of a service with these secrets.
func New(secrets secret.Keyring) *Key { return &Key{secrets: secrets} }

// Derived makes the key that a new database gets from the secrets, ready for use: for tests.
func Derived(secrets secret.Keyring) *Key {
	k := New(secrets)
	k.set(k.derive())
	return k
}

func (k *Key) derive() []byte { return k.secrets.MAC("pseudonym") }

func (k *Key) set(key []byte) { k.key.Store(&key) }

// OfEmail returns the id of an email address in any spelling that id.NormalizeEmail makes equal: a
// UUID (version 8) that stays the same for the life of the database. It panics before Open.
func (k *Key) OfEmail(email string) string { return k.keyed(unkeyed(email)) }

// Secret returns 32 bytes for a purpose and a name that stay the same for the life of the database:
// for secrets that people keep elsewhere, in an app or on paper. It panics before Open.
func (k *Key) Secret(purpose, name string) []byte {
	return k.mac("secret\x00" + purpose + "\x00" + name)
}

// keyed returns the id for an unkeyed one.
func (k *Key) keyed(unkeyed string) string {
	u := uuid.UUID(k.mac("email\x00" + unkeyed)[:16])
	u[6] = u[6]&0x0f | 0x80 // version 8 (RFC 9562)
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}

// mac returns the MAC of the text, which begins with its use and a zero byte.
func (k *Key) mac(text string) []byte {
	key := k.key.Load()
	if key == nil {
		panic("pseudonym: the key has not been opened")
	}
	mac := hmac.New(sha256.New, *key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// emailNamespace is the namespace of unkeyed.
var emailNamespace = uuid.MustParse("6f7264d2-7264-5d65-8d61-696c73000000")

// unkeyed is the id that an address had before ids were keyed: a UUID of version 5, which needs no
// secret.
func unkeyed(email string) string {
	return uuid.NewSHA1(emailNamespace, []byte(id.NormalizeEmail(email))).String()
}
