package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// orderNote is a note of staff on an order. Only admins see it: neither the buyer's order nor the
// buyer's export has it.
type orderNote struct {
	ID        string `gorm:"primaryKey"`
	OrderID   string
	Text      string
	Author    string    // as the event log names actors
	CreatedAt time.Time `gorm:"autoCreateTime:false"`

	AuthorName *string `gorm:"-"` // set where notes are read for staff
}

func (orderNote) TableName() string { return "ordering_order_notes" }

// addOrderNote writes a note on an order, and returns it with the order's buyer. It returns
// fault.Missing, and InvalidTransition when the buyer was erased: the erasure deletes the notes on
// the buyer's orders, and none may come after it.
func addOrderNote(
	ctx context.Context, tx *gorm.DB, orderID, text string, now time.Time,
) (n orderNote, buyerID string, err error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return n, "", err
	}
	if c.BuyerErased {
		return n, "", invalidTransition()
	}
	n = orderNote{ID: id.New(), OrderID: c.ID, Text: text, Author: eventbus.CauseOf(ctx).Actor, CreatedAt: now}
	if err := tx.Create(&n).Error; err != nil {
		return n, "", err
	}
	return n, c.UserID, eventbus.Publish(ctx, tx, events.OrderNoted{Order: c.eventOrder(), NoteID: n.ID, NotedAt: now})
}
