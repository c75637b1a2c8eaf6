package payments

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
	"orderd/test/kit/stripe"
)

const webhookPath = "/v1/payments/webhooks/stripe"

func TestEveryMethodTellsHowItIsPaid(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, method := range []ordering.PaymentMethod{"bank_transfer", "cash_on_delivery", "invoice"} {
			o := s.place(t, method, 4990)
			got := s.payment(t, o)
			if got.Text("method") != string(method) || got.Text("status") != "unpaid" || got.At("clientSecret") != nil || (got.At("instructions") != nil) != (method == "bank_transfer") {
				t.Errorf("%s: %s", method, got.Body)
			}
			s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
			if got := s.payment(t, o); got.Text("status") != "paid" {
				t.Errorf("%s, paid: %s", method, got.Body)
			}
			s.Publish(t, ordering.RefundSettled{Order: o, RefundID: id.New(), Amount: 100, Status: ordering.RefundStatusSucceeded, PaymentStatus: ordering.PaymentStatusPartiallyRefunded})
			if got := s.payment(t, o); got.Text("status") != "partially_refunded" {
				t.Errorf("%s, some of it back: %s", method, got.Body)
			}
		}
		if calls := s.stripe.Calls(); len(calls) != 0 {
			t.Errorf("the provider was called: %v", calls)
		}
	})
}

func TestAPaymentIsItsBuyersAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, "invoice", 4990)
		p := "/v1/orders/" + o.OrderID + "/payment"
		s.API.Do(t, "GET", p, nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "GET", p, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.buyer.Do(t, "GET", "/v1/orders/"+unknown+"/payment", nil).Require(t, 404, "not_found")
		}
	})
}

func TestACardPaymentFromItsIntentToTheMoney(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		if atStripe["amount"] != int64(4990) || atStripe["currency"] != "eur" || s.payment(t, o).Text("clientSecret") != atStripe["client_secret"] {
			t.Errorf("the intent: %v", atStripe)
		}
		log := eventbustest.Record(t, s.DB)
		s.tell(t, s.stripe.Refuse(atStripe))
		s.tell(t, s.stripe.Refuse(atStripe)) // tried again, refused again
		if got := s.payment(t, o); got.Text("status") != "failed" || got.At("clientSecret") == nil {
			t.Errorf("refused: %s", got.Body)
		}
		succeeds := s.stripe.Pay(atStripe)
		s.tell(t, succeeds)
		s.tell(t, succeeds)                                                // the same event again
		s.tell(t, s.stripe.Pay(atStripe))                                  // the same news in another event
		s.tell(t, stripe.Event("payment_intent.payment_failed", atStripe)) // late
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid: %s", got.Body)
		}
		var asked intent
		if err := s.DB.Take(&asked).Error; err != nil {
			t.Fatal(err)
		}
		told := eventbustest.Of[events.PaymentReceived](log)
		if len(told) != 1 {
			t.Fatalf("announced %v", log.Names())
		}
		log.RequireExactly(t, events.PaymentFailed{PaymentID: asked.PaymentID, OrderID: o.OrderID},
			events.PaymentReceived{PaymentID: asked.PaymentID, OrderID: o.OrderID, Amount: 4990, ReceivedAt: told[0].ReceivedAt})
	})
}

func TestTheSameEventAtOnceCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		_, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripe)
		api := s.API.With("Stripe-Signature", stripe.Sign(event))
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if got, err := api.Try("POST", webhookPath, event); err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		wg.Wait()
		if told := log.Names(); !slices.Equal(told, []string{"payments.payment_received.v1"}) {
			t.Errorf("announced %v", told)
		}
	})
}

func TestOnlyStripeMaySayThatMoneyCame(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripe)
		now := clock.System().Now()
		for name, signature := range map[string]string{
			"none": "", "nonsense": "t=1,v1=00", "another secret": stripe.SignAt(event, "whsec_other", now),
			"too old": stripe.SignAt(event, stripe.Secret, now.Add(-time.Hour)), "of another body": stripe.Sign([]byte(`{}`)),
		} {
			if got := s.API.With("Stripe-Signature", signature).Do(t, "POST", webhookPath, event); got.Status != 401 {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		no := `{"object":"nothing"}`
		s.API.With("Stripe-Signature", stripe.Sign([]byte(no))).Do(t, "POST", webhookPath, no).Require(t, 401)
		s.API.Do(t, "POST", webhookPath, `{`).Require(t, 400, "malformed_json")
		s.API.Do(t, "POST", webhookPath, nil).Require(t, 401)

		foreign := map[string]any{"id": "pi_other", "object": "payment_intent", "amount": 4990, "amount_received": 4990, "currency": "eur", "metadata": atStripe["metadata"]}
		s.tell(t, stripe.Event("payment_intent.succeeded", foreign)) // another intent that claims to be the order's
		foreign["id"], foreign["metadata"] = atStripe["id"], map[string]any{}
		s.tell(t, stripe.Event("payment_intent.succeeded", foreign)) // somebody else's business on the same account
		s.tell(t, stripe.Event("customer.created", map[string]any{"id": "cus_1", "object": "customer"}))
		for _, name := range []string{"", "1042", "a\x00b"} {
			foreign["metadata"] = map[string]any{"order_id": name}
			s.tell(t, stripe.Event("payment_intent.succeeded", foreign))
			s.tell(t, stripe.Event("refund.updated", map[string]any{"id": "re_1", "object": "refund", "status": "succeeded", "metadata": map[string]any{"refund_id": name}}))
		}
		for _, broken := range []string{
			`{"object":"event","id":"evt_1","type":"payment_intent.succeeded"}`, `{"object":"event","id":"evt_1","type":"refund.updated","data":null}`,
			`{"object":"event","type":"payment_intent.succeeded","data":{"object":{}}}`,
		} {
			s.API.With("Stripe-Signature", stripe.Sign([]byte(broken))).Do(t, "POST", webhookPath, broken).Require(t, 400, "malformed_json")
		}
		if got := s.payment(t, o); got.Text("status") != "unpaid" {
			t.Errorf("status: %s", got.Body)
		}
		log.RequireExactly(t)
	})
}

// Another amount, or as much of another currency, pays nothing, and is told.
func TestMoneyThatIsNotWhatWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		var asked intent
		if err := s.DB.Take(&asked).Error; err != nil {
			t.Fatal(err)
		}
		received := func(cents int64, currency string) []byte {
			return stripe.Event("payment_intent.succeeded", map[string]any{
				"id": atStripe["id"], "object": "payment_intent", "amount": 4990, "amount_received": cents, "currency": currency, "metadata": atStripe["metadata"],
			})
		}
		less := received(1, "eur")
		s.tell(t, less)
		s.tell(t, less)
		s.tell(t, received(4990, "usd"))
		told := events.PaymentMismatched{PaymentID: asked.PaymentID, OrderID: o.OrderID, ProviderID: *asked.ProviderID, Asked: 4990, Received: 1}
		inDollars := told
		inDollars.Received = 0
		log.RequireExactly(t, told, inDollars)
		if got := s.payment(t, o); got.Text("status") != "unpaid" {
			t.Errorf("status: %s", got.Body)
		}
		s.tell(t, s.stripe.Pay(atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid in full: %s", got.Body)
		}
	})
}

func TestWithoutAKeyThereIsNoCard(t *testing.T) {
	t.Parallel()
	moduletest.Each(t, func(p moduletest.Deps) module.Module { return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log}) }, func(t *testing.T, r *moduletest.Runner) {
		event := stripe.Event("payment_intent.succeeded", map[string]any{})
		r.API.With("Stripe-Signature", stripe.SignAt(event, "", clock.System().Now())).Do(t, "POST", webhookPath, event).Require(t, 404, "not_found")
	})
}

func TestAWebhookBeforeTheAnswer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.stripe.LoseAnswers(1)
		o := s.place(t, ordering.PaymentMethodCard, 4990)
		kit.Eventually(t, "the intent is made", func() error {
			if s.stripe.Intent(o.OrderID) == nil {
				return errors.New("it is not")
			}
			return nil
		})
		atStripe := s.stripe.Intent(o.OrderID)
		s.tell(t, s.stripe.Pay(atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid before its intent was known: %s", got.Body)
		}
		var known intent // so that the money can go back, even if no answer ever comes
		if err := s.DB.Take(&known).Error; err != nil || known.ProviderID == nil || *known.ProviderID != atStripe["id"] {
			t.Errorf("the intent: %+v, %v", known, err)
		}
		s.awaitSecret(t, o)
		if got, calls := s.payment(t, o), s.stripe.Calls(); got.Text("status") != "paid" || len(calls) != 1 {
			t.Errorf("%s after %v", got.Body, calls)
		}
	})
}

func TestTheProviderMayBeAway(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.stripe.Break(2)
		o := s.place(t, ordering.PaymentMethodCard, 4990)
		kit.Eventually(t, "a try fails", func() error {
			s.Clock.Advance(pauses[0])
			var tries int
			if err := s.DB.Model(&task{}).Where("order_id = ?", o.OrderID).Pluck("attempts", &tries).Error; err != nil || tries < 2 {
				return fmt.Errorf("%d tries, %v", tries, err)
			}
			return nil
		})
		s.buyer = s.AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer})
		kit.Eventually(t, "the intent is made", func() error {
			s.Clock.Advance(time.Second)
			if calls := s.stripe.Calls(); len(calls) != 1 {
				return fmt.Errorf("%v", calls)
			}
			return nil
		})
		s.awaitSecret(t, o)
	})
}

func TestAnIntentThatStripeRefusesFails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		o := s.place(t, ordering.PaymentMethodCard, 49) // Stripe takes 50 cents at least
		kit.Eventually(t, "the payment fails", func() error {
			if got := s.payment(t, o); got.Text("status") != "failed" {
				return fmt.Errorf("%s", got.Body)
			}
			return nil
		})
		if told := eventbustest.Of[events.PaymentFailed](log); len(told) != 1 || told[0].OrderID != o.OrderID {
			t.Errorf("announced %v", log.Names())
		}
	})
}

func TestACancelledOrderAsksForNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancel, o.OrderID, done)
		if atStripe := s.stripe.Intent(o.OrderID); atStripe["status"] != "canceled" {
			t.Errorf("the intent: %v", atStripe)
		}

		// Paid in the same moment: Stripe cancels nothing, and ordering hears of the money.
		late, atStripeLate := s.placeByCard(t, 1000)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripeLate)
		s.Publish(t, ordering.OrderCancelled{Order: late, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancel, late.OrderID, done)
		s.tell(t, event)
		if told := eventbustest.Of[events.PaymentReceived](log); len(told) != 1 || told[0].Amount != 1000 {
			t.Errorf("announced %v", log.Names())
		}
	})
}

// What ordering has heard of a refused card stays so when the intent is taken back.
func TestARefusedCardOfACancelledOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.tell(t, s.stripe.Refuse(atStripe))
		s.Publish(t, ordering.OrderPaymentFailed{Order: o, FailedAt: s.Clock.Now()}, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancel, o.OrderID, done)
		if got := s.payment(t, o); got.Text("status") != "failed" {
			t.Errorf("cancelled: %s", got.Body)
		}
		s.tell(t, s.stripe.Pay(atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid all the same: %s", got.Body)
		}
	})
}

// An admin has seen the money on the bank account: the card must not pay a second time.
func TestAnOrderThatIsPaidAnotherWayAsksForNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		s.awaitTask(t, taskCancel, o.OrderID, done)
		if atStripe := s.stripe.Intent(o.OrderID); atStripe["status"] != "canceled" || s.payment(t, o).Text("status") != "paid" {
			t.Errorf("the intent: %v", atStripe)
		}
		byCard, atStripe := s.placeByCard(t, 1000)
		s.tell(t, s.stripe.Pay(atStripe))
		s.Publish(t, ordering.OrderPaid{Order: byCard, PaidAt: s.Clock.Now()})
		var cancels int64
		if err := s.DB.Model(&task{}).Where("kind = ? AND order_id = ?", taskCancel, byCard.OrderID).Count(&cancels).Error; err != nil || cancels != 0 {
			t.Errorf("%d tasks to cancel what was paid by card, %v", cancels, err)
		}

		twice, atStripe := s.placeByCard(t, 2000)
		event := s.stripe.Pay(atStripe)
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, ordering.OrderPaid{Order: twice, PaidAt: s.Clock.Now()})
		s.tell(t, event)
		if told := eventbustest.Of[events.PaymentMismatched](log); len(told) != 1 || told[0].OrderID != twice.OrderID || told[0].Asked != 0 || told[0].Received != 2000 {
			t.Errorf("paid twice: %v", log.Names())
		}
	})
}

func TestAdminsSeeWhatTheProviderDidNotDo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/payments/tasks"
		admin, _ := s.As(t, auth.RoleAdmin)
		refused := s.place(t, ordering.PaymentMethodCard, 49)
		s.awaitTask(t, taskIntent, refused.OrderID, failed)
		o, _ := s.placeByCard(t, 4990)
		var all struct {
			Data []taskView
			Meta struct{ Total int }
		}
		admin.Do(t, "GET", path, nil).Require(t, 200).Decode(t, &all)
		if all.Meta.Total != 2 || all.Data[0].OrderID != o.OrderID || all.Data[0].Status != done || all.Data[0].LastError != nil || all.Data[1].Kind != taskIntent {
			t.Errorf("tasks: %+v", all)
		}
		got := admin.Do(t, "GET", path+"?status=failed", nil).Require(t, 200)
		if got.Number("meta.total") != 1 || got.Text("data.0.orderId") != refused.OrderID || !strings.Contains(got.Text("data.0.lastError"), "amount_too_small") ||
			strings.Contains(string(got.Body), stripe.Key) {
			t.Errorf("failed: %s", got.Body)
		}
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		s.buyer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for query, want := range map[string]string{"?status=lost": "?status not_allowed", "?page=0": "?page out_of_range", "?limit=101": "?limit out_of_range"} {
			if got := admin.Do(t, "GET", path+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
}

func (s *setup) awaitTask(t *testing.T, kind, subjectID, status string) task {
	t.Helper()
	var found task
	kit.Eventually(t, "the task "+kind+" is "+status, func() error {
		err := s.DB.Where("kind = ? AND subject_id = ?", kind, subjectID).Take(&found).Error
		if err == nil && found.Status != status {
			err = fmt.Errorf("it is %s", found.Status)
		}
		return err
	})
	return found
}

func TestRefunds(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.tell(t, s.stripe.Pay(atStripe))
		log := eventbustest.Record(t, s.DB)
		ask := func(cents int64) ordering.RefundRequested {
			e := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: cents, Reason: "It was broken."}
			s.Publish(t, e)
			return e
		}

		s.stripe.LoseAnswers(1) // and the money goes back once
		now := ask(1000)
		s.awaitTask(t, taskRefund, now.RefundID, done)
		s.stripe.SlowBank()
		later, never := ask(2000), ask(500)
		s.awaitTask(t, taskRefund, later.RefundID, done)
		s.awaitTask(t, taskRefund, never.RefundID, done)
		s.tell(t, s.stripe.SettleRefund(s.stripe.Refund(later.RefundID), "succeeded"))
		s.tell(t, s.stripe.SettleRefund(s.stripe.Refund(never.RefundID), "failed"))
		s.tell(t, s.stripe.SettleRefund(s.stripe.Refund(never.RefundID), "succeeded")) // late news
		s.tell(t, s.stripe.SettleRefund(s.stripe.Refund(later.RefundID), "failed"))    // the bank sent it back
		tooMuch := ask(9999)
		refused := s.awaitTask(t, taskRefund, tooMuch.RefundID, failed)

		log.RequireExactly(t, now, events.RefundConfirmed{RefundID: now.RefundID, OrderID: o.OrderID, Amount: 1000}, later, never,
			events.RefundConfirmed{RefundID: later.RefundID, OrderID: o.OrderID, Amount: 2000},
			events.RefundFailed{RefundID: never.RefundID, OrderID: o.OrderID, Amount: 500, Reason: "expired_or_canceled_card"},
			events.RefundFailed{RefundID: later.RefundID, OrderID: o.OrderID, Amount: 2000, Reason: "expired_or_canceled_card"},
			tooMuch, events.RefundFailed{RefundID: tooMuch.RefundID, OrderID: o.OrderID, Amount: 9999, Reason: *refused.LastError})
		if !strings.Contains(*refused.LastError, "amount_too_large") || strings.Contains(*refused.LastError, stripe.Key) {
			t.Errorf("why: %s", *refused.LastError)
		}
		if calls := s.stripe.Calls(); len(calls) != 4 {
			t.Errorf("calls: %v", calls)
		}

		byBank := s.place(t, "bank_transfer", 100)
		s.Publish(t, ordering.RefundRequested{Order: byBank, RefundID: id.New(), Amount: 100})
		var refunds int64
		if err := s.DB.Model(&refund{}).Where("order_id = ?", byBank.OrderID).Count(&refunds).Error; err != nil || refunds != 0 {
			t.Errorf("a transfer went back by card: %d, %v", refunds, err)
		}
	})
}

func TestExportAndErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		exported := func() string {
			t.Helper()
			all, err := s.Module.Export(t.Context(), s.DB, s.userID)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
		if got, want := exported(), fmt.Sprintf(`[{"orderId":%q,"method":"card","status":"unpaid","total":49.9}]`, o.OrderID); got != want {
			t.Errorf("export: %s, want %s", got, want)
		}
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("jana@lindner.example"), ErasedAt: clock.System().Now()})
		if got := exported(); got != "[]" {
			t.Errorf("after the erasure: %s", got)
		}
		log := eventbustest.Record(t, s.DB)
		s.tell(t, s.stripe.Pay(atStripe)) // money is money
		if told := eventbustest.Of[events.PaymentReceived](log); len(told) != 1 {
			t.Errorf("announced %v", log.Names())
		}
		late := ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: s.userID, Locale: "en", PaymentMethod: ordering.PaymentMethodCard, Total: 100} // its personal fields are blank by now
		s.Publish(t, ordering.OrderPlaced{Order: late, PaymentStatus: ordering.PaymentStatusUnpaid, PlacedAt: s.Clock.Now()})
		s.awaitTask(t, taskIntent, late.OrderID, done)
		if got := exported(); got != "[]" {
			t.Errorf("after a late event: %s", got)
		}
		var secrets int64
		if err := s.DB.Model(&intent{}).Where("client_secret IS NOT NULL OR user_id IS NOT NULL").Count(&secrets).Error; err != nil || secrets != 0 {
			t.Errorf("%d intents are still somebody's, %v", secrets, err)
		}
	})
}
