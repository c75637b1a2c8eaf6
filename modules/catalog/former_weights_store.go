package catalog

import "gorm.io/gorm"

// loadWeighedProducts reads the ids of the first products after one that have variants with a
// weight.
func loadWeighedProducts(db *gorm.DB, after string, limit int) (ids []string, err error) {
	err = db.Model(&variant{}).Distinct("product_id").Where("weight_grams IS NOT NULL AND product_id > ?", after).
		Order("product_id").Limit(limit).Pluck("product_id", &ids).Error
	return ids, err
}

// loadWeighedVariants reads the variants of the products that have a weight.
func loadWeighedVariants(db *gorm.DB, productIDs []string) (variants []variant, err error) {
	err = db.Where("product_id IN ? AND weight_grams IS NOT NULL", productIDs).Order("product_id, position").
		Find(&variants).Error
	return variants, err
}
