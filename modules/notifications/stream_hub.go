package notifications

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// maxStreams is how many streams one user may have open in one process: enough for several windows
// and devices.
const maxStreams = 5

// hub has the open streams of this process. It wakes them when a notification for their users is
// committed, here or in another replica.
type hub struct {
	db           *gorm.DB
	log          *zap.Logger
	heartbeat    time.Duration // between comments
	pollInterval time.Duration // between polls for notifications whose signal was lost

	mu      sync.Mutex
	streams map[string]map[*stream]struct{} // by user
}

func newHub(db *gorm.DB, log *zap.Logger) *hub {
	return &hub{
		db: db, log: log, heartbeat: heartbeat, pollInterval: time.Second, streams: map[string]map[*stream]struct{}{},
	}
}

// run wakes streams until ctx ends: at signals, and with one query a second for all streams,
// because signals may get lost. There is no query while there is no stream.
func (h *hub) run(ctx context.Context) error {
	defer database.Listen(h.db, topic, h.wake)()
	return background.Run(ctx, h.log,
		background.Job{Name: "wake streams that missed a signal", Every: h.pollInterval, Do: h.wakeBehind})
}

// open adds a stream of the user. It returns RateLimited when the user has too many.
func (h *hub) open(userID string) (*stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams[userID]) >= maxStreams {
		f := fault.New(fault.RateLimited, "There are too many open streams.")
		f.RetryAfter = heartbeat
		return nil, f
	}
	s := &stream{hub: h, userID: userID, wake: background.NewSignal()}
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

// wake wakes the streams of the user.
func (h *hub) wake(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams[userID] {
		s.wake.Send()
	}
}

// wakeBehind wakes the streams whose inboxes hold more than they have sent.
func (h *hub) wakeBehind(ctx context.Context) error {
	users := h.users()
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
				s.wake.Send()
			}
		}
	}
	return nil
}

// users are the users with an open stream.
func (h *hub) users() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.streams))
}
