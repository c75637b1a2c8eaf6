package recipients

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/recipients/events"
	"orderd/platform/eventbus"
)

// remember saves whom an order is for, or counts one more for them, and announces it. Every order counts once.
func remember(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	o := m.Event
	if !forOther(o) {
		return nil
	}
	buyer, err := lockOwner(tx, o.UserID)
	if err != nil || buyer.Erased {
		return err
	}
	if first, err := insertOrder(tx, o); err != nil || !first {
		return err
	}
	r, err := findOr(tx, named(o))
	if err != nil {
		return err
	}
	r.ordered(o, m.Seq)
	if err := tx.Save(&r).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.RecipientSaved{
		RecipientID: r.ID, UserID: r.UserID, TotalOrders: r.TotalOrders,
		FullName: r.FullName, Phone: r.Phone, Address: r.Address, Country: r.Country,
	})
}
