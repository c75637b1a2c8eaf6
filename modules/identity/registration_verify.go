package identity

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// activate makes an account of the attempt that the challenge belongs to and logs its owner in. An account without a
// password, made by an approval, takes over the attempt's. All other attempts of the address die. It returns
// fault.InvalidCode when the code has been used, the attempt is gone or the address has an account with an owner.
func (s *service) activate(ctx context.Context, tx *gorm.DB, c challenge, email string) (session, error) {
	now := s.Clock.Now()
	if err := lockAddress(tx, s.Pseudonyms.OfEmail(email), now); err != nil {
		return session{}, err
	}
	if err := trustNetwork(tx, fromNetwork(ctx, c.AddressID), now); err != nil {
		return session{}, err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return session{}, err
	}
	if known && !u.unclaimed() {
		return session{}, invalidCode()
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return session{}, err
	}
	var r attempt
	switch err := tx.Where("id = ?", *c.RegistrationID).Take(&r).Error; {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return session{}, invalidCode()
	case err != nil:
		return session{}, err
	}
	var announced []eventbus.Event
	if known {
		u.setPassword(r.PasswordHash, now)
		announced = append(announced, u.emailVerified(), u.passwordChanged(events.PasswordSetWithCode, true))
		err = saveUser(tx, &u)
	} else {
		u = r.account(now)
		announced = append(announced, u.created(events.OriginRegistration), u.emailVerified())
		err = tx.Create(&u).Error
	}
	if err != nil {
		return session{}, err
	}
	if err := deleteAttemptsOf(ctx, tx, email, u.ID); err != nil {
		return session{}, err
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	if err := eventbus.Publish(ctx, tx, announced...); err != nil {
		return session{}, err
	}
	return s.startSession(ctx, tx, &u, events.LoginWithRegistrationCode, now)
}
