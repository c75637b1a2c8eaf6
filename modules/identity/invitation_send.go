package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// invite makes an invitation and publishes the code that the mailer sends. A pending one to the
// address is revoked. It returns a validation fault for the address of one of the staff, and for a
// role that is not there, and fault.Forbidden for a caller without the scopes of the role, or of
// that of the pending one.
func invite(ctx context.Context, tx *gorm.DB, caller auth.Principal, i invitation, now time.Time) (invitation, error) {
	if err := lockEmailAddress(tx, i.AddressID, now); err != nil {
		return invitation{}, err
	}
	caller, err := lockInviter(tx, caller)
	if err != nil {
		return invitation{}, err
	}
	u, known, err := lockUserByEmail(tx, i.Email)
	if err != nil {
		return invitation{}, err
	}
	if i.role, err = lockNamedRole(tx, i.RoleID); err != nil {
		return invitation{}, err
	}
	if err := i.role.requireMayGive(caller); err != nil {
		return invitation{}, err
	}
	if known && u.isStaff() {
		return invitation{}, fault.Invalid(fault.Field{Pointer: "/email", Code: fault.NotAllowed,
			Detail: "must not be the address of one of the staff"})
	}
	if _, held, err := holderOf(tx, i.Email, now); err != nil || held && !known {
		return invitation{}, orHeld(err)
	}
	revoked, err := replacePending(tx, caller, i.AddressID, now)
	if err != nil {
		return invitation{}, err
	}
	i.ID, i.Status, i.InvitedBy, i.CreatedAt = id.New(), invitationPending, caller.Actor(), now
	i.renew(now)
	if err := tx.Create(&i).Error; err != nil {
		return invitation{}, err
	}
	published := []eventbus.Event{i.invitedEvent(false)}
	if revoked != "" {
		published = append(published, events.InvitationRevoked{InvitationID: revoked, AddressID: i.AddressID})
	}
	return i, eventbus.Publish(ctx, tx, published...)
}

// orHeld is err, or a validation fault for an address that is held for an account.
func orHeld(err error) error {
	if err != nil {
		return err
	}
	return fault.Invalid(fault.Field{Pointer: "/email", Code: fault.NotAllowed,
		Detail: "must not be an address that an account may still get back"})
}

// replacePending revokes the pending invitation to the locked address, which the caller may have
// made, and returns its id, or "".
func replacePending(tx *gorm.DB, caller auth.Principal, addressID string, now time.Time) (string, error) {
	pending, found, err := pendingInvitation(tx, addressID)
	if err != nil || !found {
		return "", err
	}
	if err := pending.role.requireMayGive(caller); err != nil {
		return "", err
	}
	return revokePending(tx, addressID, now)
}

// resendInvitation gives a pending or expired invitation another code, which the mailer sends. It
// returns fault.Missing, fault.InvalidTransition for one that was accepted or revoked, and
// fault.Forbidden for a caller without the scopes of the role.
func resendInvitation(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, invitationID string, now time.Time,
) (invitation, error) {
	caller, err := lockInviter(tx, caller)
	if err != nil {
		return invitation{}, err
	}
	i, err := lockPending(tx, caller, invitationID)
	if err != nil {
		return invitation{}, err
	}
	i.InvitedBy = caller.Actor() // who sends it answers for it
	i.renew(now)
	if err := saveInvitation(tx, &i); err != nil {
		return invitation{}, err
	}
	return i, eventbus.Publish(ctx, tx, i.invitedEvent(true))
}

// revokeInvitation takes an invitation back. Its faults are those of resendInvitation.
func revokeInvitation(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, invitationID string, now time.Time,
) error {
	i, err := lockPending(tx, caller, invitationID)
	if err != nil {
		return err
	}
	i.Status, i.UpdatedAt = invitationRevoked, now
	if err := saveInvitation(tx, &i); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.InvitationRevoked{InvitationID: i.ID, AddressID: i.AddressID})
}

func lockPending(tx *gorm.DB, caller auth.Principal, invitationID string) (invitation, error) {
	i, err := lockInvitation(tx, invitationID)
	if err != nil {
		return invitation{}, err
	}
	if err := i.role.requireMayGive(caller); err != nil {
		return invitation{}, err
	}
	if i.Status != invitationPending {
		return invitation{}, fault.New(fault.InvalidTransition, "The invitation was accepted or revoked.")
	}
	return i, nil
}
