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
	Purpose   onetimecode.Purpose
	Email     string
	AddressID string // pseudonym.Key.OfEmail
	Network   string // httpapi.NetworkDigest of the caller
	Code      string
	// Named is the challenge that the request names, "" for none: by the id of a registration, of an
	// invitation, of a change of the address, or of a challenge.
	Named string
	// Known is set when Named is the id of the change that is to be undone: whoever made it knows
	// it, and must not use up the attempts of the owner, who has the id in the mail.
	Known  bool
	Locale string // of the mail that a code without a registration id may cause
}

// checkCode returns the challenge that the code belongs to, or codeInvalidCode, whatever is wrong.
// It counts the attempt in a transaction of its own, so that the attempt counts whatever follows:
// the use case that uses the challenge runs in the next one.
func checkCode(
	ctx context.Context, db *gorm.DB, secrets secret.Keyring, code submittedCode, now time.Time,
) (challenge, error) {
	code.Named = withoutPlaceholder(secrets, code.Email, code.Named)
	var matched *challenge
	err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
		matched, err = countAndCompare(ctx, tx, secrets, code, now)
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

// countAndCompare counts an attempt and compares the code; nil means that it is refused.
//
// It counts first: an attempt at the challenge that the request names or, for a request that names
// none, at the newest one of the address, and then, when there is one, an attempt of the day. What
// strangers try so counts neither against a challenge that they do not know nor against the
// attempts of another network. Simultaneous requests wait for the address's row, so that none
// compares more codes than the limits allow. For an unknown address the writes and the time are the
// same. When no challenge is live, nothing is counted: codes that were made up before the owner
// asked for one use up no attempts.
//
// A code without a registration id, while several registrations of the address are live, is refused
// without a comparison: it may belong to a registration with a stranger's password. A mail says to
// register again.
func countAndCompare(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, code submittedCode, now time.Time,
) (*challenge, error) {
	if err := lockEmailAddress(tx, code.AddressID, now); err != nil {
		return nil, err
	}
	count := countNamedAttempt
	if code.Named == "" {
		count = countUnnamedAttempt
	}
	counted, err := count(tx, code, now)
	if err != nil {
		return nil, err
	}
	allowed, err := countDailyAttempt(tx, code, counted != nil, now)
	if err != nil {
		return nil, err
	}
	ambiguous, err := isAmbiguous(tx, code, now)
	if err != nil {
		return nil, err
	}
	if ambiguous {
		return nil, refuseAmbiguous(ctx, tx, code, now)
	}
	if allowed && counted != nil && counted.matches(code.Code, secrets) {
		return counted, nil
	}
	return nil, publishRejection(ctx, tx, code.Purpose, code.AddressID)
}

// isAmbiguous reports whether the code may belong to several registrations because it came without
// a registration id.
func isAmbiguous(tx *gorm.DB, code submittedCode, now time.Time) (bool, error) {
	if code.Purpose != onetimecode.Registration || code.Named != "" {
		return false, nil
	}
	n, err := countUsableRegistrations(tx, code.Email, now)
	return n > 1, err
}

// refuseAmbiguous has a mail sent that says to register again or, for an account, that it exists.
// It sends at most one in a quarter of an hour, because any client can cause it.
func refuseAmbiguous(ctx context.Context, tx *gorm.DB, code submittedCode, now time.Time) error {
	due, err := recordAmbiguousMail(tx, code.AddressID, now)
	if err != nil {
		return err
	}
	if !due {
		return publishRejection(ctx, tx, code.Purpose, code.AddressID)
	}
	owner, err := refusesRegistration(tx, code.Email, now)
	if err != nil {
		return err
	}
	if owner != nil {
		return eventbus.Publish(ctx, tx, owner.registrationRefusedEvent())
	}
	return eventbus.Publish(ctx, tx, events.RegistrationUnclear{
		AddressID: code.AddressID, Locale: code.Locale, Email: code.Email,
	})
}

// lockAccountOf locks the email address of a challenge whose code was right, and the account that
// has it, if any. It trusts the network of the caller, who has proved the address.
func lockAccountOf(
	ctx context.Context, tx *gorm.DB, c challenge, email string, now time.Time,
) (u user, known bool, err error) {
	if err := lockEmailAddress(tx, c.AddressID, now); err != nil {
		return user{}, false, err
	}
	if err := trustNetwork(tx, fromNetwork(ctx, c.AddressID), now); err != nil {
		return user{}, false, err
	}
	return lockUserByEmail(tx, email)
}

// recordRejection publishes the rejection of a code that matched and was refused in the use case: a
// simultaneous request was faster, or the account may not use it. The use case has been rolled
// back, so the rejection has a transaction of its own. It returns err, the use case's.
func recordRejection(ctx context.Context, db *gorm.DB, c *challenge, err error, now time.Time) error {
	if !fault.Is(err, codeInvalidCode) {
		return err
	}
	failed := database.InTx(ctx, db, func(tx *gorm.DB) error {
		if err := lockEmailAddress(tx, c.AddressID, now); err != nil {
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
