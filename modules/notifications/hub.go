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
	db  *gorm.DB
	log *zap.Logger

	mu      sync.Mutex
	streams map[string]map[*stream]struct{} // by user
	stopped bool
}

func newHub(db *gorm.DB, log *zap.Logger) *hub {
	return &hub{db: db, log: log, streams: map[string]map[*stream]struct{}{}}
}

// run wakes streams until ctx ends, and then ends them. Signals may get lost, so that once a second one query looks
// whether any stream missed one; there is none while nobody is connected.
func (h *hub) run(ctx context.Context) error {
	defer h.stop()
	defer database.Listen(h.db, signal, h.wake)()

	safety := time.NewTicker(time.Second)
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

// open registers a stream of the user. RateLimited when the user has too many, Unavailable when the process is going down.
func (h *hub) open(userID string) (*stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped {
		return nil, fault.Busy(nil, database.Retry)
	}
	if len(h.streams[userID]) >= maxStreams {
		f := fault.New(fault.RateLimited, "There are too many open streams.")
		f.RetryAfter = heartbeat
		return nil, f
	}
	s := &stream{hub: h, userID: userID, woken: make(chan struct{}, 1), ended: make(chan struct{})}
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
	last, err := lastNumbers(h.db.WithContext(ctx), h.connected()...)
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

// stop ends all streams and lets none begin.
func (h *hub) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for _, streams := range h.streams {
		for s := range streams {
			close(s.ended)
		}
	}
}
