package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/id"
)

// requestPasswordCode has a code to set the password mailed to the owner of the account, verified
// or not. No mail is sent for an address without an account, or with a disabled one. The caller
// learns none of this: both cases run the same statements and publish one event with the same
// consumers. It returns the id of the challenge, which means nothing where there is none. When no
// mail may leave, the code is that of an earlier one.
func requestPasswordCode(
	ctx context.Context, tx *gorm.DB, email string, asked codeRequest, now time.Time,
) (challengeID string, err error) {
	if err := lockEmailAddress(tx, asked.AddressID, now); err != nil {
		return "", err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return "", err
	}
	if !known || u.disabled() {
		u = user{ID: id.New(), Email: email} // no account has the id: no challenge is stored
	}
	c := newPasswordChallenge(&u, asked.AddressID, codeTTL, now)
	if !asked.Mail {
		if err := withoutMail(tx, &c, now); err != nil {
			return "", err
		}
	}
	stored, err := createPasswordChallenge(tx, &c)
	if err != nil {
		return "", err
	}
	if !stored {
		return c.ID, asked.publish(ctx, tx, c.Purpose, events.PasswordCodeRefused{AddressID: asked.AddressID})
	}
	return c.ID, asked.publish(ctx, tx, c.Purpose, u.passwordCodeEvent(c.CodeID))
}
