package ordering

import (
	"strings"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// stockLevel is a variant's stock with its SKU.
type stockLevel struct {
	VariantID string
	SKU       string
	OnHand    int64
	Reserved  int64
}

// stockLevels selects the stock levels of all variants.
func stockLevels(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_variants AS v").Joins("LEFT JOIN ordering_stock s ON s.variant_id = v.id").
		Select("v.id AS variant_id, v.sku, s.on_hand, s.reserved")
}

// listStock is a page of the stock levels, with their number: by SKU, or with below the least
// available first. A blank below or q does not filter.
func listStock(db *gorm.DB, below int64, q string, p httpapi.Page) ([]stockLevel, int64, error) {
	query := stockLevels(db)
	if below > 0 {
		query = query.Where("s.on_hand - s.reserved < ?", below)
	}
	q = strings.ToLower(strings.TrimSpace(q))
	if q != "" {
		query = query.Where(database.Contains("v.search", q))
	}
	const bySKU = "v.sku, v.id"
	switch {
	case below > 0:
		return httpapi.FindPage[stockLevel](query, p, "s.on_hand - s.reserved, s.variant_id")
	case q != "":
		return httpapi.FindPage[stockLevel](query, p, bySKU)
	}
	var total count // of all variants, which are too many to be counted for every list
	if err := db.Where("name = ?", countOfVariants).Take(&total).Error; err != nil {
		return nil, 0, err
	}
	var levels []stockLevel
	err := query.Order(bySKU).Offset(p.Offset()).Limit(p.Limit).Find(&levels).Error
	return levels, total.N, err
}

// findStock returns the stock level of the variant, or fault.Missing.
func findStock(db *gorm.DB, variantID string) (stockLevel, error) {
	if !id.Valid(variantID) {
		return stockLevel{}, fault.Missing()
	}
	return database.Take[stockLevel](stockLevels(db).Where("v.id = ?", variantID))
}

// pageOfMovements is a page of the variant's ledger, newest first, and the number of its rows.
func pageOfMovements(db *gorm.DB, variantID string, p httpapi.Page) ([]movement, int64, error) {
	return httpapi.FindPage[movement](db.Where("variant_id = ?", variantID), p, "id DESC")
}
