package identity

import (
	"slices"
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

// knownScopes are the scopes that roles are made of: those that operations require (httpapi.Op),
// and those of operations to come.
var knownScopes = []auth.Scope{
	auth.ScopeSelf, "orders:read", "orders:write", "refunds:write", "payments:read", "payments:write", "products:read",
	"products:write", "stock:read", "stock:write", "promotions:read", "promotions:write", "webhooks:read", "webhooks:write",
	"settings:read", "settings:write", "customers:read", "customers:write", "wholesale:decide", "reviews:moderate",
	"loyalty:adjust", "mails:read", "mails:write", "audit:read", "audit:write", "events:read", "staff:read", "staff:write",
	"keys:write", "reports:read",
}

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

// scopeList returns the scopes of the role, those of the built-in one too.
func (r *staffRole) scopeList() []auth.Scope {
	if r.builtIn() {
		return slices.Sorted(slices.Values(knownScopes))
	}
	return r.Scopes.List()
}

// requireMayGive returns fault.Forbidden for a caller without one of the role's scopes. The
// built-in role is given and taken by admins alone.
func (r *staffRole) requireMayGive(caller auth.Principal) error {
	if r.builtIn() && caller.Role != auth.RoleAdmin {
		return httpapi.Forbidden(staffWrite)
	}
	return requireScopes(caller, r.scopeList())
}

// requireScopes returns fault.Forbidden for the first scope that the caller lacks.
func requireScopes(caller auth.Principal, scopes []auth.Scope) error {
	for _, s := range scopes {
		if !caller.MayUse(s) {
			return httpapi.Forbidden(s)
		}
	}
	return nil
}

func (r *staffRole) savedEvent() events.RoleSaved {
	return events.RoleSaved{RoleID: r.ID, Name: r.Name, Scopes: convert.All(r.scopeList(), func(s auth.Scope) string { return string(s) })}
}
