package notifications

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	heartbeat = 15 * time.Second // between comments, which proxies take for life
	batchSize = 100              // what one query of a stream reads at most
)

// sink is the client's end of a stream, an httpapi.Stream. An error says that the client is gone or too slow.
type sink interface {
	Event(id int64, name string, data any) error
	Comment(text string) error
}

// stream sends one client what comes into one inbox.
type stream struct {
	hub    *hub
	userID string
	sent   atomic.Int64  // the number of the last notification that was sent
	woken  chan struct{} // holds one wake-up: any number of them mean one look
}

func (s *stream) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

// start says after which notification the stream begins: the one that the client saw last, or else the newest.
// A number beyond the newest is none that this inbox gave.
func (s *stream) start(ctx context.Context, lastSeen *int64) error {
	last, err := lastNumbers(s.hub.db.WithContext(ctx), s.userID)
	if err != nil {
		return err
	}
	from := last[s.userID]
	if lastSeen != nil {
		from = min(from, *lastSeen)
	}
	s.sent.Store(from)
	return nil
}

// run sends what there is and then what comes, with a comment every 15 s, while alive says that the caller may listen:
// it is asked at every step, once a second at least. It ends without an error when alive says no and when ctx ends.
func (s *stream) run(ctx context.Context, to sink, alive func() bool) error {
	beat := time.NewTicker(s.hub.beat)
	defer beat.Stop()
	check := time.NewTicker(time.Second)
	defer check.Stop()

	if err := to.Comment("connected"); err != nil {
		return err
	}
	s.wake()
	for alive() {
		select {
		case <-ctx.Done():
			return nil
		case <-check.C:
		case <-s.woken:
			if err := s.sendNew(ctx, to); err != nil {
				return err
			}
		case <-beat.C:
			if err := to.Comment("still here"); err != nil {
				return err
			}
		}
	}
	return nil
}

// sendNew sends what the inbox holds beyond what was sent.
func (s *stream) sendNew(ctx context.Context, to sink) error {
	items, err := after(s.hub.db.WithContext(ctx), s.userID, s.sent.Load(), batchSize)
	if err != nil {
		return err
	}
	for _, i := range items {
		if err := to.Event(i.Number, "notification", viewOf(i)); err != nil {
			return err
		}
		s.sent.Store(i.Number)
	}
	if len(items) == batchSize {
		s.wake()
	}
	return nil
}
