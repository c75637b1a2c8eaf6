package identity

import (
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

// findAPIKeys returns a page of the keys, newest first.
func findAPIKeys(db *gorm.DB, p httpapi.Page) ([]apiKey, int64, error) {
	return httpapi.FindPage[apiKey](db.Model(&apiKey{}), p, "created_at DESC, id DESC")
}
