package catalog

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/preview"
)

// findPreviewed is the product of a token, whatever its status, with the variants that are sold; or
// fault.NotFound. The token is good for that product alone.
func findPreviewed(db *gorm.DB, idOrSlug, token string, now time.Time) (product, error) {
	found := withVariantsOnSale(db).
		Where("id = (SELECT product_id FROM catalog_previews WHERE hash = ? AND expires_at > ?)", preview.Hash(token), now)
	p, err := database.Take[product](found)
	if err == nil && p.ID != idOrSlug && p.Slug != idOrSlug {
		return product{}, fault.Missing()
	}
	return p, err
}
