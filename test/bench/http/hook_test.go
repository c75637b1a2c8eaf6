package http

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
)

// hook is a receiver of webhooks that answers at once.
type hook struct {
	*httptest.Server
	mu    sync.Mutex
	away  bool
	times []time.Duration // of each request since the event's timestamp
}

func startHook(b testing.TB) *hook {
	b.Helper()
	h := &hook{}
	h.Server = httptest.NewServer(h)
	b.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := time.Now()
	var event struct{ Timestamp time.Time }
	err := json.NewDecoder(r.Body).Decode(&event)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil || h.away {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	h.times = append(h.times, now.Sub(event.Timestamp))
	w.WriteHeader(http.StatusNoContent)
}

func (h *hook) setAway(away bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = away
}

func (h *hook) reset() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.times = nil
}

func (h *hook) lags() []time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.times
}

// awaitCount waits until n requests have come.
func (h *hook) awaitCount(b testing.TB, n int) {
	b.Helper()
	kit.Within(b, time.Minute, fmt.Sprint(n, " requests"), func() error {
		if got := len(h.lags()); got < n {
			return fmt.Errorf("%d", got)
		}
		return nil
	})
}

// publishBrands publishes n events of different brands, as their module would.
func publishBrands(ctx context.Context, db *gorm.DB, n int) error {
	const batch = 500
	for ; n > 0; n -= batch {
		news := make([]eventbus.Event, min(n, batch))
		for i := range news {
			brandID := id.New()
			news[i] = catalog.BrandSaved{BrandID: brandID, Name: "Brand " + brandID, Slug: brandID, Created: true}
		}
		if err := database.InTx(ctx, db, func(tx *gorm.DB) error { return eventbus.Publish(ctx, tx, news...) }); err != nil {
			return err
		}
	}
	return nil
}
