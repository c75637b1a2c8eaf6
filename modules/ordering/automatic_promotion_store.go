package ordering

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

// The active automatic promotions are one row of the copies of settings, so that carts and
// checkouts find them in the terms, without a statement. A change of them is one of the terms: an
// order that was priced before it is refused by guardTerms and priced again.

// automaticRow is the name of the row. No group of settings has it.
const automaticRow = "automatic_promotions"

// lockAutomaticPromotions locks the row, and with it all automatic promotions, before one of them
// is changed.
func lockAutomaticPromotions(tx *gorm.DB) error {
	row := copies.Row{Name: automaticRow, Value: "[]"}
	if err := tx.Table(settingsTable).Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
		return err
	}
	return database.ForUpdate(tx.Table(settingsTable)).Where("name = ?", automaticRow).Take(&row).Error
}

// announceAutomaticPromotions writes the active promotions into the row, which is locked, the first
// that was made first, unless it has them. All processes learn of them after the commit.
func announceAutomaticPromotions(tx *gorm.DB) error {
	var stored copies.Row
	if err := tx.Table(settingsTable).Where("name = ?", automaticRow).Take(&stored).Error; err != nil {
		return err
	}
	active := []automaticPromotion{}
	if err := tx.Where("active").Order("created_at, id").Find(&active).Error; err != nil {
		return err
	}
	value, err := json.Marshal(active)
	if err != nil {
		return err
	}
	if string(value) == stored.Value {
		return nil
	}
	next := copies.Row{Name: automaticRow, Version: stored.Version + 1, Value: string(value), Seq: stored.Seq + 1}
	if err := copies.SaveRow(tx, settingsTable, next); err != nil {
		return err
	}
	// A row that another change has written since is newer, and SaveRow leaves it: then the lock was
	// not held, and nothing may be saved.
	var saved copies.Row
	if err := tx.Table(settingsTable).Where("name = ?", automaticRow).Take(&saved).Error; err != nil {
		return err
	}
	if saved.Value != next.Value || saved.Seq != next.Seq {
		return errors.New("ordering: the automatic promotions were changed without their lock")
	}
	return nil
}

// countAutomaticPromotions is how many there are, inactive ones too.
func countAutomaticPromotions(tx *gorm.DB) (n int64, err error) {
	err = tx.Model(&automaticPromotion{}).Count(&n).Error
	return n, err
}

// knownProducts are those of the products that have variants.
func knownProducts(tx *gorm.DB, productIDs []string) (known []string, err error) {
	// PostgreSQL refuses a query with a text that is no id.
	ids := slices.DeleteFunc(slices.Clone(productIDs), func(s string) bool { return !id.Valid(s) })
	if len(ids) == 0 {
		return nil, nil
	}
	err = tx.Model(&variant{}).Distinct().Where("product_id IN ?", ids).Pluck("product_id", &known).Error
	return known, err
}

// automaticPromotionSort is what the list of automatic promotions may be sorted by.
type automaticPromotionSort string

const (
	automaticSortName    automaticPromotionSort = "name"
	automaticSortNameZA  automaticPromotionSort = "-name"
	automaticSortOldest  automaticPromotionSort = "createdAt"
	automaticSortNewest  automaticPromotionSort = "-createdAt"
	automaticSortEnd     automaticPromotionSort = "endsAt"
	automaticSortLastEnd automaticPromotionSort = "-endsAt"
)

// Values are all of them.
func (automaticPromotionSort) Values() []string {
	return convert.Strings(automaticSortName, automaticSortNameZA, automaticSortOldest, automaticSortNewest,
		automaticSortEnd, automaticSortLastEnd)
}

// automaticPromotionOrders has the ORDER BY of each. A promotion without an end comes last by it.
var automaticPromotionOrders = map[automaticPromotionSort]string{
	automaticSortName:    "name, id",
	automaticSortNameZA:  "name DESC, id DESC",
	automaticSortOldest:  "created_at, id",
	automaticSortNewest:  "created_at DESC, id DESC",
	automaticSortEnd:     "ends_at IS NULL, ends_at, name, id",
	automaticSortLastEnd: "ends_at IS NULL, ends_at DESC, name, id",
}

// listAutomaticPromotions is a page of the promotions, with their number. A nil active or a blank q
// does not filter.
func listAutomaticPromotions(
	db *gorm.DB, active *bool, q string, sort automaticPromotionSort, p httpapi.Page,
) ([]automaticPromotion, int64, error) {
	query := filterActive(db, active)
	if strings.TrimSpace(q) != "" {
		ids, err := automaticPromotionsNamed(db, q)
		if err != nil {
			return nil, 0, err
		}
		query = query.Where("id IN ?", ids)
	}
	return httpapi.FindPage[automaticPromotion](query, p, automaticPromotionOrders[sort])
}

// automaticPromotionsNamed are the ids of the promotions whose names contain what was typed. There
// are at most maxAutomaticPromotions: it reads them all.
func automaticPromotionsNamed(db *gorm.DB, typed string) ([]string, error) {
	var all []automaticPromotion
	if err := db.Select("id", "name").Find(&all).Error; err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p automaticPromotion) bool { return !search.Matches(p.Name, typed) })
	return convert.All(all, func(p automaticPromotion) string { return p.ID }), nil
}
