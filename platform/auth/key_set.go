package auth

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// keyRow is an API key in the table from which every replica reads it.
type keyRow struct {
	ID         string `gorm:"primaryKey"`
	Hash       string
	Scopes     Scopes
	ExpiresAt  *time.Time
	Revoked    bool
	Version    int64
	LastUsedAt *time.Time // a whole minute
	Change     int64      // as in revocationRow
}

func (keyRow) TableName() string { return "auth_api_keys" }

func (r keyRow) key() APIKey {
	return APIKey{ID: r.ID, Hash: r.Hash, Scopes: r.Scopes, ExpiresAt: r.ExpiresAt, Revoked: r.Revoked, Version: r.Version}
}

// keySet holds all API keys in memory, by their hashes.
type keySet struct {
	mu     sync.RWMutex
	byHash map[[sha256.Size]byte]knownKey
}

type knownKey struct {
	APIKey
	use *keyUse
}

func (k knownKey) validAt(now time.Time) bool {
	return !k.Revoked && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}

func (s *keySet) of(hash [sha256.Size]byte) (knownKey, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	k, ok := s.byHash[hash]
	return k, ok
}

// merge adds keys, in any order: the highest version of each counts.
func (s *keySet) merge(keys []APIKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range keys {
		var hash [sha256.Size]byte
		if n, err := hex.Decode(hash[:], []byte(k.Hash)); err != nil || n != len(hash) {
			continue // no key has such a hash
		}
		known, ok := s.byHash[hash]
		switch {
		case !ok:
			s.byHash[hash] = knownKey{k, &keyUse{}}
		case known.Version < k.Version:
			s.byHash[hash] = knownKey{k, known.use}
		}
	}
}

// used returns the keys that were used in a minute that has not been saved, by id.
func (s *keySet) used() []knownKey {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var used []knownKey
	for _, k := range s.byHash {
		if k.use.seen.Load() > k.use.saved.Load() {
			used = append(used, k)
		}
	}
	slices.SortFunc(used, func(a, b knownKey) int { return cmp.Compare(a.ID, b.ID) })
	return used
}

// keyUse is the last minute (since 1970) in which a key was used in this process, and the one that
// has been saved.
type keyUse struct{ seen, saved atomic.Int64 }

func (u *keyUse) note(now time.Time) {
	if minute := now.Unix() / 60; minute > u.seen.Load() {
		u.seen.Store(minute)
	}
}
