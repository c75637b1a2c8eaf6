package recipients

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/recipients/events"
	"orderd/platform/eventbus"
)

// recordRecipient saves the recipient of an order, or counts one more order for them, and publishes
// it. It does nothing for an order that was counted, for an erased user, and for an event whose
// personal fields were erased before it arrived.
func recordRecipient(ctx context.Context, tx *gorm.DB, o ordering.OrderPlaced, seq int64) error {
	if o.ShipToName == "" {
		return nil
	}
	buyer, err := lockOwner(tx, o.UserID)
	if err != nil || buyer.Erased {
		return err
	}
	if first, err := insertCountedOrder(tx, o); err != nil || !first {
		return err
	}
	r, err := findOrNew(tx, o)
	if err != nil {
		return err
	}
	r.countOrder(o, seq)
	if err := tx.Save(&r).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.RecipientSaved{
		RecipientID: r.ID, UserID: r.UserID, TotalOrders: r.TotalOrders,
		FullName: r.FullName, Phone: r.Phone, Address: r.Address, Country: r.Country,
		Line1: r.Parts.Line1, Line2: r.Parts.Line2, PostalCode: r.Parts.PostalCode, City: r.Parts.City,
		State: r.Parts.State,
	})
}

// isForAnother reports whether an order is for another person than the buyer. Guests save no
// recipients.
func isForAnother(o ordering.OrderPlaced) bool {
	return !o.Guest && (o.Recipient == ordering.RecipientOther || o.Recipient == ordering.RecipientSaved)
}
