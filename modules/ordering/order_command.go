package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// orderCommand is a command at work on an order whose row it has locked: the order as it becomes,
// and the events to publish.
type orderCommand struct {
	order
	tx     *gorm.DB
	now    time.Time
	before order // as it was read
	events []eventbus.Event
	sales  salesChange

	withdrawals withdrawalChange
}

// lockOrder locks an order for a command and reads what the scopes ask for, or returns
// fault.Missing.
func lockOrder(tx *gorm.DB, orderID string, now time.Time, scopes ...scope) (*orderCommand, error) {
	o, err := database.ByID[order](database.ForUpdate(tx).Scopes(scopes...), orderID)
	return newOrderCommand(tx, o, now), err
}

// lockOrderOf is lockOrder for an order of the caller's. Another's is fault.Missing.
func lockOrderOf(
	tx *gorm.DB, caller orderCaller, orderID string, now time.Time, scopes ...scope,
) (*orderCommand, error) {
	o, err := database.ByID[order](caller.orders(database.ForUpdate(tx)).Scopes(scopes...), orderID)
	return newOrderCommand(tx, o, now), err
}

// newOrderCommand begins a command. The commands of an order follow one another in time, even when
// the clocks of two replicas differ.
func newOrderCommand(tx *gorm.DB, o order, now time.Time) *orderCommand {
	if !now.After(o.UpdatedAt) {
		now = o.UpdatedAt.Add(time.Microsecond)
	}
	return &orderCommand{order: o, before: o, tx: tx, now: now}
}

// record adds events to those that save publishes.
func (c *orderCommand) record(recorded ...eventbus.Event) { c.events = append(c.events, recorded...) }

// saveWithDue is save for a command that may change what an unpaid order asks for. What it asks for
// then is announced: payments has a copy of it.
func (c *orderCommand) saveWithDue(ctx context.Context, terms *saleTerms) error {
	if due := c.due(); due > 0 && due != c.before.due() {
		c.record(events.PaymentDueChanged{
			Order: c.eventOrder(), Due: int64(due), Instructions: terms.instructions(&c.order), ChangedAt: c.now,
		})
	}
	return c.save(ctx)
}

// save writes the order and its timeline and publishes the recorded events. It returns
// InvalidTransition when another command came first.
func (c *orderCommand) save(ctx context.Context) error {
	if c.earned() && !c.before.earned() {
		c.record(events.OrderEarned{Order: c.eventOrder(), Goods: int64(c.goods())})
	}
	if err := c.followWithdrawals(); err != nil {
		return err
	}
	c.UpdatedAt = c.now
	c.eraseDestination()
	c.forgetOrigin()
	if err := saveOrder(c.tx, &c.before, &c.order); err != nil {
		return err
	}
	if err := c.saveWithdrawalState(); err != nil {
		return err
	}
	if c.BuyerErased && c.ended() {
		// The stored responses of earlier commands still show the destination.
		if err := eventbus.EraseSubject(ctx, c.tx, c.UserID); err != nil {
			return err
		}
	}
	if err := c.saveSalesChange(); err != nil {
		return err
	}
	if entries := timelineEntries(ctx, c.events); len(entries) > 0 {
		if err := c.tx.Create(&entries).Error; err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, c.tx, c.events...)
}
