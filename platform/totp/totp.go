// Package totp makes and compares time-based one-time passwords as authenticator apps do (RFC
// 6238): 6 digits of HMAC-SHA-1, another code every 30 seconds.
//
// It keeps nothing: the caller stores the step of the code that was used last, so that no code is
// used twice.
package totp

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238; many apps know no other, and HMAC needs no collision resistance
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Digits is the length of a code.
const Digits = 6

const (
	period = 30 * time.Second
	codes  = 1_000_000
	// skew is how many steps the clock of a phone may be ahead or behind.
	skew = 1
	// SecretSize is the length of a secret in bytes, that of the hash (RFC 4226, section 4).
	SecretSize = sha1.Size
)

// StepAt is the number of the period that the time is in.
func StepAt(at time.Time) int64 { return at.Unix() / int64(period/time.Second) }

// Code is the code of a step (RFC 4226, section 5.3).
func Code(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fff_ffff
	return fmt.Sprintf("%06d", number%codes)
}

// Match returns the step whose code it is: the current one, the one before or the one after. It
// compares all of them, so that the time is the same. The latest step counts when two have one
// code.
func Match(secret []byte, code string, at time.Time) (step int64, ok bool) {
	now := StepAt(at)
	for s := now - skew; s <= now+skew; s++ {
		if subtle.ConstantTimeCompare([]byte(Code(secret, s)), []byte(code)) == 1 {
			step, ok = s, true
		}
	}
	return step, ok
}

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// Text is the secret as people type it into an app.
func Text(secret []byte) string { return encoding.EncodeToString(secret) }

// URL is what the QR code for an app holds: the secret, the service and the account there.
func URL(issuer, account string, secret []byte) string {
	// Some apps show a + where a blank was.
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	name := escape(issuer)
	return "otpauth://totp/" + name + ":" + escape(account) +
		"?secret=" + Text(secret) + "&issuer=" + name + "&algorithm=SHA1&digits=6&period=30"
}
