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

// availableOf returns how many units of each of the variants can be sold.
func availableOf(db *gorm.DB, variantIDs []string) (map[string]int64, error) {
	var stocks []stock
	if err := db.Where("variant_id IN ?", variantIDs).Find(&stocks).Error; err != nil {
		return nil, err
	}
	available := map[string]int64{}
	for _, s := range stocks {
		available[s.VariantID] = s.available()
	}
	return available, nil
}

// lockStock reads the stock of a variant and locks it until the transaction ends.
func lockStock(tx *gorm.DB, variantID string) (locked stock, err error) {
	err = database.ForUpdate(tx).Where("variant_id = ?", variantID).Take(&locked).Error
	return locked, err
}

// unannounced selects the stock whose available units are not those that were published last.
const unannounced = "announced <> on_hand - reserved"

// loadUnannounced reads up to limit variants whose available units have not been published.
func loadUnannounced(db *gorm.DB, limit int) (variantIDs []string, err error) {
	err = db.Model(&stock{}).Where(unannounced).Order("variant_id").Limit(limit).Pluck("variant_id", &variantIDs).Error
	return variantIDs, err
}

// lockUnannounced reads the stock of those of the variants that have still not been published, and
// locks it in the order of the variants.
func lockUnannounced(tx *gorm.DB, variantIDs []string) (stocks []stock, err error) {
	err = database.ForUpdate(tx).Where("variant_id IN ?", variantIDs).Where(unannounced).Order("variant_id").Find(&stocks).Error
	return stocks, err
}

// pageOfMovements is a page of the variant's ledger, newest first, and the number of its rows.
func pageOfMovements(db *gorm.DB, variantID string, p httpapi.Page) ([]movement, int64, error) {
	return httpapi.FindPage[movement](db.Where("variant_id = ?", variantID), p, "id DESC")
}
