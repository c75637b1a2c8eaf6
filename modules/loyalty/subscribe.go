package loyalty

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

func (s *service) subscribe(bus *eventbus.Bus) {
	accounts := eventbus.Consumer{Name: "loyalty.accounts", ReadModel: true}
	eventbus.On(bus, accounts, rememberAccount)
	eventbus.On(bus, accounts, forgetAccount)
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE loyalty_accounts SET seq = 0 WHERE NOT erased`))

	products := eventbus.Consumer{Name: "loyalty.products", ReadModel: true}
	eventbus.On(bus, products, rememberProduct)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE loyalty_products SET seq = 0`))

	vouchers := eventbus.Consumer{Name: "loyalty.vouchers", ReadModel: true}
	eventbus.On(bus, vouchers, settleVoucher)
	eventbus.OnReset(bus, vouchers, eventbus.ResetSQL(`UPDATE loyalty_vouchers SET seq = 0`))

	// Awaited, like those that follow from it: who has just sent goods back does not spend their points.
	orders := eventbus.Consumer{Name: "loyalty.orders", Awaited: true}
	eventbus.On(bus, orders, s.earn)
	eventbus.On(bus, orders, s.takeBackReturned)
	eventbus.On(bus, orders, s.takeBackRefunded)

	// A queue of its own, because it writes the ledger.
	debts := eventbus.Consumer{Name: "loyalty.debts", Awaited: true}
	eventbus.On(bus, debts, s.collect)

	// A queue of its own, because it deletes what is loyalty's and not a copy.
	erasure := eventbus.Consumer{Name: "loyalty.erasure"}
	eventbus.On(bus, erasure, erase)
}

// erase deletes all that is known of the user and leaves a tombstone, which a request or an order that was under way meets.
// What such a request announced and answered after identity's erasure is erased once more.
func erase(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if _, err := lock(tx, userID); err != nil {
		return err
	}
	if err := tx.Save(&member{UserID: userID, Erased: true}).Error; err != nil {
		return err
	}
	for _, theirs := range []any{&entry{}, &share{}, &voucher{}} {
		if err := tx.Where("user_id = ?", userID).Delete(theirs).Error; err != nil {
			return err
		}
	}
	if err := eventbus.EraseSubject(ctx, tx, userID); err != nil {
		return err
	}
	return httpapi.EraseAnswers(tx, userID)
}
