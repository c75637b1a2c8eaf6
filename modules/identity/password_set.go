package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/password"
)

// setPassword gives the account of the challenge the password with this hash and logs its owner in; every other session
// ends. It verifies an account that was not. It returns fault.InvalidCode when the code has been used, or the account is
// gone or disabled.
func (s *service) setPassword(ctx context.Context, tx *gorm.DB, c challenge, email, hash string) (session, error) {
	now := s.Clock.Now()
	if err := lockAddress(tx, c.AddressID, now); err != nil {
		return session{}, err
	}
	if err := trustNetwork(tx, fromNetwork(ctx, c.AddressID), now); err != nil {
		return session{}, err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return session{}, err
	}
	if !known || u.disabled() || u.ID != *c.UserID {
		return session{}, invalidCode()
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return session{}, err
	}
	first := u.setPassword(hash, now)
	if err := saveUser(tx, &u); err != nil {
		return session{}, err
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	if first {
		if err := deleteAttemptsOf(ctx, tx, email, ""); err != nil {
			return session{}, err
		}
		if err := eventbus.Publish(ctx, tx, u.emailVerified()); err != nil {
			return session{}, err
		}
	}
	if err := s.endSessions(ctx, tx, u.ID, "", events.SessionEndedByPassword); err != nil {
		return session{}, err
	}
	if err := eventbus.Publish(ctx, tx, u.passwordChanged(events.PasswordSetWithCode, first)); err != nil {
		return session{}, err
	}
	return s.startSession(ctx, tx, &u, events.LoginWithPasswordCode, now)
}

// changePassword gives the account that authenticate found the password with this hash; every session but the one to
// keep ends.
func (s *service) changePassword(ctx context.Context, tx *gorm.DB, found authenticated, keep, hash string) error {
	now := s.Clock.Now()
	if err := s.countSuccess(tx, found.credential, now); err != nil {
		return err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return err
	}
	u.setPassword(hash, now)
	if err := saveUser(tx, &u); err != nil {
		return err
	}
	if err := s.endSessions(ctx, tx, u.ID, keep, events.SessionEndedByPassword); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.passwordChanged(events.PasswordChangedWithOld, false))
}

// refuseWeak returns fault.Invalid for a new password that is made of the email, of the name or of the shop's name.
func (s *service) refuseWeak(pointer, text, email, name string) error {
	if faults := judge(pointer, text, email, name, s.Config.ShopName); faults != nil {
		return fault.Invalid(faults...)
	}
	return nil
}

// judge blames the field at pointer for a new password that must not be used.
func judge(pointer, text, email string, others ...string) []fault.Field {
	f := password.Check(text, email, others...)
	if f == nil {
		return nil
	}
	f.Pointer = pointer
	return []fault.Field{*f}
}
