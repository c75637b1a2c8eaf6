package identity

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/onetimecode"
	"orderd/platform/pseudonym"
)

const (
	recoveryCodeCount = 10
	recoveryCodeSize  = 10 // characters of 5 bits
)

// recoveryCode stands in for a second factor that is lost, once. Only its keyed hash is stored; a
// code that was used is deleted.
type recoveryCode struct {
	UserID string `gorm:"primaryKey"`
	Hash   string `gorm:"primaryKey"`
}

func (recoveryCode) TableName() string { return "identity_recovery_codes" }

// newRecoveryCode makes a code of 50 random bits, with a hyphen in the middle: "k7m2q-x4dfa".
func newRecoveryCode() string {
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never fails
	text := strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
	return text[:recoveryCodeSize/2] + "-" + text[recoveryCodeSize/2:recoveryCodeSize]
}

// hashRecoveryCode is what is stored of the user's code, in any spelling: without the key no one
// finds out 50 bits.
func hashRecoveryCode(keys *pseudonym.Key, userID, code string) string {
	plain := strings.ToLower(onetimecode.Clean(code))
	return hex.EncodeToString(keys.Secret("recovery_code", userID+"/"+plain))
}

// isRecoveryCode reports whether the text, in any spelling, has the form of a code.
func isRecoveryCode(text string) bool {
	plain := strings.ToLower(onetimecode.Clean(text))
	return len(plain) == recoveryCodeSize && strings.Trim(plain, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// replaceRecoveryCodes makes new codes of the locked user; the former ones end.
func replaceRecoveryCodes(tx *gorm.DB, keys *pseudonym.Key, userID string) ([]string, error) {
	codes, rows := make([]string, recoveryCodeCount), make([]recoveryCode, recoveryCodeCount)
	for i := range codes {
		codes[i] = newRecoveryCode()
		rows[i] = recoveryCode{UserID: userID, Hash: hashRecoveryCode(keys, userID, codes[i])}
	}
	return codes, saveRecoveryCodes(tx, userID, rows)
}

// renewRecoveryCodes makes new recovery codes of the caller, who has a second factor; else it
// returns fault.InvalidTransition.
func renewRecoveryCodes(ctx context.Context, tx *gorm.DB, keys *pseudonym.Key, userID string) ([]string, error) {
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return nil, err
	}
	factors, err := factorsOf(tx, u.ID)
	switch {
	case err != nil:
		return nil, err
	case len(factors) == 0:
		return nil, fault.New(fault.InvalidTransition, "Recovery codes come with a second factor. Please add one first.")
	}
	codes, err := replaceRecoveryCodes(tx, keys, u.ID)
	if err != nil {
		return nil, err
	}
	return codes, eventbus.Publish(ctx, tx, u.changedFactorEvent(events.RecoveryCodesRenewed, factor{}))
}
