package catalog

import (
	"maps"
	"reflect"
	"slices"

	"gorm.io/gorm"
)

// loadDefinitions returns the attributes that lists have values of. It needs no query when there
// are no values.
func loadDefinitions(tx *gorm.DB, lists ...[]attributeValues) (definitions, error) {
	codes := codesOf(lists)
	if len(codes) == 0 {
		return nil, nil
	}
	var found []attribute
	if err := tx.Where("code IN ?", codes).Find(&found).Error; err != nil {
		return nil, err
	}
	d := definitions{}
	for i := range found {
		d[found[i].Code] = &found[i]
	}
	return d, nil
}

// replaceAttributeRows stores which values a product has. It does nothing when they are as before.
func replaceAttributeRows(tx *gorm.DB, productID string, before, after map[attributeKey]attributeRow) error {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	if len(before) > 0 {
		if err := tx.Where("product_id = ?", productID).Delete(&attributeRow{}).Error; err != nil {
			return err
		}
	}
	for batch := range slices.Chunk(slices.Collect(maps.Values(after)), 1000) {
		if err := tx.Create(&batch).Error; err != nil {
			return err
		}
	}
	return nil
}
