package payments

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
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

// A refund counts as failed when its answer was lost and the provider was away until it was given
// up. That the provider had made it is found out then, so that the money is not sent twice.
func TestARefundThatWasGivenUpWasMade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		log := eventbustest.Record(t, s.DB)
		asked := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: 1000}
		s.stripe.LoseAnswers(100)
		s.Publish(t, asked)
		kit.Eventually(t, "the answer is lost", func() error {
			var lost int64
			err := s.DB.Model(&task{}).Where("subject_id = ? AND last_error IS NOT NULL", asked.RefundID).Count(&lost).Error
			if err == nil && lost == 0 {
				err = errors.New("it is not")
			}
			return err
		})
		s.stripe.Leave(true)
		s.Clock.Advance(retryPeriod)
		s.awaitTask(t, taskRefund, asked.RefundID, taskFailed)
		s.stripe.Leave(false)
		s.Clock.Advance(time.Hour)
		s.awaitRead(t)
		s.Clock.Advance(24 * time.Hour) // it is read again
		s.awaitRead(t)
		found := eventbustest.Of[events.RefundedAtProvider](log)
		if len(found) != 1 || found[0].Total != 1000 || len(eventbustest.Of[events.RefundFailed](log)) != 1 ||
			len(eventbustest.Of[events.RefundConfirmed](log)) > 0 {
			t.Errorf("announced %v, %+v", log.Names(), found)
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

// A refund of a disputed payment waits until the bank has decided: it is sent when the dispute is
// won, and refused for good when it is lost.
func TestRefundsWaitForDisputes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		due := s.Clock.Now().Add(7 * 24 * time.Hour)
		refundOf := func(o ordering.Order, cents int64) ordering.RefundRequested {
			e := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: cents}
			s.Publish(t, e)
			return e
		}
		won, wonAtStripe := s.placeByCard(t, 4990)
		lost, lostAtStripe := s.placeByCard(t, 1000)
		for _, atStripe := range []stripe.Object{wonAtStripe, lostAtStripe} {
			s.sendWebhook(t, s.stripe.Pay(atStripe))
			s.sendWebhook(t, s.stripe.Dispute(atStripe, due))
		}
		log := eventbustest.Record(t, s.DB)
		sent, refused := refundOf(won, 4990), refundOf(lost, 1000)
		for _, r := range []ordering.RefundRequested{sent, refused} {
			kit.Eventually(t, "the refund waits", func() error {
				waiting, err := database.Take[task](s.DB.Where("subject_id = ?", r.RefundID))
				if err == nil && (waiting.Status != taskQueued || waiting.LastError == nil || !waiting.DueAt.After(s.Clock.Now())) {
					err = fmt.Errorf("it is %+v", waiting)
				}
				return err
			})
		}
		if late, failed, err := countLateAndFailed(s.DB, s.Clock.Now().Add(lateAfter+time.Minute)); late != 0 || failed != 0 || err != nil {
			t.Errorf("%d late, %d failed, %v", late, failed, err)
		}
		s.sendWebhook(t, s.stripe.CloseDispute(wonAtStripe, "won"))
		s.sendWebhook(t, s.stripe.CloseDispute(lostAtStripe, "lost"))
		s.awaitTask(t, taskRefund, sent.RefundID, taskDone)
		s.awaitTask(t, taskRefund, refused.RefundID, taskFailed)
		if done := eventbustest.Of[events.RefundConfirmed](log); len(done) != 1 || done[0].RefundID != sent.RefundID {
			t.Errorf("confirmed: %+v", done)
		}
		if failed := eventbustest.Of[events.RefundFailed](log); len(failed) != 1 || failed[0].RefundID != refused.RefundID {
			t.Errorf("failed: %+v", failed)
		}
	})
}
