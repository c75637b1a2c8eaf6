package payments

import (
	"fmt"
	"testing"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestExportAndErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		if got, want := s.Exported(t, s.userID), fmt.Sprintf(`[{"orderId":%q,"method":"card","status":"unpaid","total":49.9,"type":null,"transfers":[]}]`,
			o.OrderID); got != want {
			t.Errorf("export: %s, want %s", got, want)
		}
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("jana@lindner.example"), ErasedAt: clock.System().Now()})
		if got := s.Exported(t, s.userID); got != "[]" {
			t.Errorf("after the erasure: %s", got)
		}
		log := eventbustest.Record(t, s.DB)
		s.sendWebhook(t, s.stripe.Pay(atStripe)) // an erased user's money still counts
		if published := eventbustest.Of[events.PaymentReceived](log); len(published) != 1 {
			t.Errorf("announced %v", log.Names())
		}
		// The event of an order that was placed before the erasure arrives with blank personal fields.
		late := ordering.Order{
			OrderID: id.New(), Number: "ORD-1", UserID: s.userID, Locale: "en", PaymentMethod: ordering.PaymentMethodCard, Total: 100,
		}
		s.Publish(t, ordering.OrderPlaced{Order: late, PaymentStatus: "unpaid", PlacedAt: s.Clock.Now()})
		s.awaitTask(t, taskCreateIntent, late.OrderID, taskDone)
		if got := s.Exported(t, s.userID); got != "[]" {
			t.Errorf("after a late event: %s", got)
		}
		var secrets int64
		if err := s.DB.Model(&intent{}).Where("client_secret IS NOT NULL OR user_id IS NOT NULL").Count(&secrets).Error; err != nil ||
			secrets != 0 {
			t.Errorf("%d intents still have a user, %v", secrets, err)
		}
	})
}
