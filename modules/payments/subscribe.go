package payments

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// subscriber handles the events of other modules.
type subscriber struct {
	clock clock.Clock
	tasks taskQueue
}

func (s *subscriber) subscribe(bus *eventbus.Bus) {
	orders := eventbus.Consumer{Name: "payments.orders", ReadModel: true}
	eventbus.OnBatch(bus, orders, copyPlaced)
	eventbus.OnBatch(bus, orders, copyPaid)
	eventbus.OnBatch(bus, orders, copyUnpaid)
	eventbus.OnBatch(bus, orders, copyPaymentFailed)
	eventbus.OnBatch(bus, orders, copyCancelled)
	eventbus.On(bus, orders, copyMethodChanged)
	eventbus.OnBatch(bus, orders, copyProcessingChanged)
	eventbus.On(bus, orders, copyOverdue)
	eventbus.On(bus, orders, copyInvoiceSent,
		eventbus.Where(func(e ordering.OrderShipped) bool { return e.PaymentMethod == ordering.PaymentMethodInvoice }))
	eventbus.On(bus, orders, copyDueChanged)
	eventbus.On(bus, orders, copyItemsCancelled)
	eventbus.OnBatch(bus, orders, copyRefundSettled)
	eventbus.On(bus, orders, onOrderClaimed)
	eventbus.On(bus, orders, copyNumbers)
	eventbus.OnReset(bus, orders, eventbus.ResetSQL(`UPDATE payments_orders SET seq = 0`))

	settings := eventbus.Consumer{Name: "payments.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(copiedGroups...)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE payments_settings SET seq = 0`))

	cards := eventbus.Consumer{Name: "payments.cards"}
	eventbus.On(bus, cards, s.onOrderPlaced,
		eventbus.Where(func(e ordering.OrderPlaced) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, onCardOrderClaimed,
		eventbus.Where(func(e ordering.OrderClaimed) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, s.onOrderPaid,
		eventbus.Where(func(e ordering.OrderPaid) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, s.onPaymentOverdue)
	eventbus.On(bus, cards, s.onPaymentMethodChanged)
	eventbus.On(bus, cards, s.onItemsCancelled,
		eventbus.Where(func(e ordering.ItemsCancelled) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, s.onPaymentDueChanged,
		eventbus.Where(func(e ordering.PaymentDueChanged) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, s.onOrderCancelled,
		eventbus.Where(func(e ordering.OrderCancelled) bool { return e.PaymentMethod.ViaProvider() }))
	eventbus.On(bus, cards, s.onRefundRequested, eventbus.Where(ordering.RefundRequested.GoesThroughProvider))

	erasure := eventbus.Consumer{Name: "payments.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
	eventbus.On(bus, erasure, onGuestErased)
}

func (s *subscriber) onOrderPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	return requestIntent(tx, s.tasks, m.Event, m.Seq, s.clock.Now())
}

// onOrderPaid ends the intent of an order that was paid in another way, so that the buyer cannot
// pay twice. What is found then is compared with the time of this payment, so it is copied first.
func (s *subscriber) onOrderPaid(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaid]) error {
	if err := copyPaid(ctx, tx, []eventbus.Message[ordering.OrderPaid]{m}); err != nil {
		return err
	}
	return cancelIntent(tx, s.tasks, m.Event.OrderID, m.Seq, s.clock.Now())
}

// onPaymentOverdue ends the intent of an order that was not paid in time, and finds out whether it
// was.
func (s *subscriber) onPaymentOverdue(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentOverdue],
) error {
	return endOverdue(ctx, tx, s.tasks, m.Event.OrderID, m.Seq, s.clock.Now())
}

// onPaymentMethodChanged ends the intent of an order that was to be paid through a provider, or has
// one made for an order that now is. From one provider to another, the new one is made when the
// buyer comes to pay.
func (s *subscriber) onPaymentMethodChanged(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentMethodChanged],
) error {
	switch {
	case m.Event.From.ViaProvider():
		return cancelIntent(tx, s.tasks, m.Event.OrderID, m.Seq, s.clock.Now())
	case m.Event.PaymentMethod.ViaProvider():
		return requestAnother(tx, s.tasks, m.Event, m.Seq, s.clock.Now())
	}
	return nil
}

// onItemsCancelled ends an intent that asks for more than is still due. The one that is made when
// the buyer comes back asks for that.
func (s *subscriber) onItemsCancelled(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ItemsCancelled],
) error {
	return cancelIntent(tx, s.tasks, m.Event.OrderID, m.Seq, s.clock.Now())
}

// onPaymentDueChanged does the same when a part was paid in another way.
func (s *subscriber) onPaymentDueChanged(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentDueChanged],
) error {
	return endOtherAmount(tx, s.tasks, m.Event.OrderID, money.Cents(m.Event.Due), m.Seq, s.clock.Now())
}

// onOrderCancelled ends the intent. Money that arrives all the same ordering refunds. The copy is
// closed first, so that no other intent is made for a buyer who comes to pay at that moment.
func (s *subscriber) onOrderCancelled(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled],
) error {
	if err := closeOrders(tx, []string{m.Event.OrderID}); err != nil {
		return err
	}
	return cancelIntent(tx, s.tasks, m.Event.OrderID, m.Seq, s.clock.Now())
}

func (s *subscriber) onRefundRequested(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundRequested],
) error {
	return requestRefund(tx, s.tasks, m.Event, m.Seq, s.clock.Now())
}
