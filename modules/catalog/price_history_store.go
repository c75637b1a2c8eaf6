package catalog

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// loadPrices returns the histories of the variants by id, from the spans on that are in force or
// ended after a moment: which of them count is for lowestBefore to say.
func loadPrices(tx *gorm.DB, variantIDs []string, after time.Time) (map[string]priceHistory, error) {
	var spans []priceSpan
	err := tx.Where("variant_id IN ? AND (until IS NULL OR until > ?)", variantIDs, after).
		Order("variant_id, since").Find(&spans).Error
	found := map[string]priceHistory{}
	for _, s := range spans {
		found[s.VariantID] = append(found[s.VariantID], s)
	}
	return found, err
}

// priceChange is a history before a save and after it.
type priceChange struct{ before, after priceHistory }

// without returns the spans that are not in the others. One that has ended is another one.
func (h priceHistory) without(others priceHistory) []priceSpan {
	return slices.DeleteFunc(slices.Clone(h), func(s priceSpan) bool { return slices.Contains(others, s) })
}

// storePrices stores what has changed of histories.
func storePrices(tx *gorm.DB, changes []priceChange) error {
	var gone [][]any
	var added []priceSpan
	for _, c := range changes {
		for _, s := range c.before.without(c.after) {
			gone = append(gone, []any{s.VariantID, s.Since})
		}
		added = append(added, c.after.without(c.before)...)
	}
	if len(gone) > 0 {
		if err := tx.Where("(variant_id, since) IN ?", gone).Delete(&priceSpan{}).Error; err != nil {
			return err
		}
	}
	return insertPrices(tx, added)
}

func insertPrices(tx *gorm.DB, spans []priceSpan) error {
	const rowsAtOnce = 1000
	for rows := range slices.Chunk(spans, rowsAtOnce) {
		if err := tx.Create(&rows).Error; err != nil {
			return err
		}
	}
	return nil
}

// replacePrices stores the histories of all variants of a product in place of those that are there,
// the reductions of some, and what lists know of them. It is no change of an admin's.
func replacePrices(tx *gorm.DB, p *product, spans []priceSpan, reduced []variant) error {
	ids := convert.All(p.Variants, func(v variant) string { return v.ID })
	if err := tx.Where("variant_id IN ?", ids).Delete(&priceSpan{}).Error; err != nil {
		return err
	}
	if err := insertPrices(tx, spans); err != nil || len(reduced) == 0 {
		return err
	}
	for _, v := range reduced {
		err := tx.Model(&variant{ID: v.ID}).Select("reduced_since", "lowest_price").UpdateColumns(&v).Error
		if err != nil {
			return err
		}
	}
	return tx.Model(&product{ID: p.ID}).UpdateColumn("discount", p.Discount).Error
}
