package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// hook is a receiver of webhooks.
type hook struct {
	*httptest.Server
	mu      sync.Mutex
	bodies  map[string]string // by id of the event
	repeats int
	changed []string // ids that came with different bodies

	skip    int           // requests that are answered before one is held
	left    int           // requests to be held until reached is closed
	reached chan struct{} // nil: no request is held
	release chan struct{} // held requests wait for it
}

func startHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{bodies: map[string]string{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		h.CloseClientConnections() // ends the requests that are held
		h.Close()
	})
	return h
}

// hold keeps the answers of requests back after the first ones, as many as skip says. awaitHeld
// waits until n are held; release lets all go.
func (h *hook) hold(skip, n int) (awaitHeld func(t *testing.T), release func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	reached := make(chan struct{})
	h.skip, h.left, h.reached, h.release = skip, n, reached, make(chan struct{})
	awaitHeld = func(t *testing.T) {
		t.Helper()
		kit.Eventually(t, "requests are held", func() error {
			select {
			case <-reached:
				return nil
			default:
				return errors.New("too few")
			}
		})
	}
	return awaitHeld, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		close(h.release)
		h.reached, h.release = nil, nil
	}
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if held := h.note(string(body)); held != nil {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// note records a request and returns what its answer waits for, or nil.
func (h *hook) note(body string) (held <-chan struct{}) {
	var event struct{ ID string }
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := json.Unmarshal([]byte(body), &event); err != nil {
		h.changed = append(h.changed, body)
	}
	before, known := h.bodies[event.ID]
	h.bodies[event.ID] = body
	if known {
		h.repeats++
	}
	if known && before != body {
		h.changed = append(h.changed, event.ID)
	}
	if h.reached == nil {
		return nil
	}
	if h.skip > 0 {
		h.skip--
		return nil
	}
	if h.left--; h.left == 0 {
		close(h.reached)
	}
	return h.release
}

// The service is killed after receivers have got requests and before it has recorded that: each
// event arrives, what comes again has the same id and the same body, and at most 16 come again for
// each kill.
func TestKilledBetweenSendAndRecord(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		h := startHook(t)
		w.asAdmin().Do(t, "POST", "/v1/admin/webhooks", object{"url": h.URL, "events": []string{"catalog.brand_*"}}).Require(t, 201)
		kills := scaled(1, 50)
		for i := range kills {
			awaitHeld, release := h.hold(7, 1)
			for j := range 12 {
				w.asAdmin().Do(t, "POST", "/v1/brands", object{"name": fmt.Sprintf("Brand %d of %d", j, i)}).Require(t, 201)
			}
			awaitHeld(t)
			w.kills++
			w.replicas[0].Kill()
			release()
			if !*full {
				w.endClaims(t)
			}
			w.replicas[0].Start()
		}
		// What was under way when a process died is sent again when its claims have ended.
		kit.Within(t, 2*time.Minute, "every event has arrived and is recorded", func() error {
			if left := query[string](w, "SELECT id FROM webhooks_deliveries WHERE status <> 'delivered'"); len(left) > 0 {
				return fmt.Errorf("%d deliveries wait", len(left))
			}
			return h.missing(w)
		})
		if h.requireFewRepeats(t, kills) == 0 {
			t.Error("nothing was under way when the service was killed")
		}
	}, "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8")
}

// requireFewRepeats requires that what came again has the same body, and is at most what one
// process can have under way, for each kill. It returns how much came again.
func (h *hook) requireFewRepeats(t *testing.T, kills int) int {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	t.Logf("%d events, %d kills, %d repeats", len(h.bodies), kills, h.repeats)
	if len(h.changed) > 0 || h.repeats > kills*16 {
		t.Errorf("%d repeats after %d kills, with other bodies: %v", h.repeats, kills, h.changed)
	}
	return h.repeats
}

// Two replicas are killed in turn while events go to two endpoints, each time with requests under
// way: every event arrives at both.
func TestKilledReplicasDeliver(t *testing.T) {
	t.Parallel()
	w := pair(t, "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8")
	first, second := startHook(t), startHook(t)
	for _, h := range []*hook{first, second} {
		w.asAdmin().Do(t, "POST", "/v1/admin/webhooks", object{"url": h.URL, "events": []string{"catalog.brand_*"}}).Require(t, 201)
	}
	stop := w.saveBrands(t)
	kills := scaled(2, 50)
	for i := range kills {
		awaitHeld, release := first.hold(0, 20) // one process has 16 under way at most
		awaitHeld(t)
		w.kills++
		w.replicas[i%2].Kill()
		release()
		w.replicas[i%2].Start()
		if *full {
			<-time.After(time.Second)
		}
	}
	stop()
	kit.Within(t, 2*time.Minute, "every event has arrived everywhere and is recorded", func() error {
		if !*full { // what a process that lives has under way is recorded within moments
			w.endClaimsBefore(t, time.Now().Add(-5*time.Second))
		}
		if left := query[string](w, "SELECT id FROM webhooks_deliveries WHERE status <> 'delivered'"); len(left) > 0 {
			return fmt.Errorf("%d deliveries wait", len(left))
		}
		return errors.Join(first.missing(w), second.missing(w))
	})
	if first.requireFewRepeats(t, kills) == 0 {
		t.Error("nothing was under way when the replicas were killed")
	}
	second.requireFewRepeats(t, kills)
}

// saveBrands makes brands at all replicas until stop is called, which waits for what is under way.
func (w *world) saveBrands(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for i := range 2 * len(w.replicas) {
		writers.Go(func() {
			for ctx.Err() == nil {
				patience, done := context.WithTimeout(t.Context(), time.Minute)
				caller := w.at(i % len(w.replicas)).As(w.adminToken())
				_, _, err := mustSettle(patience, caller, "POST", "/v1/brands", object{"name": someone("brand")}, 201)
				done()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	return func() {
		cancel()
		writers.Wait()
	}
}

// endClaims ends the claims of a process that is dead, as half a minute would.
func (w *world) endClaims(t *testing.T) {
	t.Helper()
	if n := w.endClaimsBefore(t, time.Now().Add(time.Hour)); n == 0 {
		t.Fatal("nothing is claimed")
	}
}

// endClaimsBefore ends the claims that were made before a time, and returns how many. It changes
// one row at a time: a statement that locks several could wait for a worker that waits for it.
func (w *world) endClaimsBefore(t *testing.T, before time.Time) (n int64) {
	t.Helper()
	for _, id := range query[string](w, "SELECT id FROM webhooks_deliveries WHERE claim IS NOT NULL AND updated_at < ?", before.UTC()) {
		ended := w.db.WithContext(t.Context()).Exec("UPDATE webhooks_deliveries SET due_at = ? WHERE id = ? AND claim IS NOT NULL AND "+
			"updated_at < ?",
			time.Now().UTC().Add(-time.Second), id, before.UTC())
		if ended.Error != nil {
			t.Fatal(ended.Error)
		}
		n += ended.RowsAffected
	}
	return n
}

// missing returns an error while events have not arrived.
func (h *hook) missing(w *world) error {
	logged := query[string](w, "SELECT id FROM events WHERE name = 'catalog.brand_saved.v1'")
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range logged {
		if h.bodies[id] == "" {
			return fmt.Errorf("%d of %d events", len(h.bodies), len(logged))
		}
	}
	return nil
}
