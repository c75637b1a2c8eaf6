// Package secret derives everything that the service keys from auth.secret: a list, so that a secret can be replaced without
// logging anybody out. The first one signs, all of them verify.
package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"
)

// Keyring is the list of secrets. The zero value holds none: it verifies nothing, and MAC and First panic.
type Keyring struct{ keys [][]byte }

// New makes a keyring. The first secret signs. It panics on an empty secret, which cmd/orderd/settings refuses.
func New(secrets ...string) Keyring {
	var k Keyring
	for _, s := range secrets {
		if s == "" {
			panic("secret: an empty secret")
		}
		k.keys = append(k.keys, []byte(s))
	}
	return k
}

// Empty tells whether the keyring holds no secret.
func (k Keyring) Empty() bool { return len(k.keys) == 0 }

// First is the secret that signs. It and Keys are for derivations that are older than MAC and must stay what they are.
func (k Keyring) First() []byte {
	if k.Empty() {
		panic("secret: no secret")
	}
	return k.keys[0]
}

// Keys are all secrets, the one that signs first.
func (k Keyring) Keys() iter.Seq[[]byte] { return slices.Values(k.keys) }

// MAC is the HMAC-SHA256 of the parts under the first secret. MACs of different purposes say nothing about each other, and
// no two lists of parts have the same text.
func (k Keyring) MAC(purpose string, parts ...string) []byte { return mac(k.First(), purpose, parts) }

// MACs are those of the parts under every secret, the first one's first: for a look-up of what an older secret has made.
func (k Keyring) MACs(purpose string, parts ...string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, key := range k.keys {
			if !yield(mac(key, purpose, parts)) {
				return
			}
		}
	}
}

// Verify tells in constant time whether sum is the MAC of the parts under any of the secrets.
func (k Keyring) Verify(sum []byte, purpose string, parts ...string) bool {
	found := false
	for own := range k.MACs(purpose, parts...) {
		if hmac.Equal(sum, own) {
			found = true
		}
	}
	return found
}

// mac writes each text after its length, so that none can run into the next.
func mac(key []byte, purpose string, parts []string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("orderd/secret/v1"))
	for _, text := range append([]string{purpose}, parts...) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	return h.Sum(nil)
}
