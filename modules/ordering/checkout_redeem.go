package ordering

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// redeemCodes counts the use of the promotion and spends the vouchers, which it returns. It returns
// CodeNotApplicable when another checkout was faster. The promotion is locked before the vouchers.
func (e *evaluation) redeemCodes(tx *gorm.DB, orderID string) (spent []voucher, err error) {
	if e.totals.Promotion != nil {
		if err := e.totals.Promotion.redeem(tx, e.Buyer.UserID); err != nil {
			return nil, err
		}
	}
	if len(e.totals.Vouchers) == 0 {
		return nil, nil
	}
	ids := voucherIDs(e.totals.Vouchers)
	slices.Sort(ids)
	if err := lockVouchers(tx, ids); err != nil {
		return nil, err
	}
	done := tx.Model(&spent).Clauses(clause.Returning{}).Where("id IN ? AND status = ? AND expires_at > ?", ids, voucherAvailable, e.pricing.Now).
		Updates(map[string]any{"status": voucherSpent, "order_id": orderID})
	if done.Error == nil && len(spent) != len(ids) {
		return nil, codeNotApplicable()
	}
	return spent, done.Error
}

// redeem counts one more order with the promotion, in total and of the user. It returns
// CodeNotApplicable when that would be more than one of its limits.
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
