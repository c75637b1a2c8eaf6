package ordering

import (
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// promotionOrders are the orders of the list for admins.
var promotionOrders = map[string]string{
	"code": "code", "-code": "code DESC", "createdAt": "created_at, id", "-createdAt": "created_at DESC, id DESC",
	"endsAt": "ends_at IS NULL, ends_at, code", "-endsAt": "ends_at IS NULL, ends_at DESC, code", "used": "used, code",
	"-used": "used DESC, code",
}

// listPromotions is a page of the promotions, with their number. A nil active or a blank q does not
// filter.
func listPromotions(db *gorm.DB, active *bool, q, sort string, p httpapi.Page) ([]promotion, int64, error) {
	return httpapi.FindPage[promotion](filterConditions(db, active, "code", q), p, promotionOrders[sort])
}

// filterConditions restricts a query of promotions or shipping methods: to active or inactive ones
// unless active is nil, and to those whose column contains q in any case.
func filterConditions(db *gorm.DB, active *bool, column, q string) *gorm.DB {
	if active != nil {
		db = db.Where("active = ?", *active)
	}
	if q = strings.TrimSpace(q); q != "" {
		db = db.Where(database.ContainsInAnyCase(column, q))
	}
	return db
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
