// Package preview has the tokens with which whoever holds one may read for a while what is not
// public. A module keeps them in a table of its own, beside what they show, with the columns hash
// (the key) and expires_at. The token itself is stored nowhere.
package preview

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gorm.io/gorm"
)

const (
	// Life is how long a preview can be looked at.
	Life = 30 * time.Minute
	// Most is how many there are at most of one kind. One that is made then ends the oldest: a form
	// makes a new one at each pause of the typing.
	Most = 500
)

// Hash is how a token is known.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Issue makes a token to be stored by its Hash until expiresAt. It removes the rows of the model
// that have ended, and the oldest ones when there are too many.
func Issue(tx *gorm.DB, model any, now time.Time) (token string, expiresAt time.Time, err error) {
	var ends []time.Time
	err = tx.Model(model).Order("expires_at DESC").Offset(Most-1).Limit(1).Pluck("expires_at", &ends).Error
	if err != nil {
		return "", time.Time{}, err
	}
	until := now
	if len(ends) > 0 && ends[0].After(until) {
		until = ends[0]
	}
	if err := tx.Where("expires_at <= ?", until).Delete(model).Error; err != nil {
		return "", time.Time{}, err
	}
	return rand.Text(), now.Add(Life), nil
}
