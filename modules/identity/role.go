package identity

import (
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// The built-in role. Its members are the users with the role admin, and it cannot be changed.
const (
	ownerRoleID   = "019aa9d0-0000-7000-8000-000000000001"
	ownerRoleName = "owner"
)

// staffWrite is the scope of who manages the staff.
const staffWrite auth.Scope = "staff:write"

// staffRole is what members of the staff may do. The built-in one has every scope.
type staffRole struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Scopes    auth.Scopes
	Version   int64     `gorm:"default:1"` // rises with every change
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (staffRole) TableName() string { return "identity_roles" }

func (r *staffRole) builtIn() bool { return r.ID == ownerRoleID }

// scopesAmong returns the scopes of the role: the built-in one has all that are known.
func (r *staffRole) scopesAmong(known []auth.Scope) []auth.Scope {
	if r.builtIn() {
		return known
	}
	return r.Scopes.List()
}

// requireMayGive returns fault.Forbidden for a caller without one of the role's scopes. The
// built-in role is given and taken by admins alone.
func (r *staffRole) requireMayGive(caller auth.Principal) error {
	if r.builtIn() && caller.Role != auth.RoleAdmin {
		return httpapi.Forbidden(staffWrite)
	}
	return requireScopes(caller, r.Scopes.List())
}

// requireScopes returns fault.Forbidden for the first scope that the caller lacks.
func requireScopes(caller auth.Principal, scopes []auth.Scope) error {
	for _, s := range scopes {
		if s != auth.ScopeRender && !caller.MayUse(s) {
			return httpapi.Forbidden(s)
		}
	}
	return nil
}

func (r *staffRole) savedEvent() events.RoleSaved {
	return events.RoleSaved{RoleID: r.ID, Name: r.Name, Scopes: convert.Strings(r.Scopes.List()...)}
}
