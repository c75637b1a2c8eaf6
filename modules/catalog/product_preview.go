package catalog

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/preview"
)

// productPreview lets whoever has its token read a product that is not active. The token is stored
// nowhere.
type productPreview struct {
	Hash      string `gorm:"primaryKey"`
	ProductID string
	ExpiresAt time.Time
}

func (productPreview) TableName() string { return "catalog_previews" }

// makePreview makes a token for the product, or returns fault.NotFound.
func makePreview(tx *gorm.DB, productID string, now time.Time) (token string, p product, err error) {
	if p, err = database.ByID[product](tx, productID); err != nil {
		return "", p, err
	}
	token, expiresAt, err := preview.Issue(tx, &productPreview{}, now)
	if err != nil {
		return "", p, err
	}
	return token, p, tx.Create(&productPreview{
		Hash: preview.Hash(token), ProductID: p.ID, ExpiresAt: expiresAt,
	}).Error
}
