package webhooks

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// queue queues n deliveries to an endpoint, about a user.
func (s *setup) queue(t *testing.T, endpointID, userID string, n int) {
	t.Helper()
	s.queueUntil(t, endpointID, userID, n, s.Clock.Now())
}

// queueUntil queues deliveries that wait until a time.
func (s *setup) queueUntil(t *testing.T, endpointID, userID string, n int, due time.Time) {
	t.Helper()
	all := make([]delivery, n)
	for i := range all {
		e := arrivedEvent{id: id.New(), key: id.New(), name: "ordering.order_paid.v1", subject: userID, seq: int64(1000 + i)}
		all[i] = newDelivery(endpointID, e, s.Clock.Now())
		all[i].DueAt = due
	}
	if err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return insertDeliveries(tx, all) }); err != nil {
		t.Fatal(err)
	}
}

// A deleted endpoint is gone at once. Its deliveries are deleted in batches, whose number does not
// matter to the request, and its row with the last of them.
func TestDeletedInBatches(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		userID, other := id.New(), w.endpoint(t, hook, "catalog.*").Text("id")
		w.queue(t, other, userID, 3)
		w.queue(t, w.endpointID, userID, 2*purgeBatch)
		w.admin.Do(t, "DELETE", path+"/"+w.endpointID, nil).Require(t, 204)
		w.requireGone(t, userID, other)
		left := func() int { t.Helper(); return len(w.deliveries(t, w.endpointID)) }
		if n := left(); n != 2*purgeBatch+2 {
			t.Errorf("the request has left %d deliveries", n)
		}
		err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) error {
			_, more, err := purgeNext(tx, w.endpointID, "")
			if err == nil && !more {
				err = errors.New("nothing is left")
			}
			return err
		})
		if n := left(); err != nil || n != purgeBatch+2 {
			t.Errorf("a batch has left %d deliveries, %v", n, err)
		}
		// Another process goes on where that one died.
		if err := w.d.purgeDeleted(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ids, err := deletedEndpoints(w.DB.WithContext(t.Context())); err != nil || len(ids) != 0 || left() != 0 {
			t.Errorf("%d deliveries are left, endpoints %v, %v", left(), ids, err)
		}
		if n := len(w.deliveries(t, other)); n != 3 {
			t.Errorf("the other endpoint has %d deliveries", n)
		}
	})
}

// requireGone requires that no caller finds the deleted endpoint, or a delivery to it, beside the
// three of another, and that no event comes for it.
func (w *steps) requireGone(t *testing.T, userID, other string) {
	t.Helper()
	one := path + "/" + w.endpointID
	w.admin.Do(t, "GET", one, nil).Require(t, 404, "not_found")
	w.admin.Do(t, "PATCH", one, body{"enabled": true}).Require(t, 404, "not_found")
	w.admin.Do(t, "POST", one+"/rotate-secret", nil).Require(t, 404, "not_found")
	w.admin.Do(t, "POST", one+"/test", nil).Require(t, 404, "not_found")
	w.admin.Do(t, "DELETE", one, nil).Require(t, 404, "not_found")
	from := w.Clock.Now().AddDate(0, 0, -1)
	w.admin.Do(t, "POST", replays, body{"endpointId": w.endpointID, "from": from}).Require(t, 422, "validation_failed")
	left := w.deliveries(t, w.endpointID)
	w.admin.Do(t, "GET", path+"/deliveries/"+left[0].ID, nil).Require(t, 404, "not_found")
	w.admin.Do(t, "POST", path+"/deliveries/"+left[0].ID+"/redeliver", nil).Require(t, 404, "not_found")
	for query, want := range map[string]float64{"": 3, "?endpointId=" + w.endpointID: 0, "?endpointId=" + other: 3} {
		if got := w.admin.Do(t, "GET", path+"/deliveries"+query, nil).Require(t, 200); got.Number("meta.total") != want {
			t.Errorf("%s: %v deliveries", query, got.At("meta"))
		}
	}
	if got := w.admin.Do(t, "GET", path, nil).Require(t, 200); got.Number("meta.total") != 1 || got.Text("data.0.id") != other {
		t.Errorf("endpoints: %s", got.Body)
	}
	if n := strings.Count(w.Exported(t, userID), "ordering.order_paid.v1"); n != 3 {
		t.Errorf("the export has %d deliveries", n)
	}
	w.Publish(t, paid(w.key))
	if n := len(w.deliveries(t, w.endpointID)); n != len(left) {
		t.Errorf("%d deliveries were made since", n-len(left))
	}
	readings, err := w.d.readGauges(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if r.Gauge == pendingGauge && r.Value != 3 {
			t.Errorf("%v deliveries wait", r.Value)
		}
	}
}

// What is deleted is deleted soon, without a restart.
func TestDeletionIsFinished(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		endpointID := s.endpoint(t, hook, "catalog.*").Text("id")
		s.queue(t, endpointID, id.New(), 3)
		s.admin.Do(t, "DELETE", path+"/"+endpointID, nil).Require(t, 204)
		kit.Eventually(t, "nothing is left", func() error {
			ids, err := deletedEndpoints(s.DB.WithContext(t.Context()))
			if n := len(s.deliveries(t, endpointID)); err == nil && n+len(ids) > 0 {
				err = fmt.Errorf("%d deliveries", n)
			}
			return err
		})
	})
}

// A delivery that is written by a transaction that has not seen the deletion goes too. SQLite has
// one writer.
func TestDeliveryBesideDeletion(t *testing.T) {
	t.Parallel()
	w := newSteps(t, moduletest.Postgres(t, idle))
	late := newDelivery(w.endpointID, arrivedEvent{id: id.New(), key: "k", name: "ordering.order_paid.v1"}, w.Clock.Now())
	release := w.hold(t, func(tx *gorm.DB) error { return insertDeliveries(tx, []delivery{late}) })
	w.admin.Do(t, "DELETE", path+"/"+w.endpointID, nil).Require(t, 204)
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		err = w.d.purgeDeleted(t.Context())
	}()
	w.awaitLock(t, done)
	release()
	<-done
	if n := len(w.deliveries(t, w.endpointID)); err != nil || n != 0 {
		t.Errorf("%d deliveries are left, %v", n, err)
	}
}
