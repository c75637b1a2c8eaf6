package payments

import (
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestRetryTask(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/payments/tasks"
		admin, adminID := s.As(t, auth.RoleAdmin)
		refused := s.place(t, ordering.PaymentMethodCard, 49)
		first := s.awaitTask(t, taskCreateIntent, refused.OrderID, taskFailed)
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		tooMuch := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: 9999}
		s.Publish(t, tooMuch)
		refund := s.awaitTask(t, taskRefund, tooMuch.RefundID, taskFailed)
		done := s.awaitTask(t, taskCreateIntent, o.OrderID, taskDone)

		s.API.Do(t, "POST", path+"/"+first.ID+"/retry", nil).Require(t, 401, "unauthenticated")
		s.buyer.Do(t, "POST", path+"/"+first.ID+"/retry", nil).Require(t, 403, "forbidden")
		admin.Do(t, "POST", path+"/"+id.New()+"/retry", nil).Require(t, 404, "not_found")
		admin.Do(t, "POST", path+"/1/retry", nil).Require(t, 404, "not_found")
		admin.Do(t, "POST", path+"/"+done.ID+"/retry", nil).Require(t, 409, "invalid_transition")
		admin.Do(t, "POST", path+"/"+refund.ID+"/retry", nil).Require(t, 409, "invalid_transition")

		log := eventbustest.Record(t, s.DB)
		calls := len(s.stripe.Calls())
		got := admin.Do(t, "POST", path+"/"+first.ID+"/retry", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"id": first.ID, "status": "queued", "attempts": 0, "lastError": nil})
		s.awaitTask(t, taskCreateIntent, refused.OrderID, taskFailed)
		log.RequireExactly(t, events.TaskRetried{TaskID: first.ID, OrderID: refused.OrderID, Kind: "intent"})
		if entry := log.Entries()[0]; entry.Actor != "user:"+adminID {
			t.Errorf("by %s", entry.Actor)
		}
		if n := len(s.stripe.Calls()); n != calls {
			t.Errorf("a refused call has an effect: %v", s.stripe.Calls())
		}

		found := admin.Do(t, "GET", path+"?orderId="+o.OrderID, nil).Require(t, 200)
		found.RequireFields(t, kit.Fields{"meta.total": 2, "data.0.id": refund.ID, "data.1.id": done.ID})
		admin.Do(t, "GET", path+"?status=done&orderId="+o.OrderID, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"meta.total": 1, "data.0.id": done.ID})
		if got := admin.Do(t, "GET", path+"?orderId=x", nil).Require(t, 422).Pointers(); len(got) != 1 || got[0] != "?orderId bad_format" {
			t.Errorf("%v", got)
		}
	})
}

// Which tasks can be tried again, and what they are then.
func TestRetryOfTaskStates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	later, earlier, claim, reason := now.Add(time.Minute), now.Add(-time.Minute), "a", "away"
	for name, row := range map[string]struct {
		task    task
		intent  intentStatus
		refused bool
		due     time.Time
	}{
		"done":                         {task{Kind: taskCancelIntent, Status: taskDone}, intentCancelled, true, time.Time{}},
		"waiting":                      {task{Kind: taskRefund, Status: taskQueued, DueAt: later}, intentSucceeded, false, now},
		"under way":                    {task{Kind: taskRefund, Status: taskQueued, DueAt: later, Claim: &claim}, intentSucceeded, false, later},
		"left by a worker that died":   {task{Kind: taskRefund, Status: taskQueued, DueAt: earlier, Claim: &claim}, intentSucceeded, false, now},
		"a refund that failed":         {task{Kind: taskRefund, Status: taskFailed}, intentSucceeded, true, time.Time{}},
		"a cancellation that failed":   {task{Kind: taskCancelIntent, Status: taskFailed}, intentOpen, false, now},
		"an intent that failed":        {task{Kind: taskCreateIntent, Status: taskFailed}, intentFailed, false, now},
		"an intent of a cancelled one": {task{Kind: taskCreateIntent, Status: taskFailed}, intentCancelled, true, time.Time{}},
		"an intent of a paid one":      {task{Kind: taskCreateIntent, Status: taskFailed}, intentSucceeded, true, time.Time{}},
	} {
		got, until := row.task, now.Add(retryPeriod)
		if got.Attempts, got.LastError, got.GiveUpAt = 3, &reason, later; got.Kind == taskRefund {
			until = later // the provider may forget the key after that
		}
		err := got.retry(intent{Status: row.intent}, now)
		switch {
		case row.refused != fault.Is(err, fault.InvalidTransition):
			t.Errorf("%s: %v", name, err)
		case err == nil && (got.Status != taskQueued || !got.DueAt.Equal(row.due)):
			t.Errorf("%s: %+v", name, got)
		case err == nil && row.due.Equal(now) && (got.Attempts != 0 || got.LastError != nil || got.Claim != nil ||
			!got.GiveUpAt.Equal(until)):
			t.Errorf("%s: %+v", name, got)
		}
	}
}
