package auth

import (
	"crypto/sha256"
	"sync"
	"time"
)

// generationSize is how many tokens the current generation of the cache holds.
const generationSize = 4096

// tokenCache holds tokens whose signature has been verified. To verify one takes most of Verify's
// time (Ed25519: about 70 µs; with the cache about 1 µs). It holds hashes, never tokens. When the
// current generation is full it becomes the previous one, and the tokens of the previous one that
// were not used meanwhile are dropped.
type tokenCache struct {
	mu                sync.RWMutex
	current, previous map[[sha256.Size]byte]verifiedToken
}

type verifiedToken struct {
	Principal
	notBefore time.Time // nbf
}

// validAt reports whether the token is within its times. A token just outside of them is parsed
// again, with the leeway.
func (v verifiedToken) validAt(now time.Time) bool {
	return !now.Before(v.notBefore) && now.Before(v.ExpiresAt)
}

func hashOf(token string) [sha256.Size]byte { return sha256.Sum256([]byte(token)) }

func (c *tokenCache) get(key [sha256.Size]byte) (verifiedToken, bool) {
	c.mu.RLock()
	v, found := c.current[key]
	var aging bool
	if !found {
		v, aging = c.previous[key]
	}
	c.mu.RUnlock()
	if aging {
		c.put(key, v)
	}
	return v, found || aging
}

func (c *tokenCache) put(key [sha256.Size]byte, v verifiedToken) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == nil || len(c.current) >= generationSize {
		c.previous, c.current = c.current, make(map[[sha256.Size]byte]verifiedToken, generationSize/8)
	}
	c.current[key] = v
}
