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

// authenticate returns the account of the address if the password is right. It runs exactly one
// comparison, whatever there is to compare with. The faults: InvalidCredentials for a wrong
// password, an unknown address and a disabled account; EmailNotVerified for the right password of a
// registration; RateLimited while the source or the address is locked; Unavailable, before it reads
// the database, while the queue for hashing is full.
func (a *api) authenticate(ctx context.Context, p passwordAttempt, email, password string) (authenticated, error) {
	if err := a.Hasher.CheckCapacity(); err != nil {
		return authenticated{}, err
	}
	p.limitsOff = a.Config.LimitsOff
	now, db := a.Clock.Now(), a.DB.WithContext(ctx)
	if err := checkLockout(db, &p, now); err != nil {
		return authenticated{}, err
	}
	stored, err := findPassword(db, email, now)
	if err != nil {
		return authenticated{}, err
	}
	right, err := a.Hasher.Verify(ctx, password, stored.hash)
	switch {
	case err != nil:
		return authenticated{}, err
	case !right:
		return authenticated{}, a.refuseLogin(ctx, p, events.LoginFailedCredentials, invalidCredentials())
	case !stored.verified:
		return authenticated{}, a.refuseLogin(ctx, p, events.LoginFailedNotVerified, emailNotVerified())
	case stored.user.disabled():
		return authenticated{}, a.refuseLogin(ctx, p, events.LoginFailedDisabled, invalidCredentials())
	}
	return authenticated{stored.user, p}, nil
}

// reauthenticate is authenticate for a logged-in caller who has to give the password again. It
// counts wrong passwords by session, not by address or network.
func (a *api) reauthenticate(ctx context.Context, caller auth.Principal, password string) (authenticated, error) {
	found, err := a.authenticate(ctx, fromSession(caller, a.Pseudonyms.OfEmail(caller.Email)), caller.Email, password)
	if err == nil && found.ID != caller.UserID {
		err = invalidCredentials()
	}
	return found, err
}

// login starts a session of the account that authenticate found, unless it has changed since.
func login(ctx context.Context, tx *gorm.DB, found authenticated, now time.Time) (user, session, error) {
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return user{}, session{}, err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return user{}, session{}, err
	}
	s, err := startSession(eventbus.WithActor(ctx, u.actor()), tx, &u, events.LoginWithPassword, now)
	return u, s, err
}

// lockUnchanged locks the account that authenticate found. It returns codeInvalidCredentials when
// its password was changed since, or the account disabled or erased.
func lockUnchanged(tx *gorm.DB, found user) (user, error) {
	u, known, err := lockUserByEmail(tx, found.Email)
	if err == nil && (!known || u.disabled() || u.ID != found.ID || u.PasswordHash == nil || *u.PasswordHash != *found.PasswordHash) {
		err = invalidCredentials()
	}
	return u, err
}

// refuseLogin records the failure and returns the refusal, or fault.RateLimited when the source or
// the address was locked meanwhile. The right password of a registration does not count as a
// failure.
func (a *api) refuseLogin(ctx context.Context, p passwordAttempt, reason events.LoginFailureReason, refusal error) error {
	now := a.Clock.Now()
	err := database.InTx(ctx, a.DB, func(tx *gorm.DB) error {
		if reason != events.LoginFailedNotVerified {
			if err := countFailure(tx, p, now); err != nil {
				return err
			}
		}
		return eventbus.Publish(ctx, tx, events.LoginFailed{AddressID: p.addressID, Reason: reason, Network: httpapi.NetworkDigest(ctx)})
	})
	if err != nil {
		return err
	}
	return refusal
}

func invalidCredentials() error {
	return fault.New(codeInvalidCredentials, "The email address or the password is wrong.")
}

func emailNotVerified() error {
	return fault.New(codeEmailNotVerified, "Please verify your email address with the code that was mailed to you.")
}
