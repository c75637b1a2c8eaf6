package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// roleByID returns the role, or fault.Missing.
func roleByID(db *gorm.DB, roleID string) (staffRole, error) {
	return database.ByID[staffRole](db, roleID)
}

// lockRole locks the role, or returns fault.Missing. Roles are locked after users and before
// sessions: a login of a member waits here for a change of the scopes.
func lockRole(tx *gorm.DB, roleID string) (staffRole, error) {
	return database.ByID[staffRole](database.ForUpdate(tx), roleID)
}

// lockNamedRole is lockRole for a role that a body names: one that is not there is a wrong field.
func lockNamedRole(tx *gorm.DB, roleID string) (staffRole, error) {
	r, err := lockRole(tx, roleID)
	if fault.Is(err, fault.NotFound) {
		err = fault.Invalid(fault.Field{Pointer: "/roleId", Code: fault.NotAllowed, Detail: "must be a role"})
	}
	return r, err
}

// loadStaffRoles sets the roles of the users who are staff.
func loadStaffRoles(db *gorm.DB, users ...*user) error {
	var ids []string
	for _, u := range users {
		switch {
		case u.RoleID != nil:
			ids = append(ids, *u.RoleID)
		case u.Role == auth.RoleAdmin:
			u.staffRole = &staffRole{ID: ownerRoleID, Name: ownerRoleName}
		default:
			u.staffRole = nil
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var roles []staffRole
	if err := db.Where("id IN ?", ids).Find(&roles).Error; err != nil {
		return err
	}
	for _, u := range users {
		for i := range roles {
			if u.RoleID != nil && *u.RoleID == roles[i].ID {
				u.staffRole = &roles[i]
			}
		}
	}
	return nil
}

// insertRole stores the role, and returns fault.InUse when its name is taken.
func insertRole(tx *gorm.DB, r *staffRole) error { return roleNameTaken(tx.Create(r).Error) }

// updateRole writes every column of a locked role with its next version, and returns fault.InUse
// when its name is taken.
func updateRole(tx *gorm.DB, r *staffRole) error {
	return roleNameTaken(database.SaveVersion(tx, r, &r.Version))
}

func roleNameTaken(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return fault.New(fault.InUse, "Another role has this name.")
	}
	return err
}

// findRoles returns a page of the roles, by name.
func findRoles(db *gorm.DB, p httpapi.Page) ([]staffRole, int64, error) {
	return httpapi.FindPage[staffRole](db.Model(&staffRole{}), p, "name, id")
}

// countMembers counts the members of the roles, by role.
func countMembers(db *gorm.DB, roles []staffRole) (map[string]int, error) {
	var ids []string
	for _, r := range roles {
		ids = append(ids, r.ID)
	}
	var counted []struct {
		RoleID string
		N      int
	}
	err := db.Raw(`SELECT COALESCE(role_id, ?) AS role_id, count(*) AS n FROM identity_users
		WHERE role = ? OR role_id IN ? GROUP BY 1`, ownerRoleID, auth.RoleAdmin, ids).Scan(&counted).Error
	members := map[string]int{}
	for _, c := range counted {
		members[c.RoleID] = c.N
	}
	return members, err
}

// loadRoleUses reads the members of a locked role, and the pending invitations to it that count.
func loadRoleUses(tx *gorm.DB, roleID string, now time.Time) (uses roleInUse, err error) {
	var members []user
	var invitations []invitation
	read := func(query *gorm.DB, first any, count *int64) error {
		query = query.Session(&gorm.Session{})
		if err := query.Count(count).Error; err != nil || *count == 0 {
			return err
		}
		return query.Order("full_name, id").Limit(maxShownUses).Find(first).Error
	}
	err = errors.Join(
		read(tx.Model(&user{}).Where("role_id = ?", roleID), &members, &uses.MemberCount),
		read(tx.Model(&invitation{}).Where("role_id = ? AND status = ? AND expires_at > ?", roleID, invitationPending, now),
			&invitations, &uses.InvitationCount))
	uses.Members = convert.All(members, func(u user) roleUseView {
		return roleUseView{ID: u.ID, FullName: u.FullName, Email: u.Email}
	})
	uses.Invitations = convert.All(invitations, func(i invitation) roleUseView {
		return roleUseView{ID: i.ID, FullName: i.FullName, Email: i.Email}
	})
	return uses, err
}

// deleteRole deletes a locked role with the invitations to it that have ended.
func deleteRole(tx *gorm.DB, r *staffRole) error {
	if err := tx.Where("role_id = ?", r.ID).Delete(&invitation{}).Error; err != nil {
		return err
	}
	return database.DeleteVersion(tx, r, &r.Version)
}

// lockSessionsOfMembers locks the sessions of the members of a locked role and returns their ids.
func lockSessionsOfMembers(tx *gorm.DB, roleID string) (ids []string, err error) {
	members := tx.Model(&user{}).Select("id").Where("role_id = ?", roleID)
	err = database.ForUpdate(tx).Model(&session{}).Where("user_id IN (?)", members).Order("id").Pluck("id", &ids).Error
	return ids, err
}
