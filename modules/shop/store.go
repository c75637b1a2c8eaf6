package shop

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/shop/events"
	"orderd/platform/database"
)

// loadGroups are the rows of all groups, by name.
func loadGroups(db *gorm.DB) (map[events.Group]group, error) {
	var all []group
	if err := db.Order("name").Find(&all).Error; err != nil {
		return nil, err
	}
	groups := make(map[events.Group]group, len(all))
	for _, g := range all {
		groups[g.Name] = g
	}
	return groups, nil
}

// lockGroups locks the rows of all groups: a rule may concern two of them.
func lockGroups(tx *gorm.DB) (map[events.Group]group, error) {
	return loadGroups(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}))
}

// findGroup returns the row of a group, or fault.NotFound.
func findGroup(db *gorm.DB, name events.Group) (group, error) {
	return database.Take[group](db.Where("name = ?", name))
}

// insertGroup stores a new group. It returns false when there is one by now.
func insertGroup(tx *gorm.DB, g *group) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "name"}}, DoNothing: true}).Create(g)
	return done.RowsAffected == 1, done.Error
}

// lockGroup locks the row of a group.
func lockGroup(tx *gorm.DB, name events.Group) (group, error) {
	locked := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
	return database.Take[group](locked.Where("name = ?", name))
}

// forgetUser removes the user from the groups that they have saved.
func forgetUser(tx *gorm.DB, userID string) error {
	return tx.Model(&group{}).Where("updated_by_id = ?", userID).
		Updates(map[string]any{"updated_by_id": nil, "updated_by_name": nil}).Error
}
