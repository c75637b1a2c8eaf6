package payments

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// statementByID returns fault.NotFound.
func statementByID(db *gorm.DB, statementID string) (statement, error) {
	return database.ByID[statement](db, statementID)
}

// pageOfStatements is a page of the statements, newest first, and their number.
func pageOfStatements(db *gorm.DB, p httpapi.Page) ([]statement, int64, error) {
	return httpapi.FindPage[statement](db, p, "id DESC")
}

// countEntries counts the entries of the statements by their states.
func countEntries(db *gorm.DB, statementIDs ...string) (map[string]entryCounts, error) {
	var found []struct {
		StatementID string
		State       entryState
		Entries     int
	}
	err := db.Model(&entry{}).Select("statement_id, state, count(*) AS entries").
		Where("statement_id IN ?", statementIDs).Group("statement_id, state").Find(&found).Error
	counts := make(map[string]entryCounts, len(statementIDs))
	for _, row := range found {
		c := counts[row.StatementID]
		c.add(row.State, row.Entries)
		counts[row.StatementID] = c
	}
	return counts, err
}
