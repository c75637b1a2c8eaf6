// Package pseudonym names email addresses by keyed ids. What happened to an address before it had an account is filed under
// its id, so that erasing the account later finds all of it. Whoever steals a dump cannot test whether an address is in it:
// that takes the key, which is derived from auth.secret.
//
// An id must outlive the secret: tombstones and orders carry it for years. So the key is derived once, from the secret that
// signs at the first start, and then kept in the database, encrypted under auth.secret (a wrapped key, as in NIST SP 800-57).
// Replacing the secret encrypts the same key again and changes no id. Databases that start with the same secret have the same
// key, so that they name an address alike.
package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"sync/atomic"

	"github.com/google/uuid"

	"orderd/platform/id"
	"orderd/platform/secret"
)

// Key makes the ids. It is made by New, and of use after Open.
type Key struct {
	ring secret.Keyring
	key  atomic.Pointer[[]byte]
}

// New is the key of a service with these secrets. Open it before the first OfEmail.
func New(ring secret.Keyring) *Key { return &Key{ring: ring} }

// Derived is the key that a new database gets from the secrets, ready for use: for tests.
func Derived(ring secret.Keyring) *Key {
	k := New(ring)
	k.use(k.derive())
	return k
}

func (k *Key) derive() []byte { return k.ring.MAC("pseudonym") }

func (k *Key) use(key []byte) { k.key.Store(&key) }

// OfEmail is the id of an email address, however it is written: a UUID (version 8) that stays the same for the life of the
// database. It panics before Open.
func (k *Key) OfEmail(email string) string { return k.rename(unkeyed(email)) }

// rename is the id that replaces an unkeyed one.
func (k *Key) rename(unkeyed string) string {
	key := k.key.Load()
	if key == nil {
		panic("pseudonym: the key has not been opened")
	}
	mac := hmac.New(sha256.New, *key)
	mac.Write([]byte("email\x00" + unkeyed))
	keyed := uuid.UUID(mac.Sum(nil)[:16])
	keyed[6] = keyed[6]&0x0f | 0x80 // version 8 (RFC 9562): none of the others
	keyed[8] = keyed[8]&0x3f | 0x80
	return keyed.String()
}

// emails is the namespace of unkeyed.
var emails = uuid.MustParse("6f7264d2-7264-5d65-8d61-696c73000000")

// unkeyed is what an address was named before there was a key: a UUID of version 5, which anybody can compute.
func unkeyed(email string) string {
	return uuid.NewSHA1(emails, []byte(id.NormalizeEmail(email))).String()
}
