package payments

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
)

// The states of intents and refunds.
const (
	wanted    = "wanted"
	open      = "open"
	failed    = "failed"
	succeeded = "succeeded"
	cancelled = "cancelled"
	pending   = "pending"
)

// intent is the asking for an order's money by card.
type intent struct {
	OrderID      string `gorm:"primaryKey"`
	PaymentID    string
	UserID       *string
	Amount       money.Cents `gorm:"column:amount_cents"`
	Status       string
	ProviderID   *string   // nil until the provider has it
	ClientSecret *string   // lets the buyer's browser pay
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
}

func (intent) TableName() string { return "payments_intents" }

// wantIntent asks for the money of an order that is to be paid by card.
func (s *service) wantIntent(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	e := m.Event
	if e.PaymentMethod != ordering.PaymentMethodCard || e.PaymentStatus != ordering.PaymentStatusUnpaid {
		return nil
	}
	made := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "order_id"}}, DoNothing: true}).Create(&intent{
		OrderID: e.OrderID, PaymentID: id.New(), UserID: buyerOf(e), Amount: money.Cents(e.Total), Status: wanted, CreatedAt: s.Clock.Now(),
	})
	if made.Error != nil || made.RowsAffected == 0 {
		return made.Error
	}
	return s.enqueue(tx, task{Kind: taskIntent, SubjectID: e.OrderID, OrderID: e.OrderID, Seq: m.Seq})
}

// dropCancelled takes the asking back when the order is cancelled. Money that comes all the same is ordering's to send back.
func (s *service) dropCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled]) error {
	return s.dropIntent(tx, m.Event.Order, m.Seq)
}

// dropPaid takes it back when the money came another way, so that nobody pays twice.
func (s *service) dropPaid(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaid]) error {
	return s.dropIntent(tx, m.Event.Order, m.Seq)
}

// dropIntent has the order's intent cancelled, unless it has succeeded or there is none.
func (s *service) dropIntent(tx *gorm.DB, o ordering.Order, seq int64) error {
	i, found, err := lockIntent(tx, o.OrderID)
	if err != nil || !found || i.Status == succeeded {
		return err
	}
	return s.enqueue(tx, task{Kind: taskCancel, SubjectID: o.OrderID, OrderID: o.OrderID, Seq: seq})
}

// lockIntent is the order's intent, kept from others until tx ends; false when there is none.
func lockIntent(tx *gorm.DB, orderID string) (i intent, found bool, err error) {
	done := database.ForUpdate(tx).Where("order_id = ?", orderID).Limit(1).Find(&i)
	return i, done.RowsAffected > 0, done.Error
}

// opened notes that the provider has the intent. A webhook may have told what became of it before.
func (i *intent) opened(tx *gorm.DB, made madeIntent) error {
	i.ProviderID, i.ClientSecret = &made.ID, &made.ClientSecret
	if i.UserID == nil {
		i.ClientSecret = nil
	}
	if i.Status == wanted {
		i.Status = open
	}
	return tx.Save(i).Error
}

// settle notes what became of the locked intent and announces it. What has succeeded stays so; a refused card may be tried
// again, and may succeed after an order was cancelled.
func (i *intent) settle(ctx context.Context, tx *gorm.DB, status string, now time.Time) error {
	from := map[string][]string{
		succeeded: {wanted, open, failed, cancelled},
		failed:    {wanted, open},
		cancelled: {wanted, open, failed},
	}
	if !slices.Contains(from[status], i.Status) {
		return nil
	}
	i.Status = status
	if err := tx.Save(i).Error; err != nil {
		return err
	}
	switch status {
	case succeeded:
		return eventbus.Publish(ctx, tx, events.PaymentReceived{PaymentID: i.PaymentID, OrderID: i.OrderID, Amount: int64(i.Amount), ReceivedAt: now})
	case failed:
		return eventbus.Publish(ctx, tx, events.PaymentFailed{PaymentID: i.PaymentID, OrderID: i.OrderID})
	}
	return nil
}

// status is how the order's payment stands, the intent's news included that ordering has yet to hear of.
func (i *intent) status(o order) ordering.PaymentStatus {
	switch {
	case i.Status == succeeded && (o.Status == ordering.PaymentStatusUnpaid || o.Status == ordering.PaymentStatusFailed):
		return ordering.PaymentStatusPaid
	case i.Status == failed && o.Status == ordering.PaymentStatusUnpaid:
		return ordering.PaymentStatusFailed
	}
	return o.Status
}
