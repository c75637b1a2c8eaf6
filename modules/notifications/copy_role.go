package notifications

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// role is a copy of identity's: what members of the staff may do. A deleted one has no scopes.
type role struct {
	RoleID string `gorm:"primaryKey"`
	Scopes auth.Scopes
	Seq    int64
}

// resetRoles lets a replay overwrite every role.
const resetRoles = `UPDATE notifications_roles SET seq = 0`

func (role) TableName() string { return "notifications_roles" }

func onRoleSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.RoleSaved]) error {
	return database.UpsertNewer(tx, &role{RoleID: m.Event.RoleID, Scopes: scopesOf(m.Event.Scopes), Seq: m.Seq})
}

func onRoleDeleted(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.RoleDeleted]) error {
	return database.UpsertNewer(tx, &role{RoleID: m.Event.RoleID, Seq: m.Seq})
}

func scopesOf(names []string) auth.Scopes {
	return auth.ScopesOf(convert.All(names, func(name string) auth.Scope { return auth.Scope(name) })...)
}
