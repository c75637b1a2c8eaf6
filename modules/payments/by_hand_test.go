package payments

import (
	"slices"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// Refunds that were made in the dashboard are published as a sum, so that repeats change nothing.
func TestRefundedInTheDashboard(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		log := eventbustest.Record(t, s.DB)
		first := s.stripe.RefundByHand(atStripe, 1000)
		s.sendWebhook(t, first)
		s.sendWebhook(t, first)
		s.stripe.RefundByHand(atStripe, 500) // its event is lost
		s.Clock.Advance(readAfter)
		s.awaitRead(t)
		var totals []int64
		for _, e := range eventbustest.Of[events.RefundedAtProvider](log) {
			totals = append(totals, e.Total)
		}
		if !slices.Equal(totals, []int64{1000, 1500}) || len(log.Names()) != 2 {
			t.Errorf("announced %v, for %s", log.Names(), o.OrderID)
		}
	})
}

// A refund that is requested after the money has gone back in the dashboard is settled by that, and
// counts once.
func TestARefundOfWhatIsRefunded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.awaitRead(t) // else it may find the refund before it is asked for
		event := s.stripe.RefundByHand(atStripe, 4990)
		log := eventbustest.Record(t, s.DB)
		asked := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: 4990}
		s.Publish(t, asked)
		s.awaitTask(t, taskRefund, asked.RefundID, taskDone)
		s.awaitRead(t)
		s.sendWebhook(t, event)
		confirmed := eventbustest.Of[events.RefundConfirmed](log)
		if len(confirmed) != 1 || confirmed[0].AtProvider == nil || *confirmed[0].AtProvider != 0 ||
			len(eventbustest.Of[events.RefundFailed](log)) > 0 {
			t.Errorf("announced %v", log.Names())
		}
		for _, e := range eventbustest.Of[events.RefundedAtProvider](log) {
			if e.Total != 0 {
				t.Errorf("it counts twice: %+v", e)
			}
		}
	})
}

func TestDisputes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		due := s.Clock.Now().Add(7 * 24 * time.Hour).UTC().Truncate(time.Second)
		lost, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		won, wonAtStripe := s.placeByCard(t, 1000)
		s.sendWebhook(t, s.stripe.Pay(wonAtStripe))
		log := eventbustest.Record(t, s.DB)
		opened := s.stripe.Dispute(atStripe, due)
		s.sendWebhook(t, opened)
		s.sendWebhook(t, s.stripe.Dispute(wonAtStripe, due))
		s.sendWebhook(t, s.stripe.CloseDispute(atStripe, "lost"))
		s.sendWebhook(t, opened) // late: what is true is read
		s.stripe.CloseDispute(wonAtStripe, "won")
		s.Clock.Advance(readAfter) // the event about its end is lost
		s.awaitRead(t)
		got := map[string][]events.DisputeStatus{}
		for _, e := range eventbustest.Of[events.DisputeChanged](log) {
			got[e.OrderID] = append(got[e.OrderID], e.Status)
			if e.DueAt == nil || !e.DueAt.Equal(due) {
				t.Errorf("due: %+v", e)
			}
		}
		if !slices.Equal(got[lost.OrderID], []events.DisputeStatus{"open", "lost"}) ||
			!slices.Equal(got[won.OrderID], []events.DisputeStatus{"open", "won"}) {
			t.Errorf("disputes: %v", got)
		}
		if back := eventbustest.Of[events.RefundedAtProvider](log); len(back) != 1 || back[0].OrderID != lost.OrderID || back[0].Total != 4990 {
			t.Errorf("money that was lost: %+v", back)
		}
	})
}
