package identity

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// createGrant stores the grant; false means that the application has one already.
func createGrant(tx *gorm.DB, g wholesaleGrant) (bool, error) {
	created := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&g)
	return created.RowsAffected == 1, created.Error
}
