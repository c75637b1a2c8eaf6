package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/onetimecode"
	"orderd/platform/pseudonym"
)

// undoEmailChange gives the account the former address of the change back, whose code was right.
// Whoever made the change may have the password and a session: all sessions end, the password is
// void, second factors that were added since go, changes that were requested end, and a code to set
// the password is mailed to the address. Later changes can no longer be undone. It returns
// codeInvalidCode when the code has been used, or the account was erased.
func undoEmailChange(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, c challenge, e emailChange,
	now time.Time,
) error {
	u, err := lockUserAndAddresses(tx, keys, e.UserID, now, *e.FormerAddressID)
	if fault.Is(err, fault.Unauthenticated) {
		return invalidCode()
	}
	if err != nil {
		return err
	}
	if err := useChallenge(tx, &c, now); err != nil {
		return err
	}
	if err := saveUndone(tx, &e, now); err != nil {
		return err
	}
	if err := endChallengesOf(tx, u.ID, now, onetimecode.EmailChange, onetimecode.Password); err != nil {
		return err
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	left := u.Email
	u.setPassword(voidPassword, now)
	if err := replaceEmail(ctx, tx, &u, *e.FormerEmail, *e.FormerAddressID, now); err != nil {
		return err
	}
	if err := dropFactorsSince(ctx, tx, &u, e.RequestedAt); err != nil {
		return err
	}
	if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByEmail); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, e.changedEvent(&u, left, true, now)); err != nil {
		return err
	}
	return mailPasswordCode(ctx, tx, &u, *e.FormerAddressID, now)
}

// mailPasswordCode has a code to set the password mailed to the owner of the locked account, which
// is at the address. A disabled one gets none.
func mailPasswordCode(ctx context.Context, tx *gorm.DB, u *user, addressID string, now time.Time) error {
	if u.disabled() {
		return nil
	}
	c := newPasswordChallenge(u, addressID, codeTTL, now)
	if err := tx.Create(&c).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.passwordCodeEvent(c.CodeID))
}

// dropFactorsSince removes the second factors that were added to the locked account since the time,
// and publishes each; with the last one the recovery codes go.
func dropFactorsSince(ctx context.Context, tx *gorm.DB, u *user, since time.Time) error {
	factors, err := factorsOf(tx, u.ID)
	if err != nil {
		return err
	}
	var dropped []eventbus.Event
	for _, f := range factors {
		if f.ConfirmedAt.Before(since) {
			continue
		}
		if err := tx.Delete(&f).Error; err != nil {
			return err
		}
		dropped = append(dropped, u.changedFactorEvent(events.FactorRemoved, f))
	}
	if len(dropped) == 0 {
		return nil
	}
	if len(dropped) == len(factors) {
		if _, err := deleteFactors(tx, u.ID); err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, tx, dropped...)
}
