package payments

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
	"orderd/test/kit/stripe"
)

const stripePath = "/v1/payments/webhooks/stripe"

func TestTheSameEventAtOnceCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		_, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripe)
		api := s.API.With("Stripe-Signature", stripe.Sign(event))
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return api.Try("POST", stripePath, event) })
				if err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		wg.Wait()
		s.awaitRead(t)
		if published := log.Names(); !slices.Equal(published, []string{"payments.payment_received.v1"}) {
			t.Errorf("announced %v", published)
		}
	})
}

func TestOnlyStripeMaySayThatMoneyCame(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		event := stripe.Event("payment_intent.succeeded", atStripe) // of an intent that is not paid
		now := clock.System().Now()
		for name, signature := range map[string]string{
			"none": "", "nonsense": "t=1,v1=00", "another secret": stripe.SignAt(event, "whsec_other", now),
			"too old": stripe.SignAt(event, stripe.Secret, now.Add(-time.Hour)), "of another body": stripe.Sign([]byte(`{}`)),
		} {
			if got := s.API.With("Stripe-Signature", signature).Do(t, "POST", stripePath, event); got.Status != 401 {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		no := `{"object":"nothing"}`
		s.API.With("Stripe-Signature", stripe.Sign([]byte(no))).Do(t, "POST", stripePath, no).Require(t, 401)
		s.API.Do(t, "POST", stripePath, `{`).Require(t, 400, "malformed_json")
		s.API.Do(t, "POST", stripePath, nil).Require(t, 401)

		foreign := map[string]any{
			"id": "pi_other", "object": "payment_intent", "amount": 4990, "amount_received": 4990, "currency": "eur",
			"metadata": atStripe["metadata"],
		}
		// Another intent with the order's metadata, and other intents on the same account.
		s.sendWebhook(t, stripe.Event("payment_intent.succeeded", foreign))
		foreign["id"], foreign["metadata"] = atStripe["id"], map[string]any{}
		s.sendWebhook(t, stripe.Event("payment_intent.succeeded", foreign))
		s.sendWebhook(t, stripe.Event("customer.created", map[string]any{"id": "cus_1", "object": "customer"}))
		for _, name := range []string{"", "1042", "a\x00b"} {
			foreign["metadata"] = map[string]any{"order_id": name}
			s.sendWebhook(t, stripe.Event("payment_intent.succeeded", foreign))
			s.sendWebhook(t, stripe.Event("refund.updated", map[string]any{
				"id": "re_1", "object": "refund", "status": "succeeded", "metadata": map[string]any{"refund_id": name},
			}))
		}
		for _, broken := range []string{
			`{"object":"event","id":"evt_1","type":"payment_intent.succeeded"}`,
			`{"object":"event","id":"evt_1","type":"refund.updated","data":null}`,
			`{"object":"event","type":"payment_intent.succeeded","data":{"object":{}}}`,
		} {
			s.API.With("Stripe-Signature", stripe.Sign([]byte(broken))).Do(t, "POST", stripePath, broken).Require(t, 400, "malformed_json")
		}
		if got := s.payment(t, o); got.Text("status") != "unpaid" {
			t.Errorf("status: %s", got.Body)
		}
		log.RequireExactly(t)
	})
}

func TestWithoutAKeyThereIsNoCard(t *testing.T) {
	t.Parallel()
	moduletest.Each(t, withoutProvider, func(t *testing.T, r *moduletest.Runner) {
		event := stripe.Event("payment_intent.succeeded", map[string]any{})
		r.API.With("Stripe-Signature", stripe.SignAt(event, "", clock.System().Now())).Do(t, "POST", stripePath, event).
			Require(t, 404, "not_found")
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
		s.sendWebhook(t, s.stripe.Pay(atStripe))
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
