package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// forgot has a code to set the password mailed to the owner of the account, verified or not. Nobody is mailed for an
// address without an account or with a disabled one. The caller is told none of this.
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
		return eventbus.Publish(ctx, tx, events.PasswordCodeRefused{AddressID: addressID})
	}
	c := s.passwordChallenge(&u, codeTTL, now)
	if err := replaceChallenge(tx, &c); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.PasswordCodeRequested{
		UserID: u.ID, ChallengeID: c.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	})
}
