package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// submittedCode is a one-time code that a caller gives for an email address.
type submittedCode struct {
	Purpose        onetimecode.Purpose
	Email, Code    string
	RegistrationID string // "" for none; only for codes of registrations
	Locale         string // of the mail that a code without a registration id may cause
}

// checkCode returns the challenge that the code belongs to, or codeInvalidCode, whatever is
// wrong. The attempt is counted and committed whatever follows.
func (d Deps) checkCode(ctx context.Context, code submittedCode) (challenge, error) {
	now, addressID := d.Clock.Now(), d.Pseudonyms.OfEmail(code.Email)
	if isPlaceholderID(d.Config.Secret, code.Email, code.RegistrationID) {
		code.RegistrationID = ""
	}
	var matched *challenge
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
		matched, err = checkCode(ctx, tx, d.Config.Secret, code, addressID, now)
		return err
	})
	switch {
	case err != nil:
		return challenge{}, err
	case matched == nil:
		return challenge{}, invalidCode()
	}
	return *matched, nil
}

// checkCode counts an attempt and compares the code; nil means that it is refused.
//
// It counts first: an attempt at every live challenge of the address and, when there is one, one of
// the address's attempts of the day. Simultaneous requests wait for the address's row, so that none
// compares more codes than the limits allow. For an unknown address the writes and the time are the
// same. When no challenge is live, nothing is counted: codes that were made up before the owner
// asked for one use up no attempts.
//
// A code without a registration id, while several registrations of the address are live, is refused
// without a comparison: it may belong to a registration with a stranger's password. A mail says to
// register again (API.md, section 2).
func checkCode(ctx context.Context, tx *gorm.DB, secrets secret.Keyring, code submittedCode, addressID string, now time.Time) (*challenge, error) {
	if err := lockDailyCount(tx, addressID, now); err != nil {
		return nil, err
	}
	counted, err := countAttempts(tx, code.Purpose, addressID, now)
	if err != nil {
		return nil, err
	}
	allowed, err := countDailyAttempt(tx, code.Purpose, addressID, min(len(counted), 1))
	if err != nil {
		return nil, err
	}
	ambiguous, err := isAmbiguous(tx, code, now)
	if err != nil {
		return nil, err
	}
	if ambiguous {
		return nil, refuseAmbiguous(ctx, tx, code, addressID, now)
	}
	if allowed {
		if matched := matchingChallenge(secrets, code, counted); matched != nil {
			return matched, nil
		}
	}
	return nil, publishRejection(ctx, tx, code.Purpose, addressID)
}

// matchingChallenge returns the challenge that the code belongs to, of the registration with the
// given id; nil when there is none. It compares all of them, so that the time is the same.
func matchingChallenge(secrets secret.Keyring, code submittedCode, challenges []challenge) (matched *challenge) {
	for i := range challenges {
		c := &challenges[i]
		if c.matches(code.Code, secrets) && (code.RegistrationID == "" || *c.RegistrationID == code.RegistrationID) {
			matched = c
		}
	}
	return matched
}

// isAmbiguous reports whether the code may belong to several registrations because it came without
// a registration id.
func isAmbiguous(tx *gorm.DB, code submittedCode, now time.Time) (bool, error) {
	if code.Purpose != onetimecode.Registration || code.RegistrationID != "" {
		return false, nil
	}
	n, err := countUsableRegistrations(tx, code.Email, now)
	return n > 1, err
}

// refuseAmbiguous has a mail sent that says to register again or, for an account, that it exists.
// It sends at most one in a quarter of an hour, because any client can cause it.
func refuseAmbiguous(ctx context.Context, tx *gorm.DB, code submittedCode, addressID string, now time.Time) error {
	due, err := recordAmbiguousMail(tx, addressID, now)
	if err != nil {
		return err
	}
	if !due {
		return publishRejection(ctx, tx, code.Purpose, addressID)
	}
	u, known, err := lockUserByEmail(tx, code.Email)
	if err != nil {
		return err
	}
	if known && !u.awaitsPassword() {
		return eventbus.Publish(ctx, tx, u.registrationRefusedEvent())
	}
	return eventbus.Publish(ctx, tx, events.RegistrationUnclear{AddressID: addressID, Locale: code.Locale, Email: code.Email})
}

// lockAccountOf locks the email address of a challenge whose code was right, and the account that
// has it, if any. It trusts the network of the caller, who has proved the address.
func lockAccountOf(ctx context.Context, tx *gorm.DB, c challenge, email string, now time.Time) (u user, known bool, err error) {
	if err := lockEmailAddress(tx, c.AddressID, now); err != nil {
		return user{}, false, err
	}
	if err := trustNetwork(tx, fromNetwork(ctx, c.AddressID), now); err != nil {
		return user{}, false, err
	}
	return lockUserByEmail(tx, email)
}

// recordRejection publishes the rejection of a code that matched and was refused in the use case: a
// simultaneous request was faster, or the account may not use it. It returns err.
func (d Deps) recordRejection(ctx context.Context, c *challenge, err error) error {
	if !fault.Is(err, codeInvalidCode) {
		return err
	}
	failed := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		if err := lockEmailAddress(tx, c.AddressID, d.Clock.Now()); err != nil {
			return err
		}
		return publishRejection(ctx, tx, c.Purpose, c.AddressID)
	})
	if failed != nil {
		return failed
	}
	return err
}

func publishRejection(ctx context.Context, tx *gorm.DB, purpose onetimecode.Purpose, addressID string) error {
	return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: addressID, Purpose: events.CodePurpose(purpose)})
}

func invalidCode() error {
	return fault.New(codeInvalidCode, "The code is not valid. It may be wrong, used or too old.")
}
