package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// principalNow is what the locked user may do as one of the staff: nothing as a customer, or when
// the account is disabled. It locks the role.
func principalNow(tx *gorm.DB, u *user) (auth.Principal, error) {
	p := auth.Principal{UserID: u.ID, Role: auth.RoleCustomer}
	if u.disabled() || !u.isStaff() {
		return p, nil
	}
	p.Role = u.Role
	if u.RoleID == nil {
		return p, nil
	}
	r, err := lockRole(tx, *u.RoleID)
	p.Scopes, p.RoleID = r.Scopes, r.ID
	return p, err
}

// revokeInvitationsOf revokes the pending invitations that the locked user has made and could no
// longer make, and returns how many: an invitation must not outlive the dismissal of its maker.
func revokeInvitationsOf(ctx context.Context, tx *gorm.DB, u *user, now time.Time) (revoked int, err error) {
	maker, err := principalNow(tx, u)
	if err != nil {
		return 0, err
	}
	pending, err := pendingInvitationsBy(tx, maker.Actor())
	if err != nil {
		return 0, err
	}
	for _, i := range pending {
		if maker.MayUse(staffWrite) && i.role.requireMayGive(maker) == nil {
			continue
		}
		done, err := revokeOne(tx, i.ID, now)
		if err != nil {
			return 0, err
		}
		if !done { // accepted, or taken back, meanwhile
			continue
		}
		revoked++
		if err := eventbus.Publish(ctx, tx, events.InvitationRevoked{InvitationID: i.ID,
			AddressID: i.AddressID}); err != nil {
			return 0, err
		}
	}
	return revoked, nil
}

// revokeInvitationsOfMembers is revokeInvitationsOf for each member of a locked role.
func revokeInvitationsOfMembers(ctx context.Context, tx *gorm.DB, roleID string, now time.Time) error {
	members, err := membersOf(tx, roleID)
	if err != nil {
		return err
	}
	for i := range members {
		if _, err := revokeInvitationsOf(ctx, tx, &members[i], now); err != nil {
			return err
		}
	}
	return nil
}

// lockInviter locks the caller's account and returns what it may do now: the caller's token may be
// older than a dismissal. It returns fault.Forbidden for who may not manage the staff any more.
func lockInviter(tx *gorm.DB, caller auth.Principal) (auth.Principal, error) {
	u, err := userByID(database.ForUpdate(tx), caller.UserID)
	if fault.Is(err, fault.Unauthenticated) {
		return auth.Principal{}, httpapi.Forbidden(staffWrite)
	}
	if err != nil {
		return auth.Principal{}, err
	}
	p, err := principalNow(tx, &u)
	if err == nil && !p.MayUse(staffWrite) {
		err = httpapi.Forbidden(staffWrite)
	}
	return p, err
}
