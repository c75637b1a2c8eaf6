package faults

import (
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

	left    int           // requests until reached is closed
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

// hold keeps the answers of requests back from the n-th on. reached is closed then; release lets
// all go.
func (h *hook) hold(n int) (reached <-chan struct{}, release func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.left, h.reached, h.release = n, make(chan struct{}), make(chan struct{})
	return h.reached, func() {
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
	if h.left--; h.left == 0 {
		close(h.reached)
	}
	if h.left > 0 {
		return nil
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
			reached, release := h.hold(8)
			for j := range 12 {
				w.asAdmin().Do(t, "POST", "/v1/brands", object{"name": fmt.Sprintf("Brand %d of %d", j, i)}).Require(t, 201)
			}
			kit.Eventually(t, "requests are held", func() error {
				select {
				case <-reached:
					return nil
				default:
					return errors.New("too few")
				}
			})
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
		h.mu.Lock()
		defer h.mu.Unlock()
		t.Logf("%d events, %d kills, %d repeats", len(h.bodies), kills, h.repeats)
		if len(h.changed) > 0 || h.repeats == 0 || h.repeats > kills*16 {
			t.Errorf("%d repeats after %d kills, with other bodies: %v", h.repeats, kills, h.changed)
		}
	}, "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8")
}

// endClaims ends the claims of a process that is dead, as half a minute would.
func (w *world) endClaims(t *testing.T) {
	t.Helper()
	ended := w.db.WithContext(t.Context()).Exec("UPDATE webhooks_deliveries SET due_at = ? WHERE claim IS NOT NULL", time.Now().UTC().Add(-time.Second))
	if ended.Error != nil || ended.RowsAffected == 0 {
		t.Fatalf("%d claims: %v", ended.RowsAffected, ended.Error)
	}
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
