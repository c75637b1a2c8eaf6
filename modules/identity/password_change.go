package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/password"
)

// changePassword changes the password of the account that authenticate found; every session except
// the one to keep ends.
func changePassword(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, found authenticated, keep, hash string, now time.Time,
) error {
	if err := countSuccess(tx, found.attempt, now); err != nil {
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
	if err := endSessions(ctx, tx, authority, u.ID, keep, events.SessionEndedByPassword); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.passwordChangedEvent(events.PasswordChangedWithOld, false))
}

// requireStrong returns fault.Invalid, at the pointer, for a new password that is weak, or made of
// the email, of the owner's name ("" when it is not known) or of the shop's name.
func requireStrong(pointer, text, email, name, shopName string) error {
	if faults := checkStrength(pointer, text, email, name, shopName); faults != nil {
		return fault.Invalid(faults...)
	}
	return nil
}

// checkStrength returns the fault of a new password that must not be used, at the pointer.
func checkStrength(pointer, text, email string, others ...string) []fault.Field {
	f := password.Check(text, email, others...)
	if f == nil {
		return nil
	}
	f.Pointer = pointer
	return []fault.Field{*f}
}
