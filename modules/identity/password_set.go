package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/secret"
)

// requireStrongForOwner is requireStrong with the name of the owner of the account. Only a caller
// whose code was right may learn that a password is made of the name. setPassword refuses the code
// of an account that was erased meanwhile.
func requireStrongForOwner(db *gorm.DB, c challenge, text, email, shopName string) error {
	if u, err := userByID(db, *c.UserID); err == nil {
		return requireStrong("/password", text, email, u.FullName, shopName)
	}
	return nil
}

// setPassword sets the password of the account that the challenge belongs to and logs its owner in;
// every other session ends. It verifies an account that was not verified. It returns
// codeInvalidCode when the code has been used, or the account is erased or disabled. When the
// account has a second factor, the code is used up, and the password is set by who proves the
// factor: see requireSecondFactor.
func setPassword(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, secrets secret.Keyring, p passkeys, c challenge,
	email, hash string, now time.Time,
) (user, session, error) {
	u, known, err := lockAccountOf(ctx, tx, c, email, now)
	if err != nil {
		return user{}, session{}, err
	}
	if !known || u.disabled() || u.ID != *c.UserID {
		return user{}, session{}, invalidCode()
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return user{}, session{}, err
	}
	if err := requireSecondFactor(ctx, tx, secrets, p, &u, events.LoginWithPasswordCode, &hash, now); err != nil {
		return user{}, session{}, err
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	if err := replacePassword(ctx, tx, authority, &u, hash, now); err != nil {
		return user{}, session{}, err
	}
	s, err := startSession(ctx, tx, &u, events.LoginWithPasswordCode, now)
	return u, s, err
}

// replacePassword sets the password of the locked user, who has proved the address; every session
// ends. It verifies an account that was not verified.
func replacePassword(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, hash string, now time.Time,
) error {
	first := u.setPassword(hash, now)
	if err := saveUser(tx, u); err != nil {
		return err
	}
	if first {
		if err := deleteRegistrationsOf(ctx, tx, u.Email, ""); err != nil {
			return err
		}
		if err := eventbus.Publish(ctx, tx, u.emailVerifiedEvent()); err != nil {
			return err
		}
	}
	if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByPassword); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.passwordChangedEvent(events.PasswordSetWithCode, first))
}
