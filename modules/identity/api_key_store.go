package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// apiKeyByID returns the key, or fault.Missing.
func apiKeyByID(db *gorm.DB, keyID string) (apiKey, error) { return database.ByID[apiKey](db, keyID) }

// lockAPIKey locks the key, or returns fault.Missing.
func lockAPIKey(tx *gorm.DB, keyID string) (apiKey, error) {
	return database.ByID[apiKey](database.ForUpdate(tx), keyID)
}

// saveAPIKey writes every column of a locked key with its next version.
func saveAPIKey(tx *gorm.DB, k *apiKey) error { return database.SaveVersion(tx, k, &k.Version) }

// activeKeysBy returns the keys that the actor has made and that are good, newest first.
func activeKeysBy(tx *gorm.DB, actor string, now time.Time) (keys []apiKey, err error) {
	err = tx.Where("created_by = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", actor, now).
		Order("created_at DESC, id DESC").Find(&keys).Error
	return keys, err
}

// findAPIKeys returns a page of the keys, newest first.
func findAPIKeys(db *gorm.DB, p httpapi.Page) ([]apiKey, int64, error) {
	return httpapi.FindPage[apiKey](db.Model(&apiKey{}), p, "created_at DESC, id DESC")
}
