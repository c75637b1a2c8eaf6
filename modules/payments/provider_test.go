package payments

import (
	"fmt"
	"testing"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// A card goes through Stripe, and each method that ordering takes to be a provider's has one.
func TestProvidersOfPaymentMethods(t *testing.T) {
	t.Parallel()
	for _, name := range ordering.PaymentMethod("").Values() {
		if method := ordering.PaymentMethod(name); method.ViaProvider() != (providerOf(method) != "") {
			t.Errorf("%s goes through %q", method, providerOf(method))
		}
	}
	if got := providerOf(ordering.PaymentMethodCard); got != providerStripe {
		t.Errorf("a card goes through %q", got)
	}
}

// A task or a reading of a provider that is not configured, any more or in this version, waits. It
// does not go to another provider.
func TestAProviderThatIsNotConfigured(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		calls := len(s.stripe.Calls())
		for _, model := range []any{&intent{}, &reading{}} {
			if err := s.DB.Model(model).Where("order_id = ?", o.OrderID).Update("provider", "other").Error; err != nil {
				t.Fatal(err)
			}
		}
		s.Clock.Advance(readAfter)
		s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		kit.Eventually(t, "both have failed", func() error {
			var waiting task
			var unread reading
			if err := s.DB.Take(&waiting, "order_id = ? AND kind = ?", o.OrderID, taskCancelIntent).Error; err != nil {
				return err
			}
			if err := s.DB.Take(&unread, "order_id = ?", o.OrderID).Error; err != nil {
				return err
			}
			for _, reason := range []*string{waiting.LastError, unread.LastError} {
				if reason == nil || *reason != `the provider "other" is not configured` || waiting.Status != taskQueued {
					return fmt.Errorf("the task: %+v, the reading: %+v", waiting, unread)
				}
			}
			return nil
		})
		if got := s.stripe.Calls()[calls:]; len(got) > 0 {
			t.Errorf("Stripe was called: %v", got)
		}
	})
}

// The order that a webhook names has an intent at another provider: the webhook is about no intent
// of ours, until that one's own answer says so. Ids of events count for their provider alone.
func TestWebhooksOfTwoProviders(t *testing.T) {
	t.Parallel()
	moduletest.Each(t, withoutProvider, func(t *testing.T, r *moduletest.Runner) {
		now, orderID := r.Clock.Now(), id.New()
		wanted := intent{
			OrderID: orderID, PaymentID: id.New(), Provider: "other", Amount: 4990, Status: intentWanted, CreatedAt: now,
		}
		w := webhookEvent{EventID: "1", Kind: "paid", IntentID: "intent", OrderID: orderID}
		var found []reading
		if _, err := insertIntent(r.DB, wanted); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{providerStripe, "other", "other"} {
			err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
				return applyWebhook(tx, taskQueue{}, name, w, now)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		err := r.DB.Find(&found).Error
		if err != nil || len(found) != 1 || found[0].Provider != "other" || found[0].Asked != 0 {
			t.Errorf("readings: %+v, %v", found, err)
		}
	})
}

// withoutProvider is the module without a configured provider: no worker of one runs.
func withoutProvider(p moduletest.Deps) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies})
}
