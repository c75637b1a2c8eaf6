package catalog

import (
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// reindex makes the product's rows in the index those of the entries. The caller holds the catalogue.
func reindex(tx *gorm.DB, productID string, entries map[entry]bool) error {
	var there []entry
	if err := tx.Raw(`SELECT word, weight FROM catalog_index WHERE product_id = ?`, productID).Scan(&there).Error; err != nil {
		return err
	}
	fresh, uses := maps.Clone(entries), map[string]int64{}
	var gone [][]any
	for _, e := range there {
		if entries[e] {
			delete(fresh, e)
			continue
		}
		uses[e.Word]--
		gone = append(gone, []any{e.Word, e.Weight})
	}
	var rows []any
	for e := range fresh {
		uses[e.Word]++
		rows = append(rows, productID, e.Word, e.Weight)
	}
	if len(gone) > 0 {
		if err := tx.Exec(`DELETE FROM catalog_index WHERE product_id = ? AND (word, weight) IN ?`, productID, gone).Error; err != nil {
			return err
		}
	}
	if len(rows) > 0 {
		if err := tx.Exec(`INSERT INTO catalog_index (product_id, word, weight) VALUES `+tuples(len(fresh), 3), rows...).Error; err != nil {
			return err
		}
	}
	return count(tx, uses)
}

// count adds to the dictionary's numbers of uses. A word that is new there gets an id above all others, which readers of the dictionary
// count on: the catalogue's lock lets no two transactions give ids at once.
func count(tx *gorm.DB, uses map[string]int64) error {
	var rows []any
	for _, w := range slices.Sorted(maps.Keys(uses)) {
		if uses[w] != 0 {
			rows = append(rows, w, uses[w])
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Exec(`INSERT INTO catalog_words (word, uses) VALUES `+tuples(len(rows)/2, 2)+`
		ON CONFLICT (word) DO UPDATE SET uses = catalog_words.uses + excluded.uses`, rows...).Error
}

// tuples is n lists of placeholders: (?, ?), (?, ?).
func tuples(n, columns int) string {
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + ")"
	return strings.TrimSuffix(strings.Repeat(one+", ", n), ", ")
}

// reindexBrand gives the brand's active products the words of its new name: set by set, for there may be many.
func reindexBrand(tx *gorm.DB, brandID, from, to string) error {
	const its = `SELECT id FROM catalog_products WHERE status = 'active' AND brand_id = ?`
	gone, fresh := renamed(from, to)
	uses := map[string]int64{}
	for _, w := range gone {
		deleted := tx.Exec(`DELETE FROM catalog_index WHERE word = ? AND weight = ? AND product_id IN (`+its+`)`, w, brandWeight, brandID)
		if deleted.Error != nil {
			return deleted.Error
		}
		uses[w] -= deleted.RowsAffected
	}
	for _, w := range fresh {
		added := tx.Exec(`INSERT INTO catalog_index (product_id, word, weight) SELECT id, CAST(? AS text), CAST(? AS integer) FROM (`+its+`) AS its`, w, brandWeight, brandID)
		if added.Error != nil {
			return added.Error
		}
		uses[w] += added.RowsAffected
	}
	return count(tx, uses)
}

// reindexCategory does the same for a category. A word that another category of the product has too stays.
func reindexCategory(tx *gorm.DB, c category, from string) error {
	const its = `SELECT p.id FROM catalog_products p JOIN catalog_placements c ON c.product_id = p.id AND c.direct WHERE p.status = 'active' AND c.category_id = ?`
	gone, fresh := renamed(from, c.Name)
	uses := map[string]int64{}
	for _, w := range gone {
		others, err := categoriesWith(tx, w, c.ID)
		if err != nil {
			return err
		}
		deleted := tx.Exec(`DELETE FROM catalog_index WHERE word = ? AND weight = ? AND product_id IN (`+its+`)
			AND NOT EXISTS (SELECT 1 FROM catalog_placements o WHERE o.product_id = catalog_index.product_id AND o.direct AND o.category_id IN ?)`,
			w, categoryWeight, c.ID, others)
		if deleted.Error != nil {
			return deleted.Error
		}
		uses[w] -= deleted.RowsAffected
	}
	for _, w := range fresh {
		added := tx.Exec(`INSERT INTO catalog_index (product_id, word, weight) SELECT id, CAST(? AS text), CAST(? AS integer) FROM (`+its+`) AS its
			WHERE TRUE ON CONFLICT DO NOTHING`, w, categoryWeight, c.ID)
		if added.Error != nil {
			return added.Error
		}
		uses[w] += added.RowsAffected
	}
	return count(tx, uses)
}

// categoriesWith are the other categories in whose names the word stands.
func categoriesWith(tx *gorm.DB, word, but string) ([]string, error) {
	var all []category
	if err := tx.Where("id <> ?", but).Find(&all).Error; err != nil {
		return nil, err
	}
	var found []string
	for _, c := range all {
		if slices.Contains(wordsOf(c.Name), word) {
			found = append(found, c.ID)
		}
	}
	return found, nil
}
