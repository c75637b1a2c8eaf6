package ordering

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

func (s *service) subscribe(bus *eventbus.Bus) {
	products := eventbus.Consumer{Name: "ordering.products", ReadModel: true}
	eventbus.On(bus, products, s.rememberProduct)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE ordering_variants SET seq = 0`))

	// Everything of one account comes in its order here, the addresses included.
	buyers := eventbus.Consumer{Name: "ordering.buyers", ReadModel: true}
	eventbus.On(bus, buyers, rememberBuyer)
	eventbus.On(bus, buyers, changeProfile)
	eventbus.On(bus, buyers, changeAccountType)
	eventbus.On(bus, buyers, rememberAddress)
	eventbus.On(bus, buyers, forgetAddress)
	eventbus.On(bus, buyers, forgetBuyer)
	eventbus.OnReset(bus, buyers, eventbus.ResetSQL(
		`UPDATE ordering_buyers SET profile_seq = 0, account_type_seq = 0 WHERE NOT erased`, `UPDATE ordering_addresses SET seq = 0`))

	recipients := eventbus.Consumer{Name: "ordering.recipients", ReadModel: true}
	eventbus.On(bus, recipients, rememberRecipient)
	eventbus.On(bus, recipients, forgetRecipient)
	eventbus.OnReset(bus, recipients, eventbus.ResetSQL(`UPDATE ordering_recipients SET seq = 0`))

	// It can be replayed, but not reset: what has become of a voucher is known here alone.
	vouchers := eventbus.Consumer{Name: "ordering.vouchers", ReadModel: true}
	eventbus.On(bus, vouchers, rememberVoucher)

	// A queue of its own, because voiding is no upsert. It is prompt, so that who has just sent goods back does not spend their points.
	voids := eventbus.Consumer{Name: "ordering.voids", Awaited: true}
	eventbus.On(bus, voids, s.voidVoucher)

	cards := eventbus.Consumer{Name: "ordering.payments"}
	eventbus.On(bus, cards, s.receivePayment)
	eventbus.On(bus, cards, s.failPayment)
	eventbus.On(bus, cards, s.confirmRefund)
	eventbus.On(bus, cards, s.failRefund)

	// A queue of its own, because it changes what is ordering's: orders, carts, what vouchers are worth.
	erasure := eventbus.Consumer{Name: "ordering.erasure"}
	eventbus.On(bus, erasure, s.eraseUser)
}

// eraseUser takes everything personal of the user out of ordering. Orders stay; one that is still open keeps where it goes to until it
// has ended. A checkout that was under way has either finished before, and is erased here, or finds the tombstone: what it announced
// and answered after identity's erasure is erased once more.
func (s *service) eraseUser(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := deleteCartOf(tx, userID); err != nil {
		return err
	}
	if err := buryBuyer(tx, userID, m.Seq); err != nil {
		return err
	}
	if err := eraseOrders(tx, userID); err != nil {
		return err
	}
	for _, personal := range []any{&recipient{}, &voucher{}} {
		if err := tx.Where("user_id = ?", userID).Delete(personal).Error; err != nil {
			return err
		}
	}
	if err := eventbus.EraseSubject(ctx, tx, userID); err != nil {
		return err
	}
	return httpapi.EraseAnswers(tx, userID)
}
