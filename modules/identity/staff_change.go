package identity

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// changeStaffRole gives a member of the staff another role, the built-in one too. The access tokens
// end, and the sessions go on. It returns fault.Missing for who is no member, fault.Forbidden for a
// caller without the scopes of both roles, fault.PreconditionFailed, and codeLastAdmin when no
// active admin would be left.
func changeStaffRole(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, userID string,
	match httpapi.IfMatch, roleID string, now time.Time,
) (user, error) {
	u, err := lockStaff(tx, caller, userID, match, roleID != ownerRoleID)
	if err != nil {
		return user{}, err
	}
	r, err := lockNamedRole(tx, roleID)
	if err != nil {
		return user{}, err
	}
	if err := r.requireMayGive(caller); err != nil {
		return user{}, err
	}
	if !u.setStaffRole(&r, now) {
		err = loadStaffRoles(tx, &u)
		return u, err
	}
	if err := saveUser(tx, &u); err != nil {
		return user{}, err
	}
	return u, enforceRole(ctx, tx, authority, &u, now)
}

// removeStaff makes a customer of a member of the staff. It returns how many invitations of the
// member it has revoked, and the active API keys that the member has made, which stay. Its faults
// are those of changeStaffRole.
func removeStaff(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, userID string,
	match httpapi.IfMatch, now time.Time,
) (revoked int, keys []apiKey, err error) {
	u, err := lockStaff(tx, caller, userID, match, true)
	if err != nil {
		return 0, nil, err
	}
	u.setRole(auth.RoleCustomer, now)
	if err := saveUser(tx, &u); err != nil {
		return 0, nil, err
	}
	if revoked, err = revokeInvitationsOf(ctx, tx, &u, now); err != nil {
		return 0, nil, err
	}
	if err := enforceRole(ctx, tx, authority, &u, now); err != nil {
		return 0, nil, err
	}
	keys, err = activeKeysBy(tx, u.actor(), now)
	return revoked, keys, err
}

// lockStaff locks a member of the staff whom the caller may manage. removes says that the member
// will be no admin: then it locks all admins first.
func lockStaff(tx *gorm.DB, caller auth.Principal, userID string, match httpapi.IfMatch, removes bool) (user, error) {
	var lastAdmin error
	if removes {
		if lastAdmin = requireOtherAdmin(tx, userID); lastAdmin != nil && !fault.Is(lastAdmin, codeLastAdmin) {
			return user{}, lastAdmin
		}
	}
	u, err := userForAdmin(database.ForUpdate(tx), userID)
	switch {
	case err != nil:
		return user{}, err
	case !u.isStaff():
		return user{}, fault.Missing()
	}
	return u, cmp.Or(requireMayManage(tx, caller, &u), match.Require(u.Version), lastAdmin)
}

// requireMayManage returns fault.Forbidden for a caller who lacks a scope of the role that the
// locked user has. Admins are managed by admins alone.
func requireMayManage(tx *gorm.DB, caller auth.Principal, u *user) error {
	if u.RoleID == nil {
		if u.Role == auth.RoleAdmin && caller.Role != auth.RoleAdmin {
			return httpapi.Forbidden(staffWrite)
		}
		return nil
	}
	r, err := lockRole(tx, *u.RoleID)
	if err != nil {
		return err
	}
	return r.requireMayGive(caller)
}

// requireMaySee returns fault.Forbidden for a caller who may not read everything that is held on
// the user: of the staff, other than the caller, only who may manage the user may.
func requireMaySee(db *gorm.DB, caller auth.Principal, u *user) error {
	switch {
	case !u.isStaff() || u.ID == caller.UserID:
		return nil
	case !caller.MayUse(staffWrite) || u.RoleID == nil && caller.Role != auth.RoleAdmin:
		return httpapi.Forbidden(staffWrite)
	case u.RoleID == nil:
		return nil
	}
	r, err := roleByID(db, *u.RoleID)
	if err != nil {
		return err
	}
	return r.requireMayGive(caller)
}
