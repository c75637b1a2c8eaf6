// Package onetimecode derives the codes that are sent by mail from the id of a challenge and the service's secret.
//
// A code stands in no table, no event and no log: whoever needs it derives it. identity derives it to
// compare, mailer each time it renders the letter, so that a letter that waited or is sent again carries the code that
// works. A stolen database or backup holds challenges and no codes. What makes a code safe to be short is identity's
// business: single use, few attempts, little time.
package onetimecode

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"math"
)

// Purpose is what a code is good for. A code of one purpose tells nothing about that of another for the same challenge.
type Purpose string

// The purposes.
const (
	Registration Purpose = "registration" // proves the address of a registration; 6 digits
	Password     Purpose = "password"     // sets the password: forgotten, or the first one of a wholesale account; 8 digits
)

// digits is the length of the purpose's codes. It panics on a purpose that this package does not know.
func (p Purpose) digits() int {
	switch p {
	case Registration:
		return 6
	case Password:
		return 8
	}
	panic("onetimecode: unknown purpose " + string(p))
}

// Derive is the code of the challenge: decimal digits, leading zeros kept. The same arguments always give the same code;
// without the secret, every code is equally likely. It panics on an empty secret.
func Derive(secret []byte, purpose Purpose, challengeID string) string {
	if len(secret) == 0 {
		panic("onetimecode: empty secret")
	}
	digits := purpose.digits()
	codes := uint64(math.Pow10(digits))
	// A remainder of a number drawn from [0, 2^64) would favour small codes; numbers from the incomplete last round are drawn again.
	limit := math.MaxUint64 - math.MaxUint64%codes
	for round := uint32(0); ; round++ {
		if n := draw(secret, purpose, challengeID, round); n < limit {
			return fmt.Sprintf("%0*d", digits, n%codes)
		}
	}
}

// draw is a pseudo-random number. The label keeps it apart from whatever else the secret is used for; no field can run
// into the next, because each but the last ends with a zero byte.
func draw(secret []byte, purpose Purpose, challengeID string, round uint32) uint64 {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("orderd/onetimecode/v1\x00" + string(purpose) + "\x00" + challengeID + "\x00"))
	mac.Write(binary.BigEndian.AppendUint32(nil, round))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// Equal compares two codes in a time that tells nothing about where they differ.
func Equal(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
