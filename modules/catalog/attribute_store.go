package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// insertAttribute adds the attribute. It returns fault.InUse when another one has the code.
func insertAttribute(tx *gorm.DB, a *attribute) error {
	err := tx.Create(a).Error
	if database.IsUnique(err, "catalog_attributes_code_key", "catalog_attributes.code") {
		return fault.New(fault.InUse, "Another attribute has this code.")
	}
	return err
}

func countAttributes(tx *gorm.DB) (n int64, err error) {
	err = tx.Model(&attribute{}).Count(&n).Error
	return n, err
}

// usesOfAttribute restricts products to those that have a value of an attribute, or one of the
// values that are given.
func usesOfAttribute(attributeID string, values ...string) scope {
	return func(db *gorm.DB) *gorm.DB {
		if len(values) == 0 {
			return db.Where("id IN (SELECT v.product_id FROM catalog_attribute_values v WHERE v.attribute_id = ?)", attributeID)
		}
		return db.Where(`id IN (SELECT v.product_id FROM catalog_attribute_values v
			WHERE v.attribute_id = ? AND v.value_key IN ?)`, attributeID, values)
	}
}

// findAttributeToIndex returns an attribute by which products are to be indexed anew, or nil.
func findAttributeToIndex(db *gorm.DB) (*attribute, error) {
	var found []attribute
	err := db.Where("reindex_from IS NOT NULL").Order("id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// loadProductsWith returns the next active products behind the given one that have a value of the
// attribute, by id, with the variants on sale.
func loadProductsWith(tx *gorm.DB, attributeID, behind string) (products []product, err error) {
	err = withVariantsOnSale(tx).Where(`status = 'active' AND id > ? AND id IN (
			SELECT v.product_id FROM catalog_attribute_values v WHERE v.attribute_id = ?)`, behind, attributeID).
		Order("id").Limit(reindexedAtOnce).Find(&products).Error
	return products, err
}

func setReindexFrom(tx *gorm.DB, attributeID string, behind *string) error {
	return tx.Model(&attribute{ID: attributeID}).UpdateColumn("reindex_from", behind).Error
}

// loadAttributes returns all attributes in the order of lists.
func loadAttributes(db *gorm.DB) (all []attribute, err error) {
	err = db.Order("position, code").Find(&all).Error
	return all, err
}
