// Package onetimecode derives the codes that are sent by mail from the id of a challenge and the
// service's secret.
//
// No code is stored in a table, an event or a log: identity or ordering derives it to compare, and
// mailer derives it each time it renders the mail, so that a mail that waited or is sent again
// carries the code that works. A stolen database or backup holds challenges and no codes. A code
// may be short because its module limits it: single use, few attempts, a short life.
package onetimecode

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"math"
)

// Purpose is what a code is for. The codes of two purposes for one challenge are independent.
type Purpose string

// The purposes.
const (
	// Registration proves the address of a registration; 6 digits.
	Registration Purpose = "registration"
	// Password sets a forgotten password, or the first one of a wholesale account; 8 digits.
	Password Purpose = "password"
	// Invitation accepts an invitation to the staff; 8 digits.
	Invitation Purpose = "invitation"
	// OrderLookup opens the order of a guest; 8 digits.
	OrderLookup Purpose = "order_lookup"
	// EmailChange proves the new address of an account; 8 digits.
	EmailChange Purpose = "email_change"
	// EmailUndo gives an account its former address back; 8 digits.
	EmailUndo Purpose = "email_undo"
)

// Digits is the length of the purpose's codes. It panics on a purpose that this package does not
// know.
func (p Purpose) Digits() int {
	switch p {
	case Registration:
		return 6
	case Password, Invitation, OrderLookup, EmailChange, EmailUndo:
		return 8
	}
	panic("onetimecode: unknown purpose " + string(p))
}

// Derive returns the code of the challenge: decimal digits with leading zeros. The same arguments
// always give the same code; without the secret, every code is equally likely. It panics on an
// empty secret.
func Derive(secret []byte, purpose Purpose, challengeID string) string {
	if len(secret) == 0 {
		panic("onetimecode: empty secret")
	}
	digits := purpose.Digits()
	codes := uint64(math.Pow10(digits))
	// The remainder of a number from [0, 2^64) would favour small codes: numbers from the
	// incomplete last range are rejected, and the next one is taken.
	limit := math.MaxUint64 - math.MaxUint64%codes
	for counter := uint32(0); ; counter++ {
		if n := pseudorandom(secret, purpose, challengeID, counter); n < limit {
			return fmt.Sprintf("%0*d", digits, n%codes)
		}
	}
}

// pseudorandom returns a number that depends on all of its arguments. The label separates it from
// other uses of the secret. A zero byte ends each field but the last, so that two lists of fields
// never have the same bytes.
func pseudorandom(secret []byte, purpose Purpose, challengeID string, counter uint32) uint64 {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("orderd/onetimecode/v1\x00" + string(purpose) + "\x00" + challengeID + "\x00"))
	mac.Write(binary.BigEndian.AppendUint32(nil, counter))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// Equal compares two codes in constant time.
func Equal(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
