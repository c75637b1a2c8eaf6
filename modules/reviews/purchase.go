package reviews

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// purchase is a read model of ordering's: a product that a user had delivered.
type purchase struct {
	UserID    string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
}

func (purchase) TableName() string { return "reviews_purchases" }

// rememberPurchases keeps what was delivered, unless the buyer's account was erased.
func rememberPurchases(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderDelivered]) error {
	if len(m.Event.Items) == 0 {
		return nil
	}
	buyer, err := lockAuthor(tx, m.Event.UserID)
	if err != nil || buyer.Erased {
		return err
	}
	bought := make([]purchase, len(m.Event.Items))
	for i, it := range m.Event.Items {
		bought[i] = purchase{UserID: m.Event.UserID, ProductID: it.ProductID}
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&bought).Error
}
