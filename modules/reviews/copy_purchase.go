package reviews

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// purchase is a copy from ordering's deliveries: a product that a user bought and received.
type purchase struct {
	UserID    string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
}

func (purchase) TableName() string { return "reviews_purchases" }

// onOrderDelivered copies what was delivered, unless the buyer's account was erased.
func onOrderDelivered(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderDelivered]) error {
	return copyPurchases(tx, m.Event.UserID, m.Event.Items)
}

// onOrderClaimed copies what was delivered while the order was a guest's.
func onOrderClaimed(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderClaimed]) error {
	return copyPurchases(tx, m.Event.UserID, m.Event.Items)
}

func copyPurchases(tx *gorm.DB, userID string, items []ordering.ShipmentItem) error {
	buyer, err := lockAuthor(tx, userID)
	if err != nil || buyer.Erased {
		return err
	}
	purchases := convert.All(items, func(i ordering.ShipmentItem) purchase { return purchase{userID, i.ProductID} })
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&purchases).Error
}
