package webhooks

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/webhooks/events"
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
	done := tx.Model(&endpointCount{}).Where("id = 1 AND endpoints < ?", maxEndpoints).
		Update("endpoints", gorm.Expr("endpoints + 1"))
	return done.RowsAffected == 1, done.Error
}

func freePlace(tx *gorm.DB) error {
	return tx.Model(&endpointCount{}).Where("id = 1").Update("endpoints", gorm.Expr("endpoints - 1")).Error
}

// lockEndpoint reads an endpoint and locks it until the transaction ends. On PostgreSQL deliveries
// may refer to it meanwhile. It returns fault.NotFound.
func lockEndpoint(tx *gorm.DB, endpointID string) (endpoint, error) {
	return endpointByID(tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), endpointID)
}

// endpointByID returns fault.NotFound.
func endpointByID(db *gorm.DB, endpointID string) (endpoint, error) {
	return database.ByID[endpoint](db.Where("deleted_at IS NULL"), endpointID)
}

func pageOfEndpoints(db *gorm.DB, p httpapi.Page) ([]endpoint, int64, error) {
	return httpapi.FindPage[endpoint](db.Where("deleted_at IS NULL"), p, "id DESC")
}

// allEndpoints returns every endpoint, oldest first.
func allEndpoints(db *gorm.DB) (found []endpoint, err error) {
	err = db.Where("deleted_at IS NULL").Order("id").Find(&found).Error
	return found, err
}

// endpointsWithQueues returns the ids of the endpoints for which finishQueues has something to do.
func endpointsWithQueues(db *gorm.DB) (ids []string, err error) {
	waits := db.Session(&gorm.Session{NewDB: true}).Table("webhooks_deliveries AS d").Select("1").
		Where("d.endpoint_id = e.id AND d.status = 'queued' AND d.created_at <= e.disabled_at")
	err = db.Table("webhooks_endpoints AS e").Where("e.deleted_at IS NULL").
		Where("(e.expedited_at IS NOT NULL OR e.disabled_reason = ? AND EXISTS (?))", events.DisabledByGone, waits).
		Order("e.id").Pluck("e.id", &ids).Error
	return ids, err
}

// saveDeleted saves a deleted endpoint, frees its place and deletes its replays, which are few.
func saveDeleted(tx *gorm.DB, e endpoint) error {
	if err := database.SaveVersion(tx, &e, &e.Version); err != nil {
		return err
	}
	if err := tx.Where("endpoint_id = ?", e.ID).Delete(&replay{}).Error; err != nil {
		return err
	}
	return freePlace(tx)
}

// deletedEndpoints returns the ids of the deleted endpoints whose rows are still there.
func deletedEndpoints(db *gorm.DB) (ids []string, err error) {
	err = db.Model(&endpoint{}).Where("deleted_at IS NOT NULL").Order("id").Pluck("id", &ids).Error
	return ids, err
}

// lockDeleted locks a deleted endpoint, so that replicas purge it in turns. It is false when its
// row is gone.
func lockDeleted(tx *gorm.DB, endpointID string) (bool, error) {
	var ids []string
	err := tx.Model(&endpoint{}).Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).
		Where("id = ? AND deleted_at IS NOT NULL", endpointID).Pluck("id", &ids).Error
	return len(ids) == 1, err
}

// deleteEndpointRow deletes the row of an endpoint and the deliveries that are left: a foreign key
// makes it wait for a transaction that is about to write one.
func deleteEndpointRow(tx *gorm.DB, endpointID string) error {
	return tx.Where("id = ?", endpointID).Delete(&endpoint{}).Error
}
