package ordering

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// redeem counts one more order with the promotion, in total and of the user. It returns
// codeDiscountNotApplicable when that would be more than one of its limits.
func (p *promotion) redeem(tx *gorm.DB, userID string) error {
	used := tx.Model(p).Where("active AND (usage_limit IS NULL OR used < usage_limit)").Update("used", gorm.Expr("used + 1"))
	if used.Error != nil {
		return used.Error
	}
	count := clause.OnConflict{
		Columns:   []clause.Column{{Name: "promotion_id"}, {Name: "user_id"}},
		DoUpdates: clause.Set{{Column: clause.Column{Name: "used"}, Value: gorm.Expr("ordering_promotion_uses.used + 1")}},
	}
	if p.PerCustomerLimit != nil {
		count.Where = clause.Where{Exprs: []clause.Expression{gorm.Expr("ordering_promotion_uses.used < ?", *p.PerCustomerLimit)}}
	}
	usedByUser := tx.Clauses(count).Create(&promotionUse{PromotionID: p.ID, UserID: userID, Used: 1})
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
	if err := c.tx.Model(&promotion{}).Where("id = ? AND used > 0", *c.PromotionID).Update("used", less).Error; err != nil {
		return err
	}
	return c.tx.Model(&promotionUse{}).Where("promotion_id = ? AND user_id = ? AND used > 0", *c.PromotionID, c.UserID).Update("used", less).Error
}
