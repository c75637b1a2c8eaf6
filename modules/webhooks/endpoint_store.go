package webhooks

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// endpointCount is the one row that counts the endpoints: a guard in its UPDATE limits them.
type endpointCount struct {
	ID    int `gorm:"primaryKey"`
	Count int `gorm:"column:endpoints"`
}

func (endpointCount) TableName() string { return "webhooks_counts" }

// takePlace counts a new endpoint. It is false when there are maxEndpoints.
func takePlace(tx *gorm.DB) (bool, error) {
	done := tx.Model(&endpointCount{}).Where("id = 1 AND endpoints < ?", maxEndpoints).Update("endpoints", gorm.Expr("endpoints + 1"))
	return done.RowsAffected == 1, done.Error
}

func freePlace(tx *gorm.DB) error {
	return tx.Model(&endpointCount{}).Where("id = 1").Update("endpoints", gorm.Expr("endpoints - 1")).Error
}

// lockEndpoint reads an endpoint and locks it until the transaction ends. On PostgreSQL deliveries
// may refer to it meanwhile. It returns fault.NotFound.
func lockEndpoint(tx *gorm.DB, endpointID string) (endpoint, error) {
	return database.ByID[endpoint](tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), endpointID)
}

// endpointByID returns fault.NotFound.
func endpointByID(db *gorm.DB, endpointID string) (endpoint, error) {
	return database.ByID[endpoint](db, endpointID)
}

func pageOfEndpoints(db *gorm.DB, p httpapi.Page) ([]endpoint, int64, error) {
	return httpapi.FindPage[endpoint](db, p, "id DESC")
}

// allEndpoints returns every endpoint, oldest first.
func allEndpoints(db *gorm.DB) (found []endpoint, err error) {
	err = db.Order("id").Find(&found).Error
	return found, err
}

// deleteEndpointRow deletes an endpoint that the caller has locked, and what belongs to it.
func deleteEndpointRow(tx *gorm.DB, e endpoint) error {
	if err := tx.Delete(&e).Error; err != nil {
		return err
	}
	return freePlace(tx)
}
