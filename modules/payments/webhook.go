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
)

// providerEvent is a webhook that has been handled.
type providerEvent struct {
	EventID    string `gorm:"primaryKey"`
	Kind       string
	ReceivedAt time.Time
}

func (providerEvent) TableName() string { return "payments_provider_events" }

// receive makes what the provider says true here, once by its event id.
func (s *service) receive(ctx context.Context, tx *gorm.DB, told report) error {
	now := s.Clock.Now()
	noted := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&providerEvent{EventID: told.EventID, Kind: told.Kind, ReceivedAt: now})
	if noted.Error != nil || noted.RowsAffected == 0 {
		return noted.Error
	}
	ctx = eventbus.WithActor(ctx, "system")
	switch {
	case told.Intent != nil:
		return s.receiveIntent(ctx, tx, *told.Intent, now)
	case told.Refund != nil:
		return settleRefund(ctx, tx, *told.Refund)
	}
	return nil
}

// receiveIntent takes news of an intent, if it is the shop's. Another amount than was asked for pays nothing; that and money for an order that
// was paid another way before is for admins to look at.
func (s *service) receiveIntent(ctx context.Context, tx *gorm.DB, told intentReport, now time.Time) error {
	i, found, err := intentNamed(tx, told)
	if err != nil || !found {
		return err
	}
	if told.Status == succeeded && i.Status != succeeded {
		if err := i.question(ctx, tx, told); err != nil || told.Received != i.Amount {
			return err
		}
	}
	i.ProviderID = &told.ID // the answer that told it may be on its way, or lost for good
	return i.settle(ctx, tx, told.Status, now)
}

// question announces money that is not what the order still asks for, which is nothing once it was paid another way.
func (i *intent) question(ctx context.Context, tx *gorm.DB, told intentReport) error {
	var o order
	if err := tx.Where("order_id = ?", i.OrderID).Limit(1).Find(&o).Error; err != nil {
		return err
	}
	asked := i.Amount
	if o.Status == ordering.PaymentStatusPaid {
		asked = 0
	}
	if told.Received == asked {
		return nil
	}
	return eventbus.Publish(ctx, tx, events.PaymentMismatched{
		PaymentID: i.PaymentID, OrderID: i.OrderID, ProviderID: told.ID, Asked: int64(asked), Received: int64(told.Received),
	})
}

// intentNamed locks the intent that the provider means: the order's, unless another one of the provider's is known as that. Others
// who use the account name their orders as they like.
func intentNamed(tx *gorm.DB, told intentReport) (i intent, found bool, err error) {
	if !id.Valid(told.OrderID) {
		return i, false, nil
	}
	i, found, err = lockIntent(tx, told.OrderID)
	return i, found && (i.ProviderID == nil || *i.ProviderID == told.ID), err
}
