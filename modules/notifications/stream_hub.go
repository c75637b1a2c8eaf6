package notifications

import (
	"context"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// maxStreams is how many streams one user may have open in one process: so many windows and devices are plausible.
const maxStreams = 5

// hub knows the open streams of this process and wakes them when something is committed for their users, here or in
// another replica.
type hub struct {
	db     *gorm.DB
	log    *zap.Logger
	beat   time.Duration // between comments
	safety time.Duration // between looks for what a lost signal would have told

	mu      sync.Mutex
	streams map[string]map[*stream]struct{} // by user
}

func newHub(db *gorm.DB, log *zap.Logger) *hub {
	return &hub{db: db, log: log, beat: heartbeat, safety: time.Second, streams: map[string]map[*stream]struct{}{}}
}

// run wakes streams until ctx ends. Signals may get lost, so that once a second one query for all streams looks whether any
// missed one; there is none while nobody is connected.
func (h *hub) run(ctx context.Context) error {
	defer database.Listen(h.db, signal, h.wake)()

	safety := time.NewTicker(h.safety)
	defer safety.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-safety.C:
			if err := h.wakeBehind(ctx); err != nil && ctx.Err() == nil {
				h.log.Warn("looking for streams that missed a signal failed", zap.Error(err))
			}
		}
	}
}

// open registers a stream of the user. RateLimited when the user has too many.
func (h *hub) open(userID string) (*stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams[userID]) >= maxStreams {
		f := fault.New(fault.RateLimited, "There are too many open streams.")
		f.RetryAfter = heartbeat
		return nil, f
	}
	s := &stream{hub: h, userID: userID, woken: make(chan struct{}, 1)}
	if h.streams[userID] == nil {
		h.streams[userID] = map[*stream]struct{}{}
	}
	h.streams[userID][s] = struct{}{}
	return s, nil
}

func (h *hub) close(s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams[s.userID], s)
	if len(h.streams[s.userID]) == 0 {
		delete(h.streams, s.userID)
	}
}

// wake makes the streams of the user look.
func (h *hub) wake(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams[userID] {
		s.wake()
	}
}

// wakeBehind wakes the streams whose inboxes hold more than they have sent.
func (h *hub) wakeBehind(ctx context.Context) error {
	users := h.connected()
	if len(users) == 0 {
		return nil
	}
	last, err := lastNumbers(h.db.WithContext(ctx), users...)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for userID, number := range last {
		for s := range h.streams[userID] {
			if s.sent.Load() < number {
				s.wake()
			}
		}
	}
	return nil
}

func (h *hub) connected() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	users := make([]string, 0, len(h.streams))
	for userID := range h.streams {
		users = append(users, userID)
	}
	return users
}
