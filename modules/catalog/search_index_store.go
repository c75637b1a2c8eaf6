package catalog

import (
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// reindexProduct replaces the product's entries in the index. The caller holds the lock of the
// catalogue.
func reindexProduct(tx *gorm.DB, productID string, entries map[indexEntry]bool) error {
	var existing []indexEntry
	if err := tx.Where("product_id = ?", productID).Find(&existing).Error; err != nil {
		return err
	}
	missing, uses := maps.Clone(entries), map[string]int64{}
	var obsolete [][]any
	for _, e := range existing {
		if entries[e] {
			delete(missing, e)
			continue
		}
		uses[e.Word]--
		obsolete = append(obsolete, []any{e.Word, e.Weight})
	}
	if len(obsolete) > 0 {
		if err := tx.Where("product_id = ? AND (word, weight) IN ?", productID, obsolete).
			Delete(&indexEntry{}).Error; err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		rows := slices.Collect(maps.Keys(missing))
		for _, e := range rows {
			uses[e.Word]++
		}
		if err := tx.Create(&rows).Error; err != nil {
			return err
		}
	}
	return addUses(tx, uses)
}

// reindexProducts does the same for products that have not changed themselves.
func reindexProducts(tx *gorm.DB, products []product) error {
	tree, err := loadTaxonomy(tx)
	if err != nil {
		return err
	}
	for i := range products {
		if err := reindexProduct(tx, products[i].ID, indexEntriesOf(&products[i], tree.namesOf(&products[i]))); err != nil {
			return err
		}
	}
	return nil
}

// loadActiveAfter returns the next active products behind the given one, by id, with the variants
// on sale.
func loadActiveAfter(tx *gorm.DB, behind string) (products []product, err error) {
	err = withVariantsOnSale(tx).Where(`status = 'active' AND id > ?`, behind).Order("id").Limit(reindexedAtOnce).
		Find(&products).Error
	return products, err
}

// addUses adds to the numbers of uses in the dictionary. A new word gets an id above all others,
// because the lock of the catalogue keeps transactions from assigning ids at the same time:
// dictionary.refresh depends on it.
func addUses(tx *gorm.DB, uses map[string]int64) error {
	var rows []dictionaryWord
	for _, w := range slices.Sorted(maps.Keys(uses)) {
		if uses[w] != 0 {
			rows = append(rows, dictionaryWord{Word: w, Uses: uses[w]})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	add := clause.OnConflict{
		Columns:   []clause.Column{{Name: "word"}},
		DoUpdates: clause.Assignments(map[string]any{"uses": gorm.Expr("catalog_words.uses + excluded.uses")}),
	}
	return tx.Clauses(add).Create(&rows).Error
}

// reindexBrand follows a change of the brand's name in the entries of its active products: one
// statement for each word, however many products there are.
func reindexBrand(tx *gorm.DB, brandID, oldName, newName string) error {
	const products = `SELECT id FROM catalog_products WHERE status = 'active' AND brand_id = ?`
	removed, added := diffWords(oldName, newName)
	uses := map[string]int64{}
	for _, w := range removed {
		deleted := tx.Where("word = ? AND weight = ? AND product_id IN ("+products+")", w, weightBrand, brandID).
			Delete(&indexEntry{})
		if deleted.Error != nil {
			return deleted.Error
		}
		uses[w] -= deleted.RowsAffected
	}
	for _, w := range added {
		inserted := tx.Exec(`INSERT INTO catalog_index (product_id, word, weight)
			SELECT id, CAST(? AS text), CAST(? AS integer) FROM (`+products+`) AS products`, w, weightBrand, brandID)
		if inserted.Error != nil {
			return inserted.Error
		}
		uses[w] += inserted.RowsAffected
	}
	return addUses(tx, uses)
}

// reindexCategory does the same for a category. A product keeps a word that another of its
// categories has too.
func reindexCategory(tx *gorm.DB, c category, oldName string) error {
	const products = `SELECT p.id FROM catalog_products p JOIN catalog_placements c ON c.product_id = p.id AND c.direct
		WHERE p.status = 'active' AND c.category_id = ?`
	removed, added := diffWords(oldName, c.Name)
	uses := map[string]int64{}
	for _, w := range removed {
		others, err := otherCategoriesWith(tx, w, c.ID)
		if err != nil {
			return err
		}
		deleted := tx.Where(`word = ? AND weight = ? AND product_id IN (`+products+`) AND NOT EXISTS (
				SELECT 1 FROM catalog_placements o
				WHERE o.product_id = catalog_index.product_id AND o.direct AND o.category_id IN ?)`,
			w, weightCategory, c.ID, others).Delete(&indexEntry{})
		if deleted.Error != nil {
			return deleted.Error
		}
		uses[w] -= deleted.RowsAffected
	}
	for _, w := range added {
		inserted := tx.Exec(`INSERT INTO catalog_index (product_id, word, weight)
			SELECT id, CAST(? AS text), CAST(? AS integer) FROM (`+products+`) AS products
			WHERE TRUE ON CONFLICT DO NOTHING`, w, weightCategory, c.ID)
		if inserted.Error != nil {
			return inserted.Error
		}
		uses[w] += inserted.RowsAffected
	}
	return addUses(tx, uses)
}

// otherCategoriesWith returns the ids of the other categories whose names contain the word.
func otherCategoriesWith(tx *gorm.DB, word, categoryID string) ([]string, error) {
	var others []category
	if err := tx.Where("id <> ?", categoryID).Find(&others).Error; err != nil {
		return nil, err
	}
	var found []string
	for _, c := range others {
		if slices.Contains(tokenize(c.Name), word) {
			found = append(found, c.ID)
		}
	}
	return found, nil
}
