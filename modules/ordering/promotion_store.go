package ordering

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// promotionSort is what the list of promotions may be sorted by.
type promotionSort string

const (
	promotionSortCode    promotionSort = "code"
	promotionSortCodeZA  promotionSort = "-code"
	promotionSortOldest  promotionSort = "createdAt"
	promotionSortNewest  promotionSort = "-createdAt"
	promotionSortEnd     promotionSort = "endsAt"
	promotionSortLastEnd promotionSort = "-endsAt"
	promotionSortUsed    promotionSort = "used"
	promotionSortMost    promotionSort = "-used"
)

// Values are all of them.
func (promotionSort) Values() []string {
	return convert.Strings(promotionSortCode, promotionSortCodeZA, promotionSortOldest, promotionSortNewest,
		promotionSortEnd, promotionSortLastEnd, promotionSortUsed, promotionSortMost)
}

// promotionOrders has the ORDER BY of each. A promotion without an end comes last by it.
var promotionOrders = map[promotionSort]string{
	promotionSortCode:    "code",
	promotionSortCodeZA:  "code DESC",
	promotionSortOldest:  "created_at, id",
	promotionSortNewest:  "created_at DESC, id DESC",
	promotionSortEnd:     "ends_at IS NULL, ends_at, code",
	promotionSortLastEnd: "ends_at IS NULL, ends_at DESC, code",
	promotionSortUsed:    "used, code",
	promotionSortMost:    "used DESC, code",
}

// listPromotions is a page of the promotions, with their number. A nil active or a blank q does not
// filter.
func listPromotions(
	db *gorm.DB, active *bool, q string, sort promotionSort, p httpapi.Page,
) ([]promotion, int64, error) {
	matching := search.Matching(filterActive(db, active), "lower(code)", q) // codes are ASCII
	return httpapi.FindPage[promotion](matching, p, promotionOrders[sort])
}

// filterActive restricts a query of promotions or shipping methods to active or inactive ones,
// unless active is nil.
func filterActive(db *gorm.DB, active *bool) *gorm.DB {
	if active == nil {
		return db
	}
	return db.Where("active = ?", *active)
}

// redeem counts one more order with the promotion, in total and of the customer, who has otherUses
// in another row. It returns codeDiscountNotApplicable when that would be more than one of its
// limits.
func (p *promotion) redeem(tx *gorm.DB, customerID string, otherUses int64) error {
	used := tx.Model(p).Where("active AND (usage_limit IS NULL OR used < usage_limit)").
		Update("used", gorm.Expr("used + 1"))
	if used.Error != nil {
		return used.Error
	}
	count := clause.OnConflict{
		Columns:   []clause.Column{{Name: "promotion_id"}, {Name: "user_id"}},
		DoUpdates: clause.Set{{Column: clause.Column{Name: "used"}, Value: gorm.Expr("ordering_promotion_uses.used + 1")}},
	}
	if p.PerCustomerLimit != nil {
		count.Where = clause.Where{Exprs: []clause.Expression{gorm.Expr("ordering_promotion_uses.used < ?",
			*p.PerCustomerLimit-otherUses)}}
	}
	usedByUser := tx.Clauses(count).Create(&promotionUse{PromotionID: p.ID, UserID: customerID, Used: 1})
	if usedByUser.Error == nil && (used.RowsAffected == 0 || usedByUser.RowsAffected == 0) {
		return codeNotApplicable()
	}
	return usedByUser.Error
}

// releasePromotion takes the order off the uses of its promotion, if that still exists.
func (c *orderCommand) releasePromotion() error {
	if c.PromotionID == nil {
		return nil
	}
	less := gorm.Expr("used - 1")
	if err := c.tx.Model(&promotion{}).Where("id = ? AND used > 0", *c.PromotionID).
		Update("used", less).Error; err != nil {
		return err
	}
	customerID := c.UserID // of older orders
	if c.PromotionCustomerID != nil {
		customerID = *c.PromotionCustomerID
	}
	return c.tx.Model(&promotionUse{}).Where("promotion_id = ? AND user_id = ? AND used > 0", *c.PromotionID, customerID).
		Update("used", less).Error
}
