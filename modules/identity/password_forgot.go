package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// forgot has a code to set the password mailed to the owner of the account, verified or not. No mail goes out for an
// address without an account or with a disabled one. The caller learns none of this: either way it runs the same
// statements, and publishes one event that the same consumers hear.
func (s *service) forgot(ctx context.Context, tx *gorm.DB, email string) error {
	now, addressID := s.Clock.Now(), s.Pseudonyms.OfEmail(email)
	if err := lockAddress(tx, addressID, now); err != nil {
		return err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return err
	}
	if !known || u.disabled() {
		u = user{ID: id.New(), Email: email} // of no account: its challenge is not made
	}
	c := s.passwordChallenge(&u, codeTTL, now)
	made, err := replacePasswordChallenge(tx, &c)
	if err != nil {
		return err
	}
	if !made {
		return eventbus.Publish(ctx, tx, events.PasswordCodeRefused{AddressID: addressID})
	}
	return eventbus.Publish(ctx, tx, events.PasswordCodeRequested{
		UserID: u.ID, ChallengeID: c.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	})
}
