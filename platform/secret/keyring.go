// Package secret holds the list of auth.secret and derives from it every key that the service uses.
// The first secret signs and all of them verify, so that a secret can be replaced without logging
// users out. New makes the Keyring; MAC, MACs and Verify use it.
package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"
)

// Keyring is the list of secrets. The zero value holds none: it verifies nothing, and MAC and First
// panic.
type Keyring struct{ keys [][]byte }

// New makes a keyring. The first secret signs. It panics on an empty secret, which
// cmd/orderd/settings refuses.
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

// Empty reports whether the keyring holds no secret.
func (k Keyring) Empty() bool { return len(k.keys) == 0 }

// First returns the secret that signs. First and Keys serve derivations that are older than MAC and
// must not change.
func (k Keyring) First() []byte {
	if k.Empty() {
		panic("secret: no secret")
	}
	return k.keys[0]
}

// Keys returns all secrets, the one that signs first.
func (k Keyring) Keys() iter.Seq[[]byte] { return slices.Values(k.keys) }

// MAC returns the HMAC-SHA256 of the parts under the first secret. MACs of different purposes are
// independent, and no two lists of parts have the same input bytes.
func (k Keyring) MAC(purpose string, parts ...string) []byte { return mac(k.First(), purpose, parts) }

// MACs returns the MAC of the parts under every secret, that of the first secret first: to look up
// what was stored under an older secret.
func (k Keyring) MACs(purpose string, parts ...string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, key := range k.keys {
			if !yield(mac(key, purpose, parts)) {
				return
			}
		}
	}
}

// Verify reports, in constant time, whether sum is the MAC of the parts under any of the secrets.
func (k Keyring) Verify(sum []byte, purpose string, parts ...string) bool {
	found := false
	for own := range k.MACs(purpose, parts...) {
		if hmac.Equal(sum, own) {
			found = true
		}
	}
	return found
}

// mac writes the length of each text before the text, so that the boundaries count.
func mac(key []byte, purpose string, parts []string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("orderd/secret/v1"))
	for _, text := range append([]string{purpose}, parts...) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	return h.Sum(nil)
}
