package shop

import (
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/preview"
)

// findPreview is the storefront of a token, or fault.NotFound.
func findPreview(db *gorm.DB, token string, now time.Time) (v events.Storefront, err error) {
	p, err := database.Take[storefrontPreview](db.Where("hash = ? AND expires_at > ?", preview.Hash(token), now))
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(p.FieldValues), &v)
}
