package identity

import (
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// findStaff returns a page of the staff with their roles, admins included, newest first.
func findStaff(db *gorm.DB, p httpapi.Page) ([]user, int64, error) {
	staff, total, err := httpapi.FindPage[user](staffOf(db), p, "created_at DESC, id DESC")
	if err != nil {
		return nil, 0, err
	}
	return staff, total, loadStaffRoles(db, pointers(staff)...)
}

// findColleagues returns a page of the staff, or of those with the ids alone, without their roles.
func findColleagues(db *gorm.DB, only httpapi.ByIDs, p httpapi.Page) ([]user, int64, error) {
	return httpapi.FindPage[user](only.Among(staffOf(db), "id"), p, "id")
}

// staffOf are the accounts of the staff, admins included.
func staffOf(db *gorm.DB) *gorm.DB {
	return db.Model(&user{}).Where("role = ? OR role_id IS NOT NULL", auth.RoleAdmin)
}

// membersOf returns the members of the role, which is not the built-in one.
func membersOf(tx *gorm.DB, roleID string) (members []user, err error) {
	err = tx.Where("role_id = ?", roleID).Order("id").Find(&members).Error
	return members, err
}

// lockHolders locks the admins and the staff with the scope, whose accounts are not disabled, in
// the order of their ids.
func lockHolders(tx *gorm.DB, scope auth.Scope) (holders []user, err error) {
	var roles []staffRole
	if err := tx.Find(&roles).Error; err != nil {
		return nil, err
	}
	with := []string{}
	for _, r := range roles {
		if r.Scopes.Include(scope) {
			with = append(with, r.ID)
		}
	}
	err = database.ForUpdate(tx).Where("(role = ? OR role_id IN ?) AND disabled_at IS NULL", auth.RoleAdmin, with).
		Order("id").Find(&holders).Error
	return holders, err
}
