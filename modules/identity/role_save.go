package identity

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// roleChange is what may be changed of a role; nil leaves a field as it is.
type roleChange struct {
	Name   *string
	Scopes []auth.Scope
}

// createRole makes a role. It returns fault.Forbidden for a scope that the caller lacks, and
// fault.InUse when the name is taken.
func createRole(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, name string, scopes []auth.Scope, now time.Time,
) (staffRole, error) {
	if err := requireScopes(caller, scopes); err != nil {
		return staffRole{}, err
	}
	r := staffRole{ID: id.New(), Name: name, Scopes: auth.ScopesOf(scopes...), CreatedAt: now, UpdatedAt: now}
	if err := insertRole(tx, &r); err != nil {
		return staffRole{}, err
	}
	return r, eventbus.Publish(ctx, tx, r.savedEvent())
}

// editRole changes a role. Other scopes end the access tokens of its members, whose sessions go on,
// and revoke the invitations that a member could no longer make.
// It returns fault.Missing, fault.InvalidTransition for the built-in role, fault.Forbidden for a
// scope that the caller lacks, before or after the change, fault.PreconditionFailed, and
// fault.InUse when the name is taken.
func editRole(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, roleID string,
	match httpapi.IfMatch, c roleChange, now time.Time,
) (staffRole, error) {
	r, err := lockEditableRole(tx, caller, roleID, match)
	if err != nil {
		return staffRole{}, err
	}
	before := r
	if c.Name != nil {
		r.Name = *c.Name
	}
	if c.Scopes != nil {
		if err := requireScopes(caller, c.Scopes); err != nil {
			return staffRole{}, err
		}
		r.Scopes = auth.ScopesOf(c.Scopes...)
	}
	if r == before {
		return r, nil
	}
	r.UpdatedAt = now
	if err := updateRole(tx, &r); err != nil {
		return staffRole{}, err
	}
	if r.Scopes != before.Scopes {
		sessions, err := lockSessionsOfMembers(tx, r.ID)
		if err != nil {
			return staffRole{}, err
		}
		if err := authority.RevokeOtherScopes(ctx, tx, r.ID, r.Scopes, sessions...); err != nil {
			return staffRole{}, err
		}
		if err := revokeInvitationsOfMembers(ctx, tx, r.ID, now); err != nil {
			return staffRole{}, err
		}
	}
	return r, eventbus.Publish(ctx, tx, r.savedEvent())
}

// removeRole deletes a role without members and pending invitations, else it returns fault.InUse
// with them. Invitations that have expired go with it. Its other faults are those of editRole.
func removeRole(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, roleID string, match httpapi.IfMatch, now time.Time,
) error {
	r, err := lockEditableRole(tx, caller, roleID, match)
	if err != nil {
		return err
	}
	uses, err := loadRoleUses(tx, r.ID, now)
	switch {
	case err != nil:
		return err
	case uses.MemberCount > 0 || uses.InvitationCount > 0:
		return fault.New(fault.InUse, "The role has members or invitations.").WithMembers(uses)
	}
	if err := deleteRole(tx, &r); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.RoleDeleted{RoleID: r.ID})
}

func lockEditableRole(tx *gorm.DB, caller auth.Principal, roleID string, match httpapi.IfMatch) (staffRole, error) {
	r, err := lockRole(tx, roleID)
	switch {
	case err != nil:
		return staffRole{}, err
	case r.builtIn():
		return staffRole{}, fault.New(fault.InvalidTransition, "The built-in role cannot be changed.")
	}
	return r, cmp.Or(r.requireMayGive(caller), match.Require(r.Version))
}
