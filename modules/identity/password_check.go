package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// storedPassword is what a password is compared with: that of the account of the address, or of its
// newest registration, or none.
type storedPassword struct {
	user     user
	hash     string // "" when there is none: to compare with it takes the same time
	verified bool   // user is a verified account; otherwise the hash is a registration's
}

// findPassword reads both the account and the registration in any case: the number of its
// statements does not depend on the address.
func findPassword(db *gorm.DB, email string, now time.Time) (storedPassword, error) {
	u, known, err := userByEmail(db, email)
	if err != nil {
		return storedPassword{}, err
	}
	live, err := liveRegistrations(db.Limit(1), email, now)
	switch {
	case err != nil:
		return storedPassword{}, err
	case known && u.verified():
		return storedPassword{user: u, hash: *u.PasswordHash, verified: true}, nil
	case len(live) == 0:
		return storedPassword{}, nil
	}
	return storedPassword{hash: live[0].PasswordHash}, nil
}

// authenticated is an account whose password was right. The use case has yet to call countSuccess
// with the attempt.
type authenticated struct {
	user
	attempt passwordAttempt
}

// refuse returns why the caller who gave the password is refused, and the fault; nil when the
// caller is the owner of an account that may be used.
func (s storedPassword) refuse(right bool) (events.LoginFailureReason, error) {
	switch {
	case !right:
		return events.LoginFailedCredentials, invalidCredentials()
	case !s.verified:
		return events.LoginFailedNotVerified, emailNotVerified()
	case s.user.disabled():
		return events.LoginFailedDisabled, invalidCredentials()
	}
	return "", nil
}

// authenticate returns the account of the address if the password is right. It runs exactly one
// comparison, whatever there is to compare with. The faults: codeInvalidCredentials for a wrong
// password, an unknown address and a disabled account; codeEmailNotVerified for the right password
// of a registration; fault.RateLimited while the source or the address is locked;
// fault.Unavailable, before it reads the database, while the queue for hashing is full.
//
// A comparison takes long, and no transaction is open meanwhile: a failure is committed in one of
// its own, and the use case that needs the account counts the success.
func authenticate(ctx context.Context, d Deps, p passwordAttempt, email, password string) (authenticated, error) {
	if err := d.Hasher.CheckCapacity(); err != nil {
		return authenticated{}, err
	}
	p.limitsOff = d.Config.LimitsOff
	now, db := d.Clock.Now(), d.DB.WithContext(ctx)
	if err := checkLockout(db, &p, now); err != nil {
		return authenticated{}, err
	}
	stored, err := findPassword(db, email, now)
	if err != nil {
		return authenticated{}, err
	}
	right, err := d.Hasher.Verify(ctx, password, stored.hash)
	if err != nil {
		return authenticated{}, err
	}
	reason, refusal := stored.refuse(right)
	if refusal == nil {
		return authenticated{stored.user, p}, nil
	}
	now = d.Clock.Now()
	err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return recordLoginFailure(ctx, tx, p, reason, now) })
	if err != nil {
		return authenticated{}, err
	}
	return authenticated{}, refusal
}

// reauthenticate is authenticate for a logged-in caller who has to give the password again. It
// counts wrong passwords by session, not by address or network.
func reauthenticate(ctx context.Context, d Deps, caller auth.Principal, password string) (authenticated, error) {
	if err := d.Hasher.CheckCapacity(); err != nil {
		return authenticated{}, err
	}
	u, err := userByID(d.DB.WithContext(ctx), caller.UserID) // the token may have a former address
	if err != nil {
		return authenticated{}, err
	}
	found, err := authenticate(ctx, d, fromSession(caller, d.Pseudonyms.OfEmail(u.Email)), u.Email, password)
	if err == nil && found.ID != caller.UserID {
		err = invalidCredentials()
	}
	return found, err
}

// recordLoginFailure counts and publishes a refused login. It returns fault.RateLimited when the
// source or the address was locked meanwhile. The right password of a registration does not count
// as a failure.
func recordLoginFailure(
	ctx context.Context, tx *gorm.DB, p passwordAttempt, reason events.LoginFailureReason, now time.Time,
) error {
	if reason != events.LoginFailedNotVerified {
		if err := countFailure(tx, p, now); err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, tx, events.LoginFailed{
		AddressID: p.addressID, Reason: reason, Network: httpapi.NetworkDigest(ctx),
	})
}

func invalidCredentials() error {
	return fault.New(codeInvalidCredentials, "The email address or the password is wrong.")
}

func emailNotVerified() error {
	return fault.New(codeEmailNotVerified, "Please verify your email address with the code that was mailed to you.")
}
