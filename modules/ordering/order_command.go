package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// command is a named command at work on an order whose row it has locked: the order as it becomes, and what is to be told.
type command struct {
	order
	tx    *gorm.DB
	now   time.Time
	found order // as it was
	news  []eventbus.Event
}

// anybody stands for the buyer where an admin or the service itself acts.
const anybody = ""

// begin locks the order of the buyer, or returns fault.Missing. The commands of an order follow one another in time, whatever the
// clocks of two replicas say.
func begin(tx *gorm.DB, orderID, buyerID string, now time.Time) (*command, error) {
	whose := database.ForUpdate(tx)
	if buyerID != anybody {
		whose = ordersOf(whose, buyerID)
	}
	o, err := database.ByID[order](whose, orderID)
	if !now.After(o.UpdatedAt) {
		now = o.UpdatedAt.Add(time.Microsecond)
	}
	return &command{order: o, found: o, tx: tx, now: now}, err
}

// say adds events to what is told when the command is done.
func (c *command) say(news ...eventbus.Event) { c.news = append(c.news, news...) }

// entered is what an event that has an entry in the timeline says of the order.
func (c *command) entered() events.Order {
	o := c.announcement()
	o.EntryID = new(id.New())
	return o
}

// done saves the order, tells, and returns the order as it now is. It returns InvalidTransition when another command came first.
func (c *command) done(ctx context.Context) (order, error) {
	if c.earned() && !c.found.earned() {
		c.say(events.OrderEarned{Order: c.announcement(), Goods: int64(c.goods())})
	}
	c.UpdatedAt = c.now
	c.forgetWhere()
	c.forgetOrigin()
	if err := saveTransition(c.tx, &c.found, &c.order); err != nil {
		return order{}, err
	}
	if c.BuyerErased && c.ended() {
		// What earlier commands answered still says where the order went.
		if err := httpapi.EraseAnswers(c.tx, c.UserID); err != nil {
			return order{}, err
		}
	}
	return c.order, tell(ctx, c.tx, c.news...)
}

// saveTransition writes every column of after, if the axes and the money still are those of before. Else it returns
// InvalidTransition: another command came first.
func saveTransition(tx *gorm.DB, before, after *order) error {
	done := tx.Model(after).
		Where("status = ? AND payment_status = ? AND fulfillment_status = ?", before.Status, before.PaymentStatus, before.FulfillmentStatus).
		Where("refunding_cents = ? AND refunded_cents = ? AND returned_cents = ?", before.Refunding, before.Refunded, before.Returned).
		Select("*").Updates(after)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidTransition()
	}
	return done.Error
}
