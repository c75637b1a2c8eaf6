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
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

// userChange is what the staff may change of an account; nil leaves a field as it is.
type userChange struct {
	Role     *auth.Role
	Disabled *bool
	Profile  profileChange
	Metadata *metadata.Object
}

// removesAdmin reports whether an admin with the change would no longer be an active one.
func (c userChange) removesAdmin() bool {
	return c.Role != nil && *c.Role != auth.RoleAdmin || c.Disabled != nil && *c.Disabled
}

// updateUser changes the role of an account, disables or enables it, corrects its profile, and
// replaces its metadata.
// Another role ends the access tokens, and the sessions go on; disabling ends both. It returns
// fault.Missing, fault.Forbidden (requireMayChange), fault.PreconditionFailed, and codeLastAdmin
// when no active admin would be left. It locks all admins first, so that of two admins who demote
// each other one succeeds.
func updateUser(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, userID string,
	match httpapi.IfMatch, c userChange, now time.Time,
) (user, error) {
	var lastAdmin error
	if c.removesAdmin() {
		if lastAdmin = requireOtherAdmin(tx, userID); lastAdmin != nil && !fault.Is(lastAdmin, codeLastAdmin) {
			return user{}, lastAdmin
		}
	}
	u, err := userForAdmin(database.ForUpdate(tx), userID)
	if err != nil {
		return user{}, err
	}
	if err := cmp.Or(requireMayChange(tx, caller, &u, c), match.Require(u.Version), lastAdmin); err != nil {
		return user{}, err
	}
	roleChanged := c.Role != nil && u.setRole(*c.Role, now)
	accessChanged := c.Disabled != nil && u.setDisabled(*c.Disabled, now)
	corrected := c.Profile.apply(&u, now)
	described := c.Metadata != nil && u.setMetadata(*c.Metadata, now)
	if !roleChanged && !accessChanged && corrected == nil && !described {
		return u, nil
	}
	if err := saveUser(tx, &u); err != nil {
		return user{}, err
	}
	if roleChanged {
		if err := enforceRole(ctx, tx, authority, &u, now); err != nil {
			return user{}, err
		}
	}
	if accessChanged {
		if err := enforceAccess(ctx, tx, authority, &u, now); err != nil {
			return user{}, err
		}
	}
	return u, saveCorrection(ctx, tx, &u, corrected, described)
}

// saveCorrection publishes the fields of a profile that staff have changed, with their values. Of
// metadata that they have changed it saves what filters find, and publishes no values.
func saveCorrection(
	ctx context.Context, tx *gorm.DB, u *user, fields []events.ProfileField, metadataToo bool,
) error {
	if metadataToo {
		if err := userMetadata.Replace(tx, u.ID, u.Metadata); err != nil {
			return err
		}
	}
	var published []eventbus.Event
	if len(fields) > 0 {
		published = append(published, u.profileChangedEvent())
	}
	if metadataToo {
		fields = append(fields, events.ProfileMetadata)
	}
	if len(fields) > 0 {
		published = append(published, events.ProfileCorrected{UserID: u.ID, Fields: fields})
	}
	return eventbus.Publish(ctx, tx, published...)
}

// enforceAccess revokes the invitations and ends the sessions of a user who is disabled now, and
// publishes whether the user is.
func enforceAccess(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, now time.Time) error {
	if u.disabled() {
		if _, err := revokeInvitationsOf(ctx, tx, u, now); err != nil {
			return err
		}
		if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByDisabling); err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, tx, events.AccessChanged{UserID: u.ID, Disabled: u.disabled()})
}

// requireMayChange returns fault.Forbidden for a caller who may not make the change: a role, and
// any change of the staff, needs staffWrite, and requireMayManage too.
func requireMayChange(tx *gorm.DB, caller auth.Principal, u *user, c userChange) error {
	if c.Role == nil && !u.isStaff() {
		return nil
	}
	if !caller.MayUse(staffWrite) || c.Role != nil && *c.Role == auth.RoleAdmin && caller.Role != auth.RoleAdmin {
		return httpapi.Forbidden(staffWrite)
	}
	return requireMayManage(tx, caller, u)
}

// enforceRole ends the access tokens with the former role, shortens the sessions of a new member of
// the staff, takes the second factors of who has left the staff, revokes the invitations that the
// user could no longer make, and publishes the new role.
func enforceRole(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, now time.Time) error {
	sessions, err := lockSessions(tx, u.ID)
	if err != nil {
		return err
	}
	if err := loadStaffRoles(tx, u); err != nil {
		return err
	}
	if !u.isStaff() {
		if err := dropFactors(ctx, tx, u, events.FactorsDropped); err != nil {
			return err
		}
	}
	if len(sessions) > 0 {
		if err := revokeFormerRole(ctx, tx, authority, u, sessions); err != nil {
			return err
		}
		if err := capAdminSessions(tx, u.ID, now); err != nil {
			return err
		}
	}
	if _, err := revokeInvitationsOf(ctx, tx, u, now); err != nil {
		return err
	}
	changed := events.RoleChanged{UserID: u.ID, Role: events.Role(u.Role)}
	if u.RoleID != nil {
		changed.RoleID = *u.RoleID
	}
	return eventbus.Publish(ctx, tx, changed)
}

func revokeFormerRole(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, sessions []string) error {
	if u.RoleID != nil {
		return authority.RevokeOtherScopes(ctx, tx, u.staffRole.ID, u.staffRole.Scopes, sessions...)
	}
	return authority.Revoke(ctx, tx, u.Role, sessions...)
}

// requireOtherAdmin returns codeLastAdmin when the user is the only active admin. It locks all
// active admins.
func requireOtherAdmin(tx *gorm.DB, userID string) error {
	admins, err := lockActiveAdmins(tx)
	if err != nil {
		return err
	}
	if len(admins) == 1 && admins[0].ID == userID {
		return fault.New(codeLastAdmin, "This is the last admin. Please appoint another one first.")
	}
	return nil
}
