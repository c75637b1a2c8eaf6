package catalog

import (
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// replaceTags stores the tags of a product. It does nothing when they are as before.
func replaceTags(tx *gorm.DB, productID string, before, after []string) error {
	was, is := tagKeys(before), tagKeys(after)
	slices.Sort(was)
	slices.Sort(is)
	if slices.Equal(was, is) {
		return nil
	}
	if len(was) > 0 {
		if err := tx.Where("product_id = ?", productID).Delete(&tag{}).Error; err != nil {
			return err
		}
	}
	if len(is) == 0 {
		return nil
	}
	rows := convert.All(is, func(key string) tag { return tag{key, productID} })
	return tx.Create(&rows).Error
}
