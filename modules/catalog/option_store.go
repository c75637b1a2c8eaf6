package catalog

import (
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// replaceChoices stores what buyers of a product can choose. It does nothing when that is as
// before.
func replaceChoices(tx *gorm.DB, productID string, before, after map[choiceKey]choice) error {
	if maps.Equal(before, after) {
		return nil
	}
	if len(before) > 0 {
		if err := tx.Where("product_id = ?", productID).Delete(&choice{}).Error; err != nil {
			return err
		}
	}
	return insertChoices(tx, slices.Collect(maps.Values(after)))
}

// insertMissingChoices stores what buyers of the products can choose, but for what is stored.
func insertMissingChoices(tx *gorm.DB, products []product) error {
	var rows []choice
	for i := range products {
		rows = slices.AppendSeq(rows, maps.Values(products[i].choices()))
	}
	return insertChoices(tx, rows)
}

func insertChoices(tx *gorm.DB, rows []choice) error {
	for batch := range slices.Chunk(rows, 1000) {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&batch).Error; err != nil {
			return err
		}
	}
	return nil
}
