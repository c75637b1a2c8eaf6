package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// candidate is what a password is compared with: the account of the address, or its newest attempt, or nothing.
type candidate struct {
	user     user
	hash     string // "" when there is nothing: comparing takes as long
	verified bool   // user is a verified account; otherwise the hash is an attempt's
}

// candidate asks for both whatever there is: the number of its statements says nothing of the address.
func (s *service) candidate(ctx context.Context, email string) (candidate, error) {
	db := s.DB.WithContext(ctx)
	u, known, err := userByEmail(db, email)
	if err != nil {
		return candidate{}, err
	}
	live, err := liveRegistrations(db.Limit(1), email, s.Clock.Now())
	switch {
	case err != nil:
		return candidate{}, err
	case known && u.verified():
		return candidate{user: u, hash: *u.PasswordHash, verified: true}, nil
	case len(live) == 0:
		return candidate{}, nil
	}
	return candidate{hash: live[0].PasswordHash}, nil
}

// authenticated is an account whose password was right; countSuccess of the credential is still to come.
type authenticated struct {
	user
	credential
}

// authenticate gives the account whose password this is, after exactly one comparison whatever there is to compare
// with. The faults: InvalidCredentials for a wrong password, an unknown address and a disabled account;
// EmailNotVerified for the right password of an attempt; RateLimited while the credential pauses;
// Unavailable, before the database is asked for anything, while the queue for hashing is full.
func (s *service) authenticate(ctx context.Context, c credential, email, password string) (authenticated, error) {
	if err := s.Hasher.CheckCapacity(); err != nil {
		return authenticated{}, err
	}
	if err := s.admit(ctx, &c); err != nil {
		return authenticated{}, err
	}
	found, err := s.candidate(ctx, email)
	if err != nil {
		return authenticated{}, err
	}
	right, err := s.Hasher.Verify(ctx, password, found.hash)
	switch {
	case err != nil:
		return authenticated{}, err
	case !right:
		return authenticated{}, s.refuseLogin(ctx, c, events.LoginFailedCredentials, invalidCredentials())
	case !found.verified:
		return authenticated{}, s.refuseLogin(ctx, c, events.LoginFailedNotVerified, fault.New(fault.EmailNotVerified, "Please verify your email address with the code that was mailed to you."))
	case found.user.disabled():
		return authenticated{}, s.refuseLogin(ctx, c, events.LoginFailedDisabled, invalidCredentials())
	}
	return authenticated{found.user, c}, nil
}

// reauthenticate is authenticate for a caller who is asked for the password again. Wrong passwords count by session, not
// by address or network.
func (s *service) reauthenticate(ctx context.Context, caller auth.Principal, password string) (authenticated, error) {
	found, err := s.authenticate(ctx, fromSession(caller, s.Pseudonyms.OfEmail(caller.Email)), caller.Email, password)
	if err == nil && found.ID != caller.UserID {
		err = invalidCredentials()
	}
	return found, err
}

// login begins a session of the account that authenticate found, unless it has been changed since.
func (s *service) login(ctx context.Context, tx *gorm.DB, found authenticated) (session, error) {
	now := s.Clock.Now()
	if err := s.countSuccess(tx, found.credential, now); err != nil {
		return session{}, err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return session{}, err
	}
	return s.startSession(eventbus.WithActor(ctx, u.actor()), tx, &u, events.LoginWithPassword, now)
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

// refuseLogin records why and returns the refusal, or fault.RateLimited when the credential has begun to pause meanwhile.
// A right password is no failure to be counted.
func (s *service) refuseLogin(ctx context.Context, c credential, reason events.LoginFailureReason, refusal error) error {
	now := s.Clock.Now()
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if reason != events.LoginFailedNotVerified {
			if err := s.countFailure(tx, c, now); err != nil {
				return err
			}
		}
		return eventbus.Publish(ctx, tx, events.LoginFailed{AddressID: c.addressID, Reason: reason, Network: httpapi.NetworkDigest(ctx)})
	})
	if err != nil {
		return err
	}
	return refusal
}

func invalidCredentials() error {
	return fault.New(fault.InvalidCredentials, "The email address or the password is wrong.")
}
