package payments

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
)

// refund is money on its way back to a card. Its id is ordering's.
type refund struct {
	RefundID   string `gorm:"primaryKey"`
	OrderID    string
	Amount     money.Cents `gorm:"column:amount_cents"`
	Status     string
	ProviderID *string
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
}

func (refund) TableName() string { return "payments_refunds" }

// wantRefund sends money back the way it came.
func (s *service) wantRefund(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundRequested]) error {
	e := m.Event
	if e.PaymentMethod != ordering.PaymentMethodCard {
		return nil
	}
	made := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "refund_id"}}, DoNothing: true}).Create(&refund{
		RefundID: e.RefundID, OrderID: e.OrderID, Amount: money.Cents(e.Amount), Status: pending, CreatedAt: s.Clock.Now(),
	})
	if made.Error != nil || made.RowsAffected == 0 {
		return made.Error
	}
	return s.enqueue(tx, task{Kind: taskRefund, SubjectID: e.RefundID, OrderID: e.OrderID, Seq: m.Seq})
}

// settleRefund notes what the provider says of a refund and announces it. What has failed stays so; what has
// succeeded may still fail, when the bank sends the money back days later. A refund that is not the shop's means nothing.
func settleRefund(ctx context.Context, tx *gorm.DB, told refundReport) error {
	if !id.Valid(told.RefundID) { // made by hand at the provider, say
		return nil
	}
	var r refund
	if err := tx.Where("refund_id = ?", told.RefundID).Limit(1).Find(&r).Error; err != nil || r.RefundID == "" {
		return err
	}
	if _, _, err := lockIntent(tx, r.OrderID); err != nil { // the key of the announcement
		return err
	}
	changed := map[string]any{"status": told.Status}
	if told.ID != "" {
		changed["provider_id"] = told.ID
	}
	before := []string{pending}
	if told.Status == failed {
		before = append(before, succeeded)
	}
	done := tx.Model(&refund{}).Where("refund_id = ? AND status IN ? AND (provider_id IS NULL OR provider_id = ?)", r.RefundID, before, told.ID).Updates(changed)
	if done.Error != nil || done.RowsAffected == 0 {
		return done.Error
	}
	switch told.Status {
	case succeeded:
		return eventbus.Publish(ctx, tx, events.RefundConfirmed{RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount)})
	case failed:
		return eventbus.Publish(ctx, tx, events.RefundFailed{RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount), Reason: told.Reason})
	}
	return nil
}
