package loyalty

import (
	"context"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// product is a copy of catalog's product: whether it can be shared.
type product struct {
	ProductID string `gorm:"primaryKey"`
	Active    bool
	Seq       int64 // of the event that it comes from
}

func (product) TableName() string { return "loyalty_products" }

func onProductSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.ProductSaved]) error {
	return database.UpsertNewer(tx, &product{ProductID: m.Event.ProductID, Active: m.Event.Status == catalog.ProductActive,
		Seq: m.Seq}, "active")
}

// isActive reports whether customers see the product.
func isActive(db *gorm.DB, productID string) (bool, error) {
	var found int64
	err := db.Model(&product{}).Where("product_id = ? AND active", productID).Count(&found).Error
	return found > 0, err
}
