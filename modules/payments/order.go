package payments

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/money"
)

// order is a read model of ordering's: how an order is paid.
type order struct {
	OrderID      string  `gorm:"primaryKey"`
	UserID       *string // nil after the erasure of the buyer's account
	Method       ordering.PaymentMethod
	Status       ordering.PaymentStatus
	Instructions *string
	Total        money.Cents `gorm:"column:total_cents"`
	Seq          int64       // of the event that Status stems from
}

func (order) TableName() string { return "payments_orders" }

// rememberOrder keeps the order; one whose buyer was erased meanwhile is nobody's.
func rememberOrder(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	e := m.Event
	return database.UpsertNewer(tx, &order{
		OrderID: e.OrderID, UserID: buyerOf(e), Method: e.PaymentMethod, Status: e.PaymentStatus, Instructions: e.Instructions,
		Total: money.Cents(e.Total), Seq: m.Seq,
	}, "status")
}

// buyerOf is who placed the order, nil after the erasure of the account.
func buyerOf(e ordering.OrderPlaced) *string {
	if e.Email == "" {
		return nil
	}
	return &e.UserID
}

func rememberPaid(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaid]) error {
	return setStatus(tx, m.Event.OrderID, ordering.PaymentStatusPaid, m.Seq)
}

func rememberRefusal(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaymentFailed]) error {
	return setStatus(tx, m.Event.OrderID, ordering.PaymentStatusFailed, m.Seq)
}

func rememberRefund(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundSettled]) error {
	return setStatus(tx, m.Event.OrderID, m.Event.PaymentStatus, m.Seq)
}

// setStatus takes over what ordering says, unless newer stands there.
func setStatus(tx *gorm.DB, orderID string, status ordering.PaymentStatus, seq int64) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", orderID, seq).Updates(map[string]any{"status": status, "seq": seq}).Error
}

// paymentOf is how the user's order is paid, with its intent if it has one. It returns fault.NotFound.
func paymentOf(db *gorm.DB, orderID, userID string) (o order, i intent, err error) {
	if !id.Valid(orderID) {
		return o, i, fault.Missing()
	}
	o, err = database.Take[order](db.Where("order_id = ? AND user_id = ?", orderID, userID))
	if err == nil && o.Method == ordering.PaymentMethodCard {
		err = db.Where("order_id = ?", orderID).Limit(1).Find(&i).Error
	}
	return o, i, err
}
