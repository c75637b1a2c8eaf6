package payments

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// An intent takes what the account does, or cards alone, as the configuration says.
func TestMethodsOfIntents(t *testing.T) {
	t.Parallel()
	for automatic, want := range map[bool][]string{true: stripe.AccountTypes, false: {"card"}} {
		t.Run(fmt.Sprintf("automatic %t", automatic), func(t *testing.T) {
			each(t, func(t *testing.T, s *setup) {
				_, atStripe := s.placeByCard(t, 4990)
				if got := atStripe["payment_method_types"].([]string); !slices.Equal(got, want) ||
					(atStripe["automatic_payment_methods"] != nil) != automatic {
					t.Errorf("the intent: %v", atStripe)
				}
			}, func(c *Config) { c.CardProvider.Automatic = automatic })
		})
	}
}

// The buyer's page learns by what was paid, or tried; until then there is nothing to say.
func TestTypeOfAPayment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.payment(t, o).RequireFields(t, kit.Fields{
			"publishableKey": stripe.PublishableKey, "type": nil, "processing": false, "due": 49.9, "transfer": nil,
		})
		log := eventbustest.Record(t, s.DB)
		s.stripe.Choose(atStripe, "klarna")
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.payment(t, o).RequireFields(t, kit.Fields{"type": "klarna", "status": "failed"})
		s.stripe.Choose(atStripe, "paypal")
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.payment(t, o).RequireFields(t, kit.Fields{"type": "paypal", "status": "paid", "due": 0, "dueAt": nil})
		if f, r := eventbustest.Of[events.PaymentFailed](log), eventbustest.Of[events.PaymentReceived](log); len(f) != 1 || len(r) != 1 ||
			f[0].Type != "klarna" || r[0].Type != "paypal" {
			t.Errorf("announced %+v, %+v", f, r)
		}
		if got := s.Exported(t, s.userID); got != fmt.Sprintf(
			`[{"orderId":%q,"method":"card","status":"unpaid","total":49.9,"type":"paypal","transfers":[]}]`, o.OrderID) {
			t.Errorf("exported %s", got)
		}
	})
}

// requireProcessing checks what the buyer sees of money on its way.
func (s *setup) requireProcessing(t *testing.T, o ordering.Order, processing bool) {
	t.Helper()
	got := s.payment(t, o)
	got.RequireFields(t, kit.Fields{"status": "unpaid", "processing": processing, "due": float64(o.Total) / 100})
	if (got.At("clientSecret") == nil) != processing {
		t.Errorf("the secret: %s", got.Body)
	}
}

// What takes days is announced once, and nothing can be paid meanwhile. The money came when it was
// found, not when the buyer sent it off.
func TestMoneyOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.requireProcessing(t, o, false)
		log := eventbustest.Record(t, s.DB)
		s.stripe.Choose(atStripe, "sepa_debit")
		event := s.stripe.Process(atStripe)
		s.sendWebhook(t, event)
		s.sendWebhook(t, event)
		s.sendWebhook(t, s.stripe.Process(atStripe))
		s.requireProcessing(t, o, true)
		s.payment(t, o).RequireFields(t, kit.Fields{"type": "sepa_debit"})
		published := eventbustest.Of[events.PaymentProcessing](log)
		if len(published) != 1 {
			t.Fatalf("announced %v", log.Names())
		}
		log.RequireExactly(t, events.PaymentProcessing{PaymentID: published[0].PaymentID, OrderID: o.OrderID, Type: "sepa_debit"})

		s.comeBack(t, 3*24*time.Hour)
		s.requireProcessing(t, o, true)
		before := s.Clock.Now()
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.payment(t, o).RequireFields(t, kit.Fields{"status": "paid", "processing": false, "type": "sepa_debit", "due": 0})
		if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 1 || got[0].Type != "sepa_debit" || got[0].ReceivedAt.Before(before) {
			t.Errorf("announced %+v after %s", got, before)
		}
	})
}

// Money that does not come is announced as a failure, also when the buyer has begun another try by
// then. A card that was refused before does not show meanwhile.
func TestMoneyThatDoesNotCome(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		failures := func(want ...string) {
			t.Helper()
			var types []string
			for _, e := range eventbustest.Of[events.PaymentFailed](log) {
				types = append(types, e.Type)
			}
			if !slices.Equal(types, want) {
				t.Errorf("failed: %q, want %q", types, want)
			}
		}
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.Publish(t, ordering.OrderPaymentFailed{Order: o, FailedAt: s.Clock.Now()})
		for range 2 {
			s.stripe.Choose(atStripe, "sepa_debit")
			s.sendWebhook(t, s.stripe.Process(atStripe))
			s.requireProcessing(t, o, true)
			s.sendWebhook(t, s.stripe.Refuse(atStripe))
			if got := s.payment(t, o); got.Text("status") != "failed" || got.At("clientSecret") == nil {
				t.Errorf("sent back: %s", got.Body)
			}
		}
		failures("card", "sepa_debit", "sepa_debit")

		s.sendWebhook(t, s.stripe.Process(atStripe))
		event := s.stripe.Refuse(atStripe)
		s.stripe.Choose(atStripe, "paypal") // before anybody has read of it
		s.sendWebhook(t, event)
		failures("card", "sepa_debit", "sepa_debit", "")
		s.payment(t, o).RequireFields(t, kit.Fields{"type": "card"}) // with which it was processed last
		if got := s.stripe.Intent(o.OrderID); got["status"] != "requires_action" {
			t.Errorf("the payment under way was ended: %v", got)
		}
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.awaitPayment(t, o, ordering.PaymentStatusPaid)
	})
}

// awaitStripe waits until the order's newest intent has the status at Stripe.
func (s *setup) awaitStripe(t *testing.T, o ordering.Order, status string) {
	t.Helper()
	kit.Eventually(t, "the intent is "+status, func() error {
		if got := s.stripe.Intent(o.OrderID); got["status"] != status {
			return fmt.Errorf("it is %s", got["status"])
		}
		return nil
	})
}

// An order that waits for money on its way is overdue twice: before anybody knew of the money, and
// when that did not come. The second time the payment is ended.
func TestOverdueAfterMoneyOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		s.stripe.Process(atStripe)
		overdue := ordering.PaymentOverdue{Order: o, OverdueAt: s.Clock.Now()}
		s.Publish(t, overdue)
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		if got := s.stripe.Intent(o.OrderID)["status"]; got != "requires_payment_method" {
			t.Errorf("the order is open again, and its payment is %s", got)
		}
		s.Publish(t, overdue)
		s.awaitStripe(t, o, "canceled")
		kit.Eventually(t, "its end is announced", func() error {
			if got := eventbustest.Of[events.PaymentEnded](log); len(got) != 1 {
				return fmt.Errorf("announced %v", log.Names())
			}
			return nil
		})
		if got := eventbustest.Of[events.PaymentProcessing](log); len(got) != 1 {
			t.Errorf("announced %v", log.Names())
		}
	})
}

// Money that is still on its way when the order is overdue can't be ended: ordering is told again
// that it is, and cancels the order when it has waited long enough.
func TestOverdueWhileMoneyIsOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		s.sendWebhook(t, s.stripe.Process(atStripe))
		s.Publish(t, ordering.PaymentOverdue{Order: o, OverdueAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		if got := eventbustest.Of[events.PaymentProcessing](log); len(got) != 2 || got[0] != got[1] {
			t.Errorf("announced %v", log.Names())
		}
		s.awaitStripe(t, o, "processing")

		// Once the order is cancelled, what could be paid again is ended, and money is announced.
		s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "payment_timeout", Actor: "system", CancelledAt: s.Clock.Now()})
		if got := s.payment(t, o); got.At("processing") != false || got.Number("due") != 0 {
			t.Errorf("cancelled: %s", got.Body)
		}
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.awaitStripe(t, o, "canceled")
		late, atStripe := s.placeByCard(t, 1000)
		s.sendWebhook(t, s.stripe.Process(atStripe))
		s.Publish(t, ordering.OrderCancelled{Order: late, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 1 || got[0].OrderID != late.OrderID {
			t.Errorf("announced %v", log.Names())
		}
	})
}

// What the provider tells another process while the end of an intent is being read is read after
// it.
func TestToldWhileAnIntentIsEnded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Process(atStripe))
		s.stripe.Overtake(func() {
			s.stripe.Refuse(atStripe)
			if asked, err := askReading(s.DB, atStripe["id"].(string), s.Clock.Now()); !asked || err != nil {
				t.Errorf("asked: %t, %v", asked, err)
			}
		})
		s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "payment_timeout", Actor: "system", CancelledAt: s.Clock.Now()})
		s.awaitStripe(t, o, "canceled")
	})
}

// A payment of more than is due by the time its money has not come is ended; the next one asks for
// what is due.
func TestLessIsDueWhileMoneyIsOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Process(atStripe))
		s.Publish(t, ordering.ItemsCancelled{Order: o, Amount: 1990, Due: 3000})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		s.awaitStripe(t, o, "processing")
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		s.awaitSecret(t, o)
		if renewed := s.stripe.Intent(o.OrderID); renewed["id"] == atStripe["id"] || renewed["amount"] != int64(3000) {
			t.Errorf("the new intent: %v", renewed)
		}
	})
}

// Staff mark an order as paid while money is on its way: that money comes besides, and staff hear
// of it, also when they have refunded the order by then.
func TestMarkedAsPaidWhileMoneyIsOnItsWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, status := range []ordering.PaymentStatus{"paid", "partially_refunded", "refunded"} {
			o, atStripe := s.placeByCard(t, 4990)
			s.sendWebhook(t, s.stripe.Process(atStripe))
			log := eventbustest.Record(t, s.DB)
			s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
			s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
			if status != ordering.PaymentStatusPaid {
				s.Publish(t, ordering.RefundSettled{
					Order: o, RefundID: id.New(), Amount: 100, Channel: "manual", Status: "succeeded", PaymentStatus: status,
				})
			}
			s.payment(t, o).RequireFields(t, kit.Fields{"status": string(status), "processing": false})
			s.Clock.Advance(time.Second)
			s.sendWebhook(t, s.stripe.Pay(atStripe))
			if got := eventbustest.Of[events.PaymentMismatched](log); len(got) != 1 || got[0].Asked != 0 || got[0].Received != 4990 {
				t.Errorf("%s: announced %v", status, log.Names())
			}
		}
	})
}

// publishAccount announces who has the account for transfers.
func (s *setup) publishAccount(t *testing.T, version int64, bank shop.Bank) {
	t.Helper()
	s.Publish(t,
		shop.SettingsSaved{Group: shop.GroupProfile, Version: version, After: kit.JSON(t, shop.Profile{Name: "Moka & Co"})},
		shop.SettingsSaved{Group: shop.GroupSeller, Version: version, After: kit.JSON(t, shop.Seller{Name: new("Moka GmbH")})},
		shop.SettingsSaved{Group: shop.GroupBank, Version: version, After: kit.JSON(t, bank)})
}

// A transfer goes to the account that the shop has now, for what is due, until when it is.
func TestTransfer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		iban := new("DE02120300000000202051")
		due, later := s.Clock.Now().Add(72*time.Hour), s.Clock.Now().Add(14*24*time.Hour)
		show := func(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }
		o := s.place(t, ordering.PaymentMethodBankTransfer, 4990)
		s.payment(t, o).RequireFields(t, kit.Fields{"transfer": nil, "due": 49.9, "dueAt": nil, "publishableKey": nil, "type": nil})
		s.publishAccount(t, 1, shop.Bank{IBAN: iban, BIC: new("BYLADEM1001")})
		s.payment(t, o).RequireFields(t, kit.Fields{
			"transfer.iban": *iban, "transfer.bic": "BYLADEM1001", "transfer.holder": "Moka GmbH", "transfer.reference": o.Number,
			"transfer.amount": 49.9, "transfer.dueAt": nil,
		})
		s.publishAccount(t, 2, shop.Bank{Bank: new("Sparkasse, 1"), Holder: new("Ada")})
		s.payment(t, o).RequireFields(t, kit.Fields{"transfer.iban": nil, "transfer.holder": "Ada"})

		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		s.payment(t, o).RequireFields(t, kit.Fields{"transfer": nil, "due": 0, "dueAt": nil})
		s.Publish(t, ordering.OrderUnpaid{Order: o, PaymentStatus: ordering.PaymentStatusUnpaid, DueAt: &due},
			ordering.PaymentDueChanged{Order: o, Due: 2000})
		s.payment(t, o).RequireFields(t, kit.Fields{"transfer.amount": 20, "transfer.dueAt": show(due), "dueAt": show(due), "due": 20})

		invoice := s.place(t, ordering.PaymentMethodInvoice, 1000)
		s.payment(t, invoice).RequireFields(t, kit.Fields{"transfer.amount": 10, "transfer.dueAt": nil, "dueAt": nil})
		s.Publish(t, ordering.OrderShipped{Order: invoice, InvoiceDueAt: &later})
		s.payment(t, invoice).RequireFields(t, kit.Fields{"transfer.dueAt": show(later), "dueAt": show(later)})
		s.Publish(t, ordering.OrderPaid{Order: invoice, PaidAt: s.Clock.Now()})
		s.payment(t, invoice).RequireFields(t, kit.Fields{"transfer": nil, "dueAt": nil})
		s.Publish(t, ordering.OrderUnpaid{Order: invoice, PaymentStatus: ordering.PaymentStatusUnpaid})
		s.payment(t, invoice).RequireFields(t, kit.Fields{"dueAt": show(later)})

		cash := s.place(t, ordering.PaymentMethodCashOnDelivery, 1000)
		s.payment(t, cash).RequireFields(t, kit.Fields{"transfer": nil, "due": 10, "dueAt": nil})
	})
}

// Until when an order waits follows what ordering says of it.
func TestDeadlinesAreCopied(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.placedBy(ordering.PaymentMethodCard, 1)[0]
		o := e.Order
		day := func(n int) *time.Time {
			return new(s.Clock.Now().Add(time.Duration(n) * 24 * time.Hour).UTC().Truncate(time.Millisecond))
		}
		requires := func(step string, want *time.Time) {
			t.Helper()
			if got := s.payment(t, o).Text("dueAt"); got != want.Format("2006-01-02T15:04:05.000Z") {
				t.Errorf("%s: until %s, want %s", step, got, want)
			}
		}
		e.DueAt = day(1)
		s.Publish(t, e)
		requires("placed", e.DueAt)
		due := []*time.Time{day(2), day(3), day(4), day(5)}
		for i, event := range []eventbus.Event{
			ordering.PaymentProcessingChanged{Order: o, Processing: true, DueAt: due[0]},
			ordering.OrderPaymentFailed{Order: o, DueAt: due[1]},
			ordering.PaymentMethodChanged{
				Order: o, From: ordering.PaymentMethodBankTransfer, PaymentStatus: ordering.PaymentStatusUnpaid, Due: 100, DueAt: due[2],
			},
			ordering.PaymentOverdue{Order: o, OverdueAt: s.Clock.Now(), DueAt: due[3]},
		} {
			s.Publish(t, event)
			requires(event.EventName(), due[i])
		}
	})
}

// An upgrade takes the numbers of orders and the shop's account from the log.
func TestAnUpgradeReadsTheLog(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, ordering.PaymentMethodBankTransfer, 4990)
		s.publishAccount(t, 1, shop.Bank{IBAN: new("AT611904300234573201")})
		s.publishAccount(t, 2, shop.Bank{IBAN: new("DE02120300000000202051")})
		want := s.payment(t, o)
		exec := func(statements ...string) {
			t.Helper()
			for _, statement := range statements {
				if err := s.DB.Exec(statement).Error; err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Copies.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		exec("UPDATE payments_orders SET number = ''", "DELETE FROM payments_settings")
		s.payment(t, o).RequireFields(t, kit.Fields{"transfer": nil})
		file, err := migrations.ReadFile("migrations/" + database.Dialect(s.DB) + "/00009_processing.sql")
		if err != nil {
			t.Fatal(err)
		}
		for statement := range strings.SplitSeq(string(file), ";") {
			if _, change, found := strings.Cut(statement, "\nUPDATE "); found {
				exec("UPDATE " + change)
			}
			if _, change, found := strings.Cut(statement, "\nINSERT "); found {
				exec("INSERT " + change)
			}
		}
		if got := s.payment(t, o); string(got.Body) != string(want.Body) || got.At("transfer.iban") != "DE02120300000000202051" {
			t.Errorf("%s, want %s", got.Body, want.Body)
		}
	})
}
