package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// requestPasswordCode has a code to set the password mailed to the owner of the account, verified
// or not. No mail is sent for an address without an account, or with a disabled one. The caller
// learns none of this: both cases run the same statements and publish one event with the same
// consumers.
func requestPasswordCode(ctx context.Context, tx *gorm.DB, email, addressID string, now time.Time) error {
	if err := lockEmailAddress(tx, addressID, now); err != nil {
		return err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return err
	}
	if !known || u.disabled() {
		u = user{ID: id.New(), Email: email} // no account has the id: no challenge is stored
	}
	c := newPasswordChallenge(&u, addressID, codeTTL, now)
	stored, err := replacePasswordChallenge(tx, &c)
	if err != nil {
		return err
	}
	if !stored {
		return eventbus.Publish(ctx, tx, events.PasswordCodeRefused{AddressID: addressID})
	}
	return eventbus.Publish(ctx, tx, events.PasswordCodeRequested{
		UserID: u.ID, ChallengeID: c.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	})
}
