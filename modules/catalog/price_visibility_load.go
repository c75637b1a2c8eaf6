package catalog

import "gorm.io/gorm"

// loadStateForUser reads the state, and whether the user has a wholesale account, with one query.
func loadStateForUser(db *gorm.DB, userID string) (callerState, error) {
	var row struct {
		State     catalogState `gorm:"embedded"`
		Wholesale bool
	}
	err := db.Raw(`SELECT s.id, s.revision, s.version, s.taxonomy,
			EXISTS (SELECT 1 FROM catalog_accounts a WHERE a.user_id = ? AND a.wholesale) AS wholesale
		FROM catalog_state s`, userID).Scan(&row).Error
	return callerState{row.State, row.Wholesale, row.Wholesale}, err
}
