package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/secret"
)

// login starts a session of the account that authenticate found, unless it has changed since, or
// has a second factor: see requireSecondFactor.
func login(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, p passkeys, found authenticated, now time.Time,
) (user, session, error) {
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return user{}, session{}, err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return user{}, session{}, err
	}
	if err := requireSecondFactor(ctx, tx, secrets, p, &u, events.LoginWithPassword, nil, now); err != nil {
		return user{}, session{}, err
	}
	s, err := startSession(eventbus.WithActor(ctx, u.actor()), tx, &u, events.LoginWithPassword, now)
	return u, s, err
}

// lockUnchanged locks the account that authenticate found. It returns codeInvalidCredentials when
// its password was changed since, or the account disabled or erased.
func lockUnchanged(tx *gorm.DB, found user) (user, error) {
	u, known, err := lockUserByEmail(tx, found.Email)
	if err == nil && (!known || u.disabled() || u.ID != found.ID || u.PasswordHash == nil ||
		*u.PasswordHash != *found.PasswordHash) {
		err = invalidCredentials()
	}
	return u, err
}
