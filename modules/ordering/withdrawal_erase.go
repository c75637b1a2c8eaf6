package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/eventbus"
)

// eraseWithdrawals blanks what people wrote into the withdrawals of a buyer's orders, and into
// those that were declared with the email of the pseudonym, and in their events. The withdrawals
// stay, as orders do.
func eraseWithdrawals(ctx context.Context, tx *gorm.DB, buyerID string) error {
	ids, err := loadWithdrawalsToErase(tx, buyerID)
	if err != nil || len(ids) == 0 {
		return err
	}
	err = blankWithdrawals(tx, ids)
	for _, withdrawalID := range ids {
		if err == nil {
			err = eventbus.EraseKey(ctx, tx, withdrawalID)
		}
	}
	return err
}

// withdrawalBatch is how many withdrawals one transaction deletes.
const withdrawalBatch = 100

// deleteUnmatchedWithdrawals deletes the withdrawals whose order was never found, so many days
// after the last change of each.
func (d *Deps) deleteUnmatchedWithdrawals(ctx context.Context) error {
	before := d.Clock.Now().Add(-time.Duration(d.Config.KeepDays) * 24 * time.Hour)
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		old, err := loadUnmatchedWithdrawals(tx, before)
		if err != nil {
			return false, err
		}
		return len(old) == withdrawalBatch, deleteWithdrawals(ctx, tx, old)
	})
}

// deleteWithdrawals deletes withdrawals without an order, and what their events have of persons. It
// locks the orders first that they may be about, as the commands on them do.
func deleteWithdrawals(ctx context.Context, tx *gorm.DB, old []withdrawal) error {
	suggested := []string{}
	for _, w := range old {
		if w.SuggestedOrderID != nil {
			suggested = append(suggested, *w.SuggestedOrderID)
		}
	}
	if err := lockOrders(tx, suggested...); err != nil {
		return err
	}
	for _, w := range old {
		deleted, err := deleteUnmatched(tx, w.ID)
		if err != nil {
			return err
		}
		if !deleted {
			continue
		}
		if err := eventbus.EraseKey(ctx, tx, w.ID); err != nil {
			return err
		}
	}
	for _, orderID := range suggested {
		if _, err := saveWithdrawalStateOf(tx, orderID); err != nil {
			return err
		}
	}
	return nil
}
