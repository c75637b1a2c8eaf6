package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// candidate is what a password is compared with: the account of the address, or its newest attempt, or nothing.
type candidate struct {
	user     user
	hash     string // "" when there is nothing: comparing takes as long
	verified bool   // user is a verified account; otherwise the hash is an attempt's
}

func (s *service) candidate(ctx context.Context, email string) (candidate, error) {
	db := s.DB.WithContext(ctx)
	u, known, err := userByEmail(db, email)
	if err != nil {
		return candidate{}, err
	}
	if known && u.verified() {
		return candidate{user: u, hash: *u.PasswordHash, verified: true}, nil
	}
	live, err := liveRegistrations(db.Limit(1), email, s.Clock.Now())
	if err != nil || len(live) == 0 {
		return candidate{}, err
	}
	return candidate{hash: live[0].PasswordHash}, nil
}

// authenticate gives the account whose password this is, after exactly one comparison whatever there is to compare
// with. The faults: InvalidCredentials for a wrong password, an unknown address and a disabled account;
// EmailNotVerified for the right password of an attempt; RateLimited while the address pauses.
func (s *service) authenticate(ctx context.Context, email, password string) (user, error) {
	if err := s.notPausing(ctx, email); err != nil {
		return user{}, err
	}
	found, err := s.candidate(ctx, email)
	if err != nil {
		return user{}, err
	}
	right, err := s.Hasher.Verify(ctx, password, found.hash)
	switch {
	case err != nil:
		return user{}, err
	case !right:
		return user{}, s.refuseLogin(ctx, email, "credentials", invalidCredentials())
	case !found.verified:
		return user{}, s.refuseLogin(ctx, email, "not_verified", fault.New(fault.EmailNotVerified, "Please verify your email address with the code that was mailed to you."))
	case found.user.disabled():
		return user{}, s.refuseLogin(ctx, email, "disabled", invalidCredentials())
	}
	return found.user, nil
}

// reauthenticate is authenticate for a caller who is asked for the password again.
func (s *service) reauthenticate(ctx context.Context, caller auth.Principal, password string) (user, error) {
	found, err := s.authenticate(ctx, caller.Email, password)
	if err == nil && found.ID != caller.UserID {
		err = invalidCredentials()
	}
	return found, err
}

// login begins a session of the account that authenticate found, unless it has been changed since.
func (s *service) login(ctx context.Context, tx *gorm.DB, found user) (session, error) {
	now := s.Clock.Now()
	if err := s.forgetFailures(tx, found.Email, now); err != nil {
		return session{}, err
	}
	u, err := lockUnchanged(tx, found)
	if err != nil {
		return session{}, err
	}
	return s.startSession(eventbus.As(ctx, u.actor()), tx, &u, "password", now)
}

// lockUnchanged locks the account that authenticate found. It returns fault.InvalidCredentials when since then the
// password was changed, or the account disabled or erased.
func lockUnchanged(tx *gorm.DB, found user) (user, error) {
	u, known, err := lockUserByEmail(tx, found.Email)
	if err == nil && (!known || u.disabled() || u.ID != found.ID || u.PasswordHash == nil || *u.PasswordHash != *found.PasswordHash) {
		err = invalidCredentials()
	}
	return u, err
}

// refuseLogin records why and returns the refusal, or fault.RateLimited when the address has begun to pause meanwhile.
// A right password is no failure to be counted.
func (s *service) refuseLogin(ctx context.Context, email, reason string, refusal error) error {
	now := s.Clock.Now()
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if reason != "not_verified" {
			if err := s.countFailure(tx, email, now); err != nil {
				return err
			}
		}
		return eventbus.Publish(ctx, tx, events.LoginFailed{AddressID: s.Pseudonyms.OfEmail(email), Reason: reason})
	})
	if err != nil {
		return err
	}
	return refusal
}

func invalidCredentials() error {
	return fault.New(fault.InvalidCredentials, "The email address or the password is wrong.")
}
