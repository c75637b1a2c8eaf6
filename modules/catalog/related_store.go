package catalog

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// nextVersion stores that an admin has changed something of the product that is in no column of its
// row. It returns fault.Stale when the row has another version than was read.
func nextVersion(tx *gorm.DB, p *product, now time.Time) error {
	read := p.Version
	p.Version, p.UpdatedAt = read+1, now
	saved := tx.Model(&product{}).Where("id = ? AND version = ?", p.ID, read).
		UpdateColumns(map[string]any{"version": p.Version, "updated_at": now})
	if saved.Error == nil && saved.RowsAffected == 0 {
		return fault.Stale(read)
	}
	return saved.Error
}

// insertRelated stores the lists of the product in the place of those before.
func insertRelated(tx *gorm.DB, productID string, lists relatedLists) error {
	if err := tx.Where("product_id = ?", productID).Delete(&related{}).Error; err != nil {
		return err
	}
	var rows []related
	for _, kind := range relations {
		for i, relatedID := range lists[kind] {
			rows = append(rows, related{ProductID: productID, RelatedID: relatedID, Kind: kind, Position: i})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Create(slices.Clip(rows)).Error
}
