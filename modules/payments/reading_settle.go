package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// settler applies what the provider answers. Events and the answers to calls are no news by
// themselves: whatever the reason of a reading is, its answer is applied here.
type settler struct {
	schedule schedule
	tasks    taskQueue
}

// settle applies an answer to the order's intent and refunds, and publishes what has changed. The
// call began at a moment; an answer that is older than the last one changes nothing. asked is what
// the Asked of the reading was before.
func (s settler) settle(
	ctx context.Context, tx *gorm.DB, orderID string, answer intentAnswer, asked int64, began, now time.Time,
) error {
	i, found, err := lockIntent(tx, orderID) // the row of the events' key
	if err != nil || !found {
		return err
	}
	r, found, err := lockReading(tx, answer.ID)
	if err == nil && !found { // an older version had it made
		r = reading{Provider: i.Provider, ProviderID: answer.ID, OrderID: orderID, Status: intentOpen}
		err = insertReading(tx, r)
	}
	if err != nil || r.ReadAt != nil && began.Before(*r.ReadAt) {
		return err
	}
	if i.ProviderID == nil && answer.OrderID == orderID {
		i.adopt(answer)
	}
	a := application{intent: i, reading: r, answer: answer, tasks: s.tasks, now: now}
	if !a.current() && r.ReadAt == nil && answer.OrderID != orderID {
		return deleteReading(tx, answer.ID) // another shop's intent at the same account
	}
	byHand, err := a.apply(eventbus.WithActor(ctx, eventbus.ActorSystem), tx)
	if err != nil {
		return err
	}
	a.reading.note(&answer, byHand, a.changed, s.schedule, asked, began, now)
	return saveReading(tx, &a.reading)
}

// application is an answer that is being applied to the locked rows.
type application struct {
	intent  intent
	reading reading
	answer  intentAnswer
	tasks   taskQueue
	changed bool
	now     time.Time
}

// current reports whether the answer is about the intent with which the order is paid now.
func (a *application) current() bool {
	return a.intent.ProviderID != nil && *a.intent.ProviderID == a.answer.ID
}

// apply applies the money that came, then what went back, then the disputes. It returns what went
// back at the provider by hand.
func (a *application) apply(ctx context.Context, tx *gorm.DB) (byHand money.Cents, err error) {
	if err := a.applyMoney(ctx, tx); err != nil {
		return 0, err
	}
	if byHand, err = a.applyRefunds(ctx, tx); err != nil {
		return 0, err
	}
	disputed, err := settleDispute(ctx, tx, a.intent, &a.reading, a.answer.dispute(), a.now)
	a.changed = a.changed || disputed
	if err == nil && disputed && *a.reading.DisputeStatus != disputeOpen {
		err = advanceRefunds(tx, a.intent.OrderID, a.now)
		database.AfterCommit(tx, a.tasks.wake.Send)
	}
	return byHand, err
}

// applyMoney notes the new status of the intent, and publishes money that has come.
func (a *application) applyMoney(ctx context.Context, tx *gorm.DB) error {
	came := a.answer.Received > a.reading.Received || a.answer.Status == intentSucceeded &&
		a.reading.Status != intentSucceeded
	a.changed = came || a.answer.Status != a.reading.Status
	if !came && a.current() {
		if err := settleIntent(ctx, tx, a.intent, a.answer.Status, a.answer.Type); err != nil {
			return err
		}
		return a.endUnwanted(tx)
	}
	if !came {
		return nil
	}
	if a.reading.Status == intentProcessing { // the provider says when it was sent off
		a.answer.ReceivedAt = a.now
	}
	o, err := orderOf(tx, a.intent.OrderID)
	if err != nil {
		return err
	}
	t, err := totalsOf(tx, a.intent.OrderID)
	if err != nil {
		return err
	}
	total := t.Received - a.reading.Received + a.answer.Received
	asked := a.asked(o)
	if a.current() {
		a.intent.Mismatched = a.answer.Received != a.intent.Amount
		if err := settleIntent(ctx, tx, a.intent, intentSucceeded, a.answer.Type); err != nil {
			return err
		}
	}
	if a.answer.Received == asked {
		return eventbus.Publish(ctx, tx, events.PaymentReceived{
			PaymentID: a.intent.PaymentID, OrderID: a.intent.OrderID, Amount: int64(asked), ReceivedAt: a.answer.ReceivedAt,
			Total: int64(total), Type: a.answer.Type,
		})
	}
	return eventbus.Publish(ctx, tx, events.PaymentMismatched{
		PaymentID: a.intent.PaymentID, OrderID: a.intent.OrderID, ProviderID: a.answer.ID, Asked: int64(asked),
		Received: int64(a.answer.Received), Total: int64(total), ReceivedAt: a.answer.ReceivedAt, Type: a.answer.Type,
	})
}

// endUnwanted has an intent ended that could not be while its money was on its way, and which the
// buyer could pay again now that this has failed, though the order does not ask for it any more.
func (a *application) endUnwanted(tx *gorm.DB) error {
	before := a.intent.Status // settleIntent has changed the row alone
	if before != intentProcessing || a.answer.Status != intentOpen && a.answer.Status != intentFailed {
		return nil
	}
	o, err := orderOf(tx, a.intent.OrderID)
	if err != nil || a.intent.wantedBy(o) {
		return err
	}
	return a.tasks.add(tx, task{
		Kind: taskCancelIntent, SubjectID: a.intent.PaymentID, OrderID: o.OrderID, Seq: o.Seq,
	}, a.now)
}

// asked is what was due when the money came: nothing for an order that had been paid in another way
// before. When an order is marked as paid that the provider already has the money of, it is that
// money.
func (a *application) asked(o order) money.Cents {
	paidBefore := o.wasPaid() && (o.PaidAt == nil || a.answer.ReceivedAt.After(*o.PaidAt))
	if !a.current() || paidBefore {
		return 0
	}
	return a.intent.Amount
}

// applyRefunds notes what became of the shop's refunds, and publishes the new sum of what went back
// otherwise, which it returns: by hand, and by a refund of the shop's that counts as failed here,
// because no answer had come in time, or was made twice there.
func (a *application) applyRefunds(ctx context.Context, tx *gorm.DB) (byHand money.Cents, err error) {
	for _, u := range a.answer.Refunds {
		settled, err := settleRefund(ctx, tx, u)
		if err != nil {
			return 0, err
		}
		a.changed = a.changed || settled
		if settled || u.Status != refundSucceeded {
			continue
		}
		r, own, err := refundOf(tx, u.RefundID)
		if err != nil {
			return 0, err
		}
		if !own || !r.stands(u.ID) {
			byHand += u.Amount
		}
	}
	for _, d := range a.answer.Disputes {
		if d.Status == disputeLost {
			byHand += d.Amount
		}
	}
	if byHand == a.reading.ByHand {
		return byHand, nil
	}
	a.changed = true
	return byHand, a.publishByHand(ctx, tx, byHand)
}

// publishByHand publishes what went back by hand for all intents of the order.
func (a *application) publishByHand(ctx context.Context, tx *gorm.DB, byHand money.Cents) error {
	a.reading.ByHand = byHand
	if err := saveReading(tx, &a.reading); err != nil {
		return err
	}
	t, err := totalsOf(tx, a.intent.OrderID)
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.RefundedAtProvider{
		OrderID: a.intent.OrderID, Total: int64(t.ByHand), FoundAt: a.now,
	})
}
