package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/onetimecode"
	"orderd/platform/pseudonym"
)

// confirmEmailChange gives the account the new address of the change, whose code was right. The
// sessions end, but for the one to keep. The former address is held for the account, and gets the
// code that undoes the change. It returns codeInvalidCode when the code has been used, and when
// another account has the address by now, or it is held for one.
func confirmEmailChange(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, c challenge, e emailChange,
	keep string, now time.Time,
) (user, error) {
	u, err := lockUserAndAddresses(tx, keys, e.UserID, now, e.AddressID)
	if err != nil {
		return user{}, err
	}
	owner, err := ownerOtherThan(tx, u.ID, *e.Email, now)
	switch {
	case err != nil:
		return user{}, err
	case owner != nil, u.Email == *e.Email, u.disabled():
		return user{}, invalidCode()
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return user{}, err
	}
	former := u.Email
	e.confirm(former, keys.OfEmail(former), now)
	if err := saveConfirmed(tx, &e); err != nil {
		return user{}, err
	}
	if err := replaceEmail(ctx, tx, &u, *e.Email, e.AddressID, now); err != nil {
		return user{}, err
	}
	if err := endSessions(ctx, tx, authority, u.ID, keep, events.SessionEndedByEmail); err != nil {
		return user{}, err
	}
	undo := newEmailChallenge(onetimecode.EmailUndo, &e, *e.FormerAddressID, undoTTL, now)
	if err := tx.Create(&undo).Error; err != nil {
		return user{}, err
	}
	return u, eventbus.Publish(ctx, tx, e.changedEvent(&u, former, false, now), e.undoEvent(&u, &undo))
}

// replaceEmail writes the address of the locked user, who has proved it, and trusts the network of
// the caller. The registrations of the address end.
func replaceEmail(ctx context.Context, tx *gorm.DB, u *user, email, addressID string, now time.Time) error {
	if err := claimAddress(tx, u.ID, email, addressID, now); err != nil {
		return err
	}
	u.setEmail(email, now)
	if err := saveUserEmail(tx, u); err != nil {
		return err
	}
	if err := trustNetwork(tx, fromNetwork(ctx, addressID), now); err != nil {
		return err
	}
	return deleteRegistrationsOf(ctx, tx, email, "")
}
