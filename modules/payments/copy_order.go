package payments

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// order is a copy of ordering's order: how it is paid.
type order struct {
	OrderID      string  `gorm:"primaryKey"`
	UserID       *string // nil after the erasure of the buyer's account
	Method       ordering.PaymentMethod
	Status       ordering.PaymentStatus
	Instructions *string
	Total        money.Cents `gorm:"column:total_cents"`
	Seq          int64       // of the event that Status comes from
}

func (order) TableName() string { return "payments_orders" }

func copyPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	e := m.Event
	return database.UpsertNewer(tx, &order{
		OrderID: e.OrderID, UserID: buyerOf(e), Method: e.PaymentMethod, Status: e.PaymentStatus, Instructions: e.Instructions,
		Total: money.Cents(e.Total), Seq: m.Seq,
	}, "status")
}

func copyPaid(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaid]) error {
	return copyStatus(tx, m.Event.OrderID, ordering.PaymentStatusPaid, m.Seq)
}

func copyPaymentFailed(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaymentFailed]) error {
	return copyStatus(tx, m.Event.OrderID, ordering.PaymentStatusFailed, m.Seq)
}

func copyRefundSettled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundSettled]) error {
	return copyStatus(tx, m.Event.OrderID, m.Event.PaymentStatus, m.Seq)
}

// copyStatus stores the status, unless the copy is newer.
func copyStatus(tx *gorm.DB, orderID string, status ordering.PaymentStatus, seq int64) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", orderID, seq).Updates(map[string]any{"status": status, "seq": seq}).Error
}

// buyerOf is the user who placed the order. It is nil in an event whose personal fields were erased
// before it arrived.
func buyerOf(e ordering.OrderPlaced) *string {
	if e.Email == "" {
		return nil
	}
	return &e.UserID
}
