package loyalty

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
)

// subscriber handles the events of other modules.
type subscriber struct {
	clock clock.Clock
}

func (s *subscriber) subscribe(bus *eventbus.Bus) {
	accounts := eventbus.Consumer{Name: "loyalty.accounts", ReadModel: true}
	eventbus.On(bus, accounts, onAccountCreated)
	eventbus.On(bus, accounts, onAccountErased)
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE loyalty_accounts SET seq = 0 WHERE NOT erased`))

	products := eventbus.Consumer{Name: "loyalty.products", ReadModel: true}
	eventbus.On(bus, products, onProductSaved)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE loyalty_products SET seq = 0`))

	settings := eventbus.Consumer{Name: "loyalty.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(shop.GroupLoyalty)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE loyalty_settings SET seq = 0`))

	vouchers := eventbus.Consumer{Name: "loyalty.vouchers", ReadModel: true}
	eventbus.On(bus, vouchers, onVoucherSettled)
	eventbus.OnReset(bus, vouchers, eventbus.ResetSQL(`UPDATE loyalty_vouchers SET seq = 0`))

	// Awaited, as are the consumers that follow from it: a buyer who has just returned goods must
	// not spend their points.
	orders := eventbus.Consumer{Name: "loyalty.orders", Awaited: true}
	eventbus.On(bus, orders, s.onOrderEarned, eventbus.Where(func(e ordering.OrderEarned) bool { return !e.Guest }))
	eventbus.On(bus, orders, s.onOrderUnpaid, eventbus.Where(func(e ordering.OrderUnpaid) bool {
		return e.Earned && !e.Guest
	}))
	eventbus.On(bus, orders, s.onOrderClaimed, eventbus.Where(func(e ordering.OrderClaimed) bool { return e.Earned }))
	eventbus.On(bus, orders, s.onReturnReceived, eventbus.Where(func(e ordering.ReturnReceived) bool {
		return e.Earned && !e.Guest
	}))
	eventbus.On(bus, orders, s.onRefundSettled, eventbus.Where(func(e ordering.RefundSettled) bool {
		return e.Earned && !e.Guest
	}))

	// No read model: it adds entries to the ledger.
	debts := eventbus.Consumer{Name: "loyalty.debts", Awaited: true}
	eventbus.On(bus, debts, s.onVoucherSettledOfDebtor)

	// No read model: it deletes loyalty's own rows.
	erasure := eventbus.Consumer{Name: "loyalty.erasure"}
	eventbus.On(bus, erasure, eraseMember)
}

func (s *subscriber) onOrderEarned(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderEarned]) error {
	return creditOrder(ctx, tx, m.Event.Order, m.Event.Goods, m.ID, s.clock.Now())
}

// onOrderUnpaid reverses what an order earned that is not paid after all.
func (s *subscriber) onOrderUnpaid(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderUnpaid]) error {
	e := m.Event
	return reversePoints(ctx, tx, goodsChange{Order: e.Order, Before: e.GoodsBefore, EventID: m.ID}, s.clock.Now())
}

// onOrderClaimed credits an order that was delivered and paid while it was a guest's.
func (s *subscriber) onOrderClaimed(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderClaimed]) error {
	return creditOrder(ctx, tx, m.Event.Order, m.Event.Goods, m.ID, s.clock.Now())
}

func (s *subscriber) onReturnReceived(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.ReturnReceived],
) error {
	e := m.Event
	return reversePoints(ctx, tx, goodsChange{
		Order: e.Order, Before: e.GoodsBefore, After: e.GoodsAfter, EventID: m.ID,
	}, s.clock.Now())
}

// onRefundSettled reverses the points of goods that were refunded without a return, and credits
// them again when that refund fails after all.
func (s *subscriber) onRefundSettled(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundSettled],
) error {
	e := m.Event
	return reversePoints(ctx, tx, goodsChange{
		Order: e.Order, Before: e.GoodsBefore, After: e.GoodsAfter, EventID: m.ID,
	}, s.clock.Now())
}

func (s *subscriber) onVoucherSettledOfDebtor(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled],
) error {
	return collectDebt(ctx, tx, m, s.clock.Now())
}
