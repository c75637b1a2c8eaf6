package ordering

import (
	"slices"

	"gorm.io/gorm"
)

// redeemCodes counts the use of the promotion and spends the vouchers, which it returns. It returns
// codeDiscountNotApplicable when another checkout was faster. The promotion is locked before the
// vouchers.
func (e *evaluation) redeemCodes(tx *gorm.DB, o cartOwner, orderID string) (spent []voucher, err error) {
	if e.totals.Promotion != nil {
		if err := e.totals.Promotion.redeem(tx, o.promotionCustomer(), e.pricing.olderUses(e.totals.Promotion)); err != nil {
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
	spent, err = spendVouchers(tx, ids, orderID, e.pricing.Now)
	if err == nil && len(spent) != len(ids) {
		return nil, codeNotApplicable()
	}
	return spent, err
}
