package identity

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/pseudonym"
)

// tombstone is what stays of an erased account.
type tombstone struct {
	UserID    string `gorm:"primaryKey"`
	AddressID string
	ErasedAt  time.Time
}

func (tombstone) TableName() string { return "identity_erasures" }

// eraseAccount deletes the account that authenticate found, with all personal data about its owner
// and the email address: in this module, in the event log and in the stored responses. The event
// makes the other modules do the same. It returns codeLastAdmin for the only admin.
func eraseAccount(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, found authenticated, now time.Time,
) error {
	addressID := found.attempt.addressID
	if err := lockEmailAddress(tx, addressID, now); err != nil {
		return err
	}
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return err
	}
	if err := requireOtherAdmin(tx, found.ID); err != nil {
		return err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return err
	}
	return eraseUser(ctx, tx, authority, &u, addressID, now)
}

// eraseAccountOf is eraseAccount at the request of an admin, who gives a reason that stays in the
// log. It returns fault.Missing, the faults of requireMayErase, and codeLastAdmin.
func eraseAccountOf(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, caller auth.Principal,
	userID, reason string, now time.Time,
) error {
	known, err := userForAdmin(tx, userID)
	if err != nil {
		return err
	}
	if err := lockEmailAddress(tx, keys.OfEmail(known.Email), now); err != nil {
		return err
	}
	lastAdmin := requireOtherAdmin(tx, userID)
	if lastAdmin != nil && !fault.Is(lastAdmin, codeLastAdmin) {
		return lastAdmin
	}
	u, err := userForAdmin(database.ForUpdate(tx), userID)
	if err != nil {
		return err
	}
	if err := cmp.Or(requireMayErase(tx, caller, &u), lastAdmin); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.ErasureRequested{UserID: u.ID, Reason: reason}); err != nil {
		return err
	}
	return eraseUser(ctx, tx, authority, &u, keys.OfEmail(u.Email), now)
}

// requireMayErase returns fault.InvalidTransition for the caller's own account, whose erasure takes
// its password, and fault.Forbidden where requireMayChange does.
func requireMayErase(tx *gorm.DB, caller auth.Principal, u *user) error {
	if caller.UserID == u.ID {
		return fault.New(fault.InvalidTransition, "Please erase your own account with your password.")
	}
	return requireMayChange(tx, caller, u, userChange{})
}

// eraseUser deletes the locked account, which is not the only admin's.
func eraseUser(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, addressID string, now time.Time,
) error {
	if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByErasure); err != nil {
		return err
	}
	u.Role, u.RoleID = auth.RoleCustomer, nil
	if _, err := revokeInvitationsOf(ctx, tx, u, now); err != nil {
		return err
	}
	former, err := formerAddressIDs(tx, u.ID)
	if err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.AccountErased{UserID: u.ID, AddressID: addressID,
		FormerAddressIDs: former, ErasedAt: now}); err != nil {
		return err
	}
	if err := deleteUser(ctx, tx, u, append(former, addressID)); err != nil {
		return err
	}
	if err := tx.Create(&tombstone{UserID: u.ID, AddressID: addressID, ErasedAt: now}).Error; err != nil {
		return err
	}
	for _, subject := range append(former, addressID, u.ID) {
		if err := eventbus.EraseSubject(ctx, tx, subject); err != nil {
			return err
		}
	}
	return nil
}
