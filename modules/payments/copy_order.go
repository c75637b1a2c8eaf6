package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// order is a copy of ordering's order: how it is paid.
type order struct {
	OrderID      string  `gorm:"primaryKey"`
	UserID       *string // nil after the erasure of the buyer's account
	Number       string  // "" in copies of older versions, until OrdersNumbered
	Method       ordering.PaymentMethod
	Status       ordering.PaymentStatus
	Locale       string       // of the buyer; "" in older copies, until the order's next change
	Instructions *string      // of then: shown while Locale or the shop's settings are not known
	Total        money.Cents  `gorm:"column:total_cents"`
	Due          *money.Cents `gorm:"column:due_cents"` // nil: Total
	DueAt        *time.Time   // until when the order waits for its payment; nil: it does not
	InvoiceDueAt *time.Time   // until when its invoice is to be paid; nil before the first shipment
	Closed       bool         // cancelled
	PaidAt       *time.Time
	Seq          int64 // of the event that Status comes from
}

func (order) TableName() string { return "payments_orders" }

// due is what the order asks for.
func (o order) due() money.Cents {
	if o.Due != nil {
		return *o.Due
	}
	return o.Total
}

// asksForMoney reports whether the order is unpaid and open, and something is due.
func (o order) asksForMoney() bool {
	return o.unpaid() && !o.Closed && o.due() > 0
}

// asksFor is what is still to pay: nothing when the order is paid or cancelled.
func (o order) asksFor() money.Cents {
	if !o.asksForMoney() {
		return 0
	}
	return o.due()
}

// takenBy reports whether what is due is between the least and the most that the provider takes:
// when units are cancelled, or a part is paid in another way, it may be less.
func (o order) takenBy(card *shop.CardProvider) bool {
	return card == nil || o.due() >= card.Least && (card.Most == 0 || o.due() <= card.Most)
}

// unpaid reports whether the order has not got what it asked for.
func (o order) unpaid() bool {
	return o.Status == ordering.PaymentStatusUnpaid || o.Status == ordering.PaymentStatusFailed
}

// wasPaid reports whether the order has got what it asked for, whatever of it has gone back since.
// A blank copy was not.
func (o order) wasPaid() bool { return o.OrderID != "" && !o.unpaid() }

// dueAt is until when what is due is to be paid; nil when nothing is, and when there is no such
// moment.
func (o order) dueAt() *time.Time {
	switch {
	case !o.asksForMoney():
		return nil
	case o.Method == ordering.PaymentMethodInvoice:
		return o.InvoiceDueAt
	}
	return o.DueAt
}

// copyPlaced copies new orders, with one statement.
func copyPlaced(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderPlaced]) error {
	placed := convert.All(messages, func(m eventbus.Message[ordering.OrderPlaced]) order {
		e := m.Event
		return order{
			OrderID: e.OrderID, UserID: buyerOf(e), Method: e.PaymentMethod, Status: e.PaymentStatus,
			Locale: e.Locale, Instructions: e.Instructions, Total: money.Cents(e.Total), Number: e.Number, DueAt: e.DueAt,
			Seq: m.Seq,
		}
	})
	return database.UpsertNewer(tx, &placed, "status", "number", "locale", "due_at")
}

// copyNumbers copies the numbers of orders from before the copies had them.
func copyNumbers(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrdersNumbered]) error {
	return updateNumbers(tx, convert.All(m.Event.Orders, func(o ordering.NumberedOrder) order {
		return order{OrderID: o.OrderID, Number: o.Number}
	}))
}

func copyPaid(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderPaid]) error {
	return copyStatus(tx, messages, updateStatus, func(e ordering.OrderPaid) order {
		return order{OrderID: e.OrderID, Status: ordering.PaymentStatusPaid, PaidAt: &e.PaidAt}
	})
}

func copyUnpaid(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderUnpaid]) error {
	return copyStatus(tx, messages, updateStatusAndDeadline, func(e ordering.OrderUnpaid) order {
		return order{OrderID: e.OrderID, Status: e.PaymentStatus, DueAt: e.DueAt}
	})
}

func copyPaymentFailed(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderPaymentFailed]) error {
	return copyStatus(tx, messages, updateStatusAndDeadline, func(e ordering.OrderPaymentFailed) order {
		return order{OrderID: e.OrderID, Status: ordering.PaymentStatusFailed, DueAt: e.DueAt}
	})
}

func copyCancelled(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderCancelled]) error {
	return closeOrders(tx, convert.All(messages, func(m eventbus.Message[ordering.OrderCancelled]) string {
		return m.Event.OrderID
	}))
}

func copyMethodChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentMethodChanged]) error {
	return updateMethod(tx, order{
		OrderID: m.Event.OrderID, Method: m.Event.PaymentMethod, Status: m.Event.PaymentStatus,
		Locale: m.Event.Locale, Instructions: m.Event.Instructions, Due: new(money.Cents(m.Event.Due)),
		DueAt: m.Event.DueAt, Seq: m.Seq,
	})
}

// copyProcessingChanged copies how long an order waits whose money is on its way, or is so no more.
// A card that was refused before counts no more.
func copyProcessingChanged(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.PaymentProcessingChanged],
) error {
	return copyStatus(tx, messages, updateStatusAndDeadline, func(e ordering.PaymentProcessingChanged) order {
		return order{OrderID: e.OrderID, Status: ordering.PaymentStatusUnpaid, DueAt: e.DueAt}
	})
}

func copyOverdue(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentOverdue]) error {
	return updateDeadline(tx, order{OrderID: m.Event.OrderID, DueAt: m.Event.DueAt, Seq: m.Seq})
}

func copyInvoiceSent(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderShipped]) error {
	return updateInvoiceDeadline(tx, order{OrderID: m.Event.OrderID, InvoiceDueAt: m.Event.InvoiceDueAt, Seq: m.Seq})
}

// copyDueChanged copies what is due of an unpaid order, and how it is paid.
func copyDueChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentDueChanged]) error {
	return updateInstructions(tx, order{
		OrderID: m.Event.OrderID, Due: new(money.Cents(m.Event.Due)), Locale: m.Event.Locale,
		Instructions: m.Event.Instructions, Seq: m.Seq,
	})
}

// copyItemsCancelled copies what is due of an order of which units were cancelled.
func copyItemsCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ItemsCancelled]) error {
	return updateDue(tx, order{OrderID: m.Event.OrderID, Due: new(money.Cents(m.Event.Due)), Seq: m.Seq})
}

func copyRefundSettled(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.RefundSettled]) error {
	return copyStatus(tx, messages, updateStatus, func(e ordering.RefundSettled) order {
		return order{OrderID: e.OrderID, Status: e.PaymentStatus}
	})
}

// copyStatus copies the statuses that the newest events of the orders carry.
func copyStatus[E eventbus.Event](
	tx *gorm.DB, messages []eventbus.Message[E], update func(*gorm.DB, []order) error, statusOf func(E) order,
) error {
	return update(tx, convert.All(eventbus.NewestOfKeys(messages), func(m eventbus.Message[E]) order {
		o := statusOf(m.Event)
		o.Seq = m.Seq
		return o
	}))
}

// buyerOf is the user who placed the order. It is nil in an event whose personal fields were erased
// before it arrived.
func buyerOf(e ordering.OrderPlaced) *string {
	if e.Email == "" {
		return nil
	}
	return &e.UserID
}

// onOrderClaimed gives a guest's order to the account, unless one of the two was erased.
func onOrderClaimed(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderClaimed]) error {
	return setBuyer(tx, &order{}, m.Event)
}

// onCardOrderClaimed is onOrderClaimed for the intent.
func onCardOrderClaimed(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderClaimed]) error {
	return setBuyer(tx, &intent{}, m.Event)
}
