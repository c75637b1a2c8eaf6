package ordering

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// onItsWay announces that the provider processes what the buyer of the order has paid.
func onItsWay(o ordered) payments.PaymentProcessing {
	return payments.PaymentProcessing{PaymentID: id.New(), OrderID: o.OrderID, Type: "sepa_debit"}
}

func paymentFails(o ordered) payments.PaymentFailed {
	return payments.PaymentFailed{PaymentID: id.New(), OrderID: o.OrderID, Type: "sepa_debit"}
}

func paymentEnds(o ordered) payments.PaymentEnded {
	return payments.PaymentEnded{PaymentID: id.New(), OrderID: o.OrderID}
}

// requireWaiting checks whether the order's money is on its way, and that the order waits for about
// so long from now; 0: it does not wait. Lists, buyers and staff see the same.
func (s *setup) requireWaiting(t *testing.T, c customer, o ordered, processing bool, wait time.Duration) {
	t.Helper()
	one := c.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 200)
	at := func(list kit.Answer, field string) any {
		t.Helper()
		for i := range int(list.Number("meta.total")) {
			if list.Text(fmt.Sprintf("data.%d.id", i)) == o.OrderID {
				return list.At(fmt.Sprintf("data.%d.payment.%s", i, field))
			}
		}
		t.Fatalf("%s is not in the list", o.Number)
		return nil
	}
	mine, all := c.Do(t, "GET", "/v1/orders?limit=100", nil), s.admin.Do(t, "GET", "/v1/admin/orders?limit=100", nil)
	staff := s.admin.Do(t, "GET", o.adminPath(""), nil)
	for _, field := range []string{"processing", "dueAt"} {
		want := one.At("payment." + field)
		for where, got := range map[string]any{
			"included": one.At("included.payment." + field), "the buyer's list": at(mine, field), "the staff's list": at(all, field),
			"the staff's order": staff.At("payment." + field),
		} {
			if got != want {
				t.Errorf("%s has %s %v, the order %v", where, field, got, want)
			}
		}
	}
	if got := one.At("payment.processing"); got != processing {
		t.Errorf("processing is %v, want %t", got, processing)
	}
	switch due := one.At("payment.dueAt"); {
	case (due == nil) != (wait == 0):
		t.Errorf("it waits until %v, want %s", due, wait)
	case due != nil:
		until, err := time.Parse(time.RFC3339, due.(string))
		if off := until.Sub(s.Clock.Now().Add(wait)); err != nil || off < -time.Minute || off > time.Minute {
			t.Errorf("it waits until %s (%v), want %s from now", until, err, wait)
		}
	}
}

// While its money is on its way, an order is unpaid and keeps its goods, until the money has come.
func TestMoneyOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, onItsWay(o), onItsWay(o))
		got := c.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 200)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		got.RequireFields(t, kit.Fields{
			"included.payment.type": "sepa_debit", "included.payment.clientSecret": nil, "included.payment.due": 63.38,
		})
		s.requireWaiting(t, c, o, true, processingDeadline)
		changed := eventbustest.Of[events.PaymentProcessingChanged](log)
		requireEvents(t, log, "payment_processing_changed")
		if !changed[0].Processing || !changed[0].DueAt.Equal(changed[0].ChangedAt.Add(processingDeadline)) {
			t.Errorf("published %+v", changed[0])
		}

		// The buyer has paid: there is nothing to choose.
		requireAllowed(t, got, "change-payment", false)
		c.Do(t, "POST", o.path("/payment"), body{"method": payByBankTransfer}).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", o.adminPath("/process"), nil).Require(t, 409, "invalid_transition")

		s.advance(t, 10*24*time.Hour, &c)
		s.requireWaiting(t, c, o, true, 4*24*time.Hour)
		s.requireStock(t, o.Lines[0].item, 10, 3)
		paid := s.received(o, o.Total, s.Clock.Now())
		paid.Type = "sepa_debit"
		s.Publish(t, paid, onItsWay(o)) // and a late event
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "placed", "placed", "paid", "unfulfilled")
		s.requireWaiting(t, c, o, false, 0)
		s.requireTimeline(t, c, o, "placed", "paid")
	}, withCards)
}

// Money that does not come leaves the order open again, for as long as for a card from then.
func TestMoneyThatDoesNotCome(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		sentBack, gaveUp, less := s.cardOrder(t, c), s.cardOrder(t, c), s.cardOrder(t, c)
		s.Publish(t, onItsWay(sentBack), onItsWay(gaveUp), onItsWay(less))
		s.advance(t, 5*24*time.Hour, &c)
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, paymentFails(sentBack), paymentEnds(gaveUp), payments.PaymentMismatched{
			PaymentID: id.New(), OrderID: less.OrderID, Asked: less.Total, Received: 1000, Total: 1000, ReceivedAt: s.Clock.Now(),
		})
		for o, status := range map[*ordered]string{&sentBack: "failed", &gaveUp: "unpaid", &less: "unpaid"} {
			got := c.Do(t, "GET", o.path(""), nil)
			requireAxes(t, got, "awaiting_payment", "pending_payment", status, "unfulfilled")
			requireAllowed(t, got, "change-payment", true)
			s.requireWaiting(t, c, *o, false, cardDeadline)
		}
		c.Do(t, "GET", less.path(""), nil).RequireFields(t, kit.Fields{"payment.received": 10, "payment.due": 53.38})
		if got := eventbustest.Of[events.OrderPaymentFailed](log); len(got) != 1 || got[0].DueAt == nil {
			t.Errorf("published %+v", got)
		}
		if got := eventbustest.Of[events.PaymentProcessingChanged](log); len(got) != 2 || got[0].Processing || got[1].Processing {
			t.Errorf("published %+v", got)
		}

		// Another try, which takes days too.
		s.Publish(t, onItsWay(sentBack))
		requireAxes(t, c.Do(t, "GET", sentBack.path(""), nil), "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		s.requireWaiting(t, c, sentBack, true, processingDeadline)
		// A payment that ends, or fails, before any money is on its way moves no deadline.
		s.advance(t, 10*time.Minute, &c)
		s.Publish(t, paymentEnds(gaveUp), paymentFails(gaveUp))
		s.requireWaiting(t, c, gaveUp, false, cardDeadline-10*time.Minute)
	}, withCards)
}

// Past its deadline, money on its way is looked for once more, and the order is cancelled as one
// that was not paid. An order that is only found then to be paid with what takes days waits.
func TestMoneyOnItsWayIsOverdue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := []bought{{s.sell(t, 1999, 20), 3, 1999}, {s.sell(t, 500, 20), 1, 500}} // 63.38
		place := func() ordered { return s.place(t, c, payByCard, lines) }
		never, unanswered, paid := place(), place(), place()
		s.Publish(t, onItsWay(never), onItsWay(unanswered), onItsWay(paid))
		s.advance(t, processingDeadline-time.Minute, &c)
		late := place()
		log := eventbustest.Record(t, s.DB)
		s.advance(t, cardDeadline+time.Minute, &c)
		for _, o := range []ordered{never, unanswered, paid, late} {
			s.awaitOverdue(t, o)
		}
		for _, e := range eventbustest.Of[events.PaymentOverdue](log) {
			if e.DueAt == nil || !e.DueAt.Equal(e.OverdueAt.Add(providerGrace)) {
				t.Errorf("published %+v", e)
			}
		}
		s.Publish(t,
			onItsWay(unanswered), // which changes nothing
			paymentEnds(never), s.received(paid, paid.Total, s.Clock.Now()), onItsWay(late))
		requireAxes(t, c.Do(t, "GET", never.path(""), nil), "cancelled", "cancelled", "unpaid", "unfulfilled")
		s.requireWaiting(t, c, never, false, 0)
		requireAxes(t, c.Do(t, "GET", paid.path(""), nil), "placed", "placed", "paid", "unfulfilled")
		s.requireWaiting(t, c, late, true, processingDeadline)
		s.requireWaiting(t, c, unanswered, true, providerGrace)

		s.advance(t, providerGrace+time.Second, &c)
		kit.Within(t, 30*time.Second, "the order without an answer is cancelled", func() error {
			if row[order](t, s, "id", unanswered.OrderID).Status != orderCancelled {
				return errors.New("it is not")
			}
			return nil
		})
		s.requireStock(t, lines[0].item, 20, 6)
		s.Publish(t, s.received(unanswered, unanswered.Total, s.Clock.Now())) // money for it goes back
		c.Do(t, "GET", unanswered.path(""), nil).RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.amount": 63.38})
	}, withCards)
}

// Commands meet an order whose money is on its way.
func TestCommandsWhileMoneyIsOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		cancelled, marked := s.cardOrder(t, c), s.cardOrder(t, c)
		s.Publish(t, onItsWay(cancelled), onItsWay(marked))
		c.Do(t, "POST", cancelled.path("/cancel"), nil).Require(t, 200)
		s.requireWaiting(t, c, cancelled, false, 0)
		s.Publish(t, onItsWay(cancelled), s.received(cancelled, cancelled.Total, s.Clock.Now()))
		c.Do(t, "GET", cancelled.path(""), nil).RequireFields(t, kit.Fields{"status": "cancelled", "refunds.#": 1, "payment.processing": false})

		s.do(t, marked, "mark-paid", nil)
		s.requireWaiting(t, c, marked, false, 0)
		s.do(t, marked, "mark-unpaid", body{"reason": "It was another order."})
		s.requireWaiting(t, c, marked, false, cardDeadline)
		s.Publish(t, onItsWay(marked)) // as payments says when it is asked for the end
		s.requireWaiting(t, c, marked, true, processingDeadline)

		byTransfer := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.Publish(t, onItsWay(byTransfer))
		s.requireWaiting(t, c, byTransfer, false, paymentDeadline)
	}, withCards)
}

// A command that has read the order before its money was on its way changes nothing, and neither
// does one that comes from outside.
func TestMoneyOnItsWayIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.cardOrder(t, s.customer(t))
		before := row[order](t, s, "id", o.OrderID)
		s.Publish(t, onItsWay(o))
		after := *before
		if err := after.changePayment(payByBankTransfer, time.Hour, time.Hour, s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		err := s.DB.Transaction(func(tx *gorm.DB) error { return saveOrder(tx, before, &after) })
		if !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("a stale command: %v", err)
		}
		for _, change := range []string{"status = 'placed', payment_due_at = NULL", "payment_status = 'failed'"} {
			if err := s.DB.Exec("UPDATE ordering_orders SET "+change+" WHERE id = ?", o.OrderID).Error; err == nil {
				t.Errorf("%s: it is stored", change)
			}
		}
		if got := row[order](t, s, "id", o.OrderID); got.ProcessingSince == nil || got.PaymentMethod != payByCard {
			t.Errorf("%+v", got)
		}
	}, withCards)
}

// Events of the payment and commands about the order come at once: the order is in one state.
func TestProcessingAgainstCommands(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		it := s.sell(t, 1999, 1000)
		for range 10 {
			o := s.place(t, c, payByCard, []bought{{it, 1, 1999}})
			paid := s.received(o, o.Total, s.Clock.Now())
			together(t,
				posts(c.API, o.path("/cancel"), nil), posts(s.admin, o.adminPath("/mark-paid"), nil),
				posts(c.API, o.path("/payment"), body{"method": payByBankTransfer}),
				func() (kit.Answer, error) {
					return kit.Answer{Status: 200}, s.Announce(t.Context(), []eventbus.Event{onItsWay(o), paymentFails(o), onItsWay(o), paid}...)
				})
			eventbustest.Drain(t, s.DB)
			got := row[order](t, s, "id", o.OrderID)
			if got.ProcessingSince != nil || !slices.Contains([]orderStatus{orderPlaced, orderCancelled}, got.Status) {
				t.Errorf("%s, processing since %v", got.Status, got.ProcessingSince)
			}
		}
	}, withCards)
}
