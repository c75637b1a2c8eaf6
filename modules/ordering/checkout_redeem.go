package ordering

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// spendCodes counts the use of the promotion and spends the vouchers. It returns CodeNotApplicable when another checkout was faster.
// A promotion's row is locked before those of vouchers.
func (p *proposal) spendCodes(tx *gorm.DB, orderID string) (spent []voucher, err error) {
	if p.sums.Promotion != nil {
		if err := p.sums.Promotion.use(tx, p.Buyer.UserID); err != nil {
			return nil, err
		}
	}
	if len(p.sums.Vouchers) == 0 {
		return nil, nil
	}
	ids := voucherIDs(p.sums.Vouchers)
	slices.Sort(ids)
	if err := lockVouchers(tx, ids); err != nil {
		return nil, err
	}
	done := tx.Model(&spent).Clauses(clause.Returning{}).Where("id IN ? AND status = ? AND expires_at > ?", ids, voucherAvailable, p.basket.Now).
		Updates(map[string]any{"status": voucherSpent, "order_id": orderID})
	if done.Error == nil && len(spent) != len(ids) {
		return nil, codeNotApplicable()
	}
	return spent, done.Error
}

// use counts one more order with the promotion, of all and of the user.
func (p *promotion) use(tx *gorm.DB, userID string) error {
	used := tx.Model(p).Where("active AND (usage_limit IS NULL OR used < usage_limit)").Update("used", gorm.Expr("used + 1"))
	if used.Error != nil {
		return used.Error
	}
	within := clause.OnConflict{
		Columns:   []clause.Column{{Name: "promotion_id"}, {Name: "user_id"}},
		DoUpdates: clause.Set{{Column: clause.Column{Name: "used"}, Value: gorm.Expr("ordering_promotion_uses.used + 1")}},
	}
	if p.PerCustomerLimit != nil {
		within.Where = clause.Where{Exprs: []clause.Expression{gorm.Expr("ordering_promotion_uses.used < ?", *p.PerCustomerLimit)}}
	}
	theirs := tx.Clauses(within).Create(&promotionUse{PromotionID: p.ID, UserID: userID, Used: 1})
	if theirs.Error == nil && (used.RowsAffected == 0 || theirs.RowsAffected == 0) {
		return codeNotApplicable()
	}
	return theirs.Error
}
