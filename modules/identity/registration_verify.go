package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// verifyRegistration makes an account of the registration that the challenge belongs to and logs
// its owner in. An account without a password, which an approval made, takes the password of the
// registration. All other registrations of the address are deleted. It returns codeInvalidCode
// when the code has been used, the registration is gone or the address has an account with a
// password.
func verifyRegistration(
	ctx context.Context, tx *gorm.DB, c challenge, email string, now time.Time,
) (user, session, error) {
	u, known, err := lockAccountOf(ctx, tx, c, email, now)
	if err != nil {
		return user{}, session{}, err
	}
	if known && !u.awaitsPassword() {
		return user{}, session{}, invalidCode()
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return user{}, session{}, err
	}
	r, err := registrationByID(tx, *c.RegistrationID)
	if err != nil {
		return user{}, session{}, err
	}
	var published []eventbus.Event
	if known {
		u.setPassword(r.PasswordHash, now)
		published = append(published, u.emailVerifiedEvent(), u.passwordChangedEvent(events.PasswordSetWithCode, true))
		err = saveUser(tx, &u)
	} else {
		u = r.verifiedUser(now)
		published = append(published, u.createdEvent(events.OriginRegistration), u.emailVerifiedEvent())
		err = insertUser(tx, &u, c.AddressID, now)
	}
	if err != nil {
		return user{}, session{}, err
	}
	if err := deleteRegistrationsOf(ctx, tx, email, u.ID); err != nil {
		return user{}, session{}, err
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	if err := eventbus.Publish(ctx, tx, published...); err != nil {
		return user{}, session{}, err
	}
	s, err := startSession(ctx, tx, &u, events.LoginWithRegistrationCode, now)
	return u, s, err
}
