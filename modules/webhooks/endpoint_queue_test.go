package webhooks

import (
	"net/http"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// count counts the deliveries of an endpoint that fit.
func (s *setup) count(t *testing.T, endpointID string, fits func(d delivery) bool) (n int) {
	t.Helper()
	for _, d := range s.deliveries(t, endpointID) {
		if fits(d) {
			n++
		}
	}
	return n
}

// finishNext changes the next deliveries of the endpoint.
func (w *steps) finishNext(t *testing.T) {
	t.Helper()
	err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) error {
		_, err := finishNext(tx, w.endpointID, w.Clock.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// requireBatches requires that n of the endpoint's deliveries have changed so far, another batch
// after another transaction, and all in the end.
func (w *steps) requireBatches(t *testing.T, n, all int, changed func(d delivery) bool) {
	t.Helper()
	if got := w.count(t, w.endpointID, changed); got != n {
		t.Errorf("at once %d have changed, want %d", got, n)
	}
	w.finishNext(t)
	if got := w.count(t, w.endpointID, changed); got != n+queueBatch {
		t.Errorf("then %d have changed, want %d", got, n+queueBatch)
	}
	for range 2 { // the second finds nothing to do
		if err := w.d.finishQueues(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := w.count(t, w.endpointID, changed); got != all {
			t.Errorf("in the end %d have changed, want %d", got, all)
		}
	}
	if ids, err := endpointsWithQueues(w.DB.WithContext(t.Context())); err != nil || len(ids) != 0 {
		t.Errorf("still to be done: %v, %v", ids, err)
	}
}

func isCancelled(d delivery) bool { return d.Status == deliveryCancelled }

// 410 cancels a long queue in batches. What is queued later waits.
func TestLongQueueIsCancelledInBatches(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		other := w.endpoint(t, hook, "catalog.*").Text("id")
		w.queue(t, other, id.New(), 3)
		w.queue(t, w.endpointID, id.New(), 3*queueBatch)
		first := w.batch(t, 1)
		w.batch(t, 0, w.ended(first[0], http.StatusGone))
		w.Clock.Advance(time.Second)
		w.queue(t, w.endpointID, id.New(), 2)
		w.requireBatches(t, 1+queueBatch, 2+3*queueBatch, isCancelled)
		if n := w.count(t, other, isCancelled); n != 0 {
			t.Errorf("%d deliveries to another endpoint are cancelled", n)
		}
	})
}

// An endpoint that answers 410 while its queue is being made due has nothing left to be done once
// the queue is cancelled.
func TestGoneWhileItsQueueIsMadeDue(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		w.queueUntil(t, w.endpointID, id.New(), 2*queueBatch, w.Clock.Now().Add(20*time.Hour))
		w.admin.Do(t, "PATCH", path+"/"+w.endpointID, body{"enabled": false}).Require(t, 200)
		w.admin.Do(t, "PATCH", path+"/"+w.endpointID, body{"enabled": true}).Require(t, 200)
		w.batch(t, 0, w.ended(w.batch(t, 1)[0], http.StatusGone))
		if err := w.d.finishQueues(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ids, err := endpointsWithQueues(w.DB.WithContext(t.Context())); err != nil || len(ids) != 0 {
			t.Errorf("still to be done: %v, %v", ids, err)
		}
	})
}

// An endpoint that is enabled again, or answers after failures, gets a long queue at once, which
// takes several transactions. A delivery that fails meanwhile waits for its next attempt.
func TestLongQueueIsMadeDueInBatches(t *testing.T) {
	for name, back := range map[string]func(t *testing.T, w *steps){
		"enabled": func(t *testing.T, w *steps) {
			w.admin.Do(t, "PATCH", path+"/"+w.endpointID, body{"enabled": false}).Require(t, 200)
			w.admin.Do(t, "PATCH", path+"/"+w.endpointID, body{"enabled": true}).Require(t, 200)
		},
		"recovered": func(t *testing.T, w *steps) {
			at := w.Clock.Now()
			w.exec(t, "UPDATE webhooks_endpoints SET failures = 3, failing_since = ?, next_probe_at = ? WHERE id = ?", at, at, w.endpointID)
			w.batch(t, 0, w.ended(one(t, w.batch(t, 1)), http.StatusNoContent))
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachStep(t, func(t *testing.T, w *steps) {
				due := w.Clock.Now().Add(20 * time.Hour)
				w.queueUntil(t, w.endpointID, id.New(), 3*queueBatch, due)
				back(t, w)
				w.Clock.Advance(time.Second)
				w.exec(t, "UPDATE webhooks_deliveries SET updated_at = ? WHERE seq = 1000 + ?", w.Clock.Now(), 3*queueBatch-1)
				w.requireBatches(t, queueBatch, 3*queueBatch-1, func(d delivery) bool {
					return d.Seq >= 1000 && d.DueAt.Before(due)
				})
			})
		})
	}
}

func (s *setup) exec(t *testing.T, statement string, values ...any) {
	t.Helper()
	if err := s.DB.WithContext(t.Context()).Exec(statement, values...).Error; err != nil {
		t.Fatal(err)
	}
}

// The rest of a long queue follows soon, without a restart.
func TestLongQueueIsFinished(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		gone := newReceiver(t, func(received) int { return http.StatusGone })
		goneID := s.endpoint(t, gone.URL, "ordering.*").Text("id")
		backID := s.admin.Do(t, "POST", path, body{"url": hook, "events": []string{"catalog.*"}, "enabled": false}).Require(t, 201).Text("id")
		due := s.Clock.Now().Add(20 * time.Hour)
		s.queueUntil(t, backID, id.New(), queueBatch+1, due)
		s.admin.Do(t, "PATCH", path+"/"+backID, body{"enabled": true}).Require(t, 200)
		s.awaitDeliveries(t, backID, queueBatch+1, "all are due", func(d delivery) bool { return d.DueAt.Before(due) })
		s.queueUntil(t, goneID, id.New(), queueBatch+10, due)
		s.Publish(t, paid(id.New()))
		s.awaitDeliveries(t, goneID, queueBatch+11, "all are cancelled", isCancelled)
	})
}
