package webhooks

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// replayByID returns fault.NotFound.
func replayByID(db *gorm.DB, replayID string) (replay, error) {
	return database.ByID[replay](db, replayID)
}

// pageOfReplays returns a page of replays, newest first; of all endpoints, unless one is named.
func pageOfReplays(db *gorm.DB, endpointID string, p httpapi.Page) ([]replay, int64, error) {
	return httpapi.FindPage[replay](ofEndpoint(db, endpointID), p, "id DESC")
}

// lockReplay reads a replay FOR UPDATE. It returns fault.NotFound.
func lockReplay(tx *gorm.DB, replayID string) (replay, error) {
	return database.ByID[replay](database.ForUpdate(tx), replayID)
}

// runningReplays returns the ids of the replays that run, of enabled endpoints.
func runningReplays(db *gorm.DB) (ids []string, err error) {
	err = db.Table("webhooks_replays AS r").Joins("JOIN webhooks_endpoints AS e ON e.id = r.endpoint_id").
		Where("r.status = ? AND e.enabled", replayRunning).Order("r.id").Pluck("r.id", &ids).Error
	return ids, err
}

// deleteEndedReplays deletes the replays that ended before a time.
func deleteEndedReplays(tx *gorm.DB, before time.Time) error {
	return tx.Where("ended_at < ?", before).Delete(&replay{}).Error
}
