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

// Ring is the list of secrets. The zero value holds none: it verifies nothing, and MAC and First panic.
type Ring struct{ keys [][]byte }

// New makes a ring. The first secret signs. It panics on an empty secret, which platform/config refuses.
func New(secrets ...string) Ring {
	var r Ring
	for _, s := range secrets {
		if s == "" {
			panic("secret: an empty secret")
		}
		r.keys = append(r.keys, []byte(s))
	}
	return r
}

// Empty tells whether the ring holds no secret.
func (r Ring) Empty() bool { return len(r.keys) == 0 }

// First is the secret that signs. It and Keys are for derivations that are older than MAC and must stay what they are.
func (r Ring) First() []byte {
	if r.Empty() {
		panic("secret: no secret")
	}
	return r.keys[0]
}

// Keys are all secrets, the one that signs first.
func (r Ring) Keys() iter.Seq[[]byte] { return slices.Values(r.keys) }

// MAC is the HMAC-SHA256 of the parts under the first secret. MACs of different purposes say nothing about each other, and
// no two lists of parts have the same text.
func (r Ring) MAC(purpose string, parts ...string) []byte { return mac(r.First(), purpose, parts) }

// MACs are those of the parts under every secret, the first one's first: for a look-up of what an older secret has made.
func (r Ring) MACs(purpose string, parts ...string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, key := range r.keys {
			if !yield(mac(key, purpose, parts)) {
				return
			}
		}
	}
}

// Verify tells in constant time whether sum is the MAC of the parts under any of the secrets.
func (r Ring) Verify(sum []byte, purpose string, parts ...string) bool {
	found := false
	for own := range r.MACs(purpose, parts...) {
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
