package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// orderedHook is a receiver that notes what comes twice, out of order, or beside another of its
// key. It answers 503 until it is opened.
type orderedHook struct {
	*httptest.Server
	mu       sync.Mutex
	open     bool
	accepted map[string]int   // requests by id of the event
	flying   map[string]int   // requests under way by key
	last     map[string]int64 // seq by key
	faults   []string
}

func startOrderedHook(t *testing.T) *orderedHook {
	t.Helper()
	h := &orderedHook{accepted: map[string]int{}, flying: map[string]int{}, last: map[string]int64{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *orderedHook) setOpen() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = true
}

func (h *orderedHook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var event struct {
		ID, Key string
		Seq     int64
	}
	if err := json.NewDecoder(r.Body).Decode(&event); err != nil || !h.begin(event.ID, event.Key, event.Seq) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	<-time.After(20 * time.Millisecond) // so that requests are seen beside each other
	w.WriteHeader(http.StatusNoContent)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flying[event.Key]--
}

// begin is false while the receiver is not open.
func (h *orderedHook) begin(id, key string, seq int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.open {
		return false
	}
	h.accepted[id]++
	h.flying[key]++
	if h.flying[key] > 1 {
		h.faults = append(h.faults, fmt.Sprintf("two of %s at once", key))
	}
	if seq < h.last[key] {
		h.faults = append(h.faults, fmt.Sprintf("%d of %s after %d", seq, key, h.last[key]))
	}
	h.last[key] = seq
	return true
}

// counts are the events that were accepted, and the requests.
func (h *orderedHook) counts() (events, requests int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, n := range h.accepted {
		requests += n
	}
	return len(h.accepted), requests
}

// A queue that has grown while its endpoint was away is sent by two replicas, of which one stops
// meanwhile: everything arrives, nothing is sent by both at once, no key is out of order, and the
// stop takes at most 15 s. No process holds more of the queue than it sends.
func TestQueueOfTwoReplicas(t *testing.T) {
	t.Parallel()
	w := pair(t, "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8")
	h := startOrderedHook(t)
	endpoint := "/v1/admin/webhooks/" + w.asAdmin().Do(t, "POST", "/v1/admin/webhooks",
		object{"url": h.URL, "events": []string{"catalog.brand_*"}}).Require(t, 201).Text("id")
	brands, saves := scaled(60, 200), scaled(4, 50)
	total := brands * saves
	token := w.adminToken()
	got := concurrently(w, brands, func(caller *kit.API) bool { return saveBrand(t, caller.As(token), saves) })
	if got[true] != brands {
		t.Fatalf("brands: %v", got)
	}
	w.awaitConsumers()
	h.setOpen()
	for _, enabled := range []bool{false, true} { // enabled anew, it is not probed first
		w.asAdmin().Do(t, "PATCH", endpoint, object{"enabled": enabled}).Require(t, 200)
	}
	checkMemory := w.watchQueueMemory(t)
	kit.Within(t, 2*time.Minute, "a third has arrived", func() error {
		checkMemory()
		if events, _ := h.counts(); events < total/3 {
			return fmt.Errorf("%d of %d", events, total)
		}
		return nil
	})
	if err := w.replicas[1].Stop(); err != nil {
		t.Error(err)
	}
	kit.Within(t, 2*time.Minute, "the queue is empty", func() error {
		checkMemory()
		if left := w.number("SELECT count(*) FROM webhooks_deliveries WHERE status <> 'delivered'"); left > 0 {
			return fmt.Errorf("%d are left", left)
		}
		return nil
	})
	events, requests := h.counts()
	if events != total || requests > total+16 || len(h.faults) > 0 {
		t.Errorf("%d of %d events in %d requests: %v", events, total, requests, h.faults)
	}
}

// watchQueueMemory returns a function that requires that no more deliveries are claimed than the
// processes send at once, and that the heap of the first process is about what it is now: they hold
// nothing else of the queue.
func (w *world) watchQueueMemory(t *testing.T) (check func()) {
	t.Helper()
	const more = 16 << 20 // bytes
	before := w.heap(t)
	return func() {
		t.Helper()
		if n := w.number("SELECT count(*) FROM webhooks_deliveries WHERE claim IS NOT NULL"); n > 16*len(w.replicas) {
			t.Errorf("%d deliveries are claimed at once", n)
		}
		if now := w.heap(t); now > before+more {
			t.Errorf("the heap takes %d MiB, %d while the queue waited", now>>20, before>>20)
		}
	}
}

// saveBrand makes a brand and changes it, so that it is saved n times.
func saveBrand(t *testing.T, caller *kit.API, n int) bool {
	name := someone("brand")
	made, err := kit.Patiently(func() (kit.Answer, error) { return caller.Try("POST", "/v1/brands", object{"name": name}) })
	for i := 1; err == nil && made.Status < 300 && i < n; i++ {
		var changed kit.Answer
		changed, err = kit.Patiently(func() (kit.Answer, error) {
			return caller.Try("PATCH", "/v1/brands/"+made.Text("id"), object{"name": fmt.Sprint(name, i)})
		})
		if changed.Status != 200 {
			t.Errorf("save a brand: %d %s", changed.Status, changed.Body)
			return false
		}
	}
	if err != nil || made.Status != 201 {
		t.Errorf("save a brand: %v, %d %s", err, made.Status, made.Body)
		return false
	}
	return true
}
