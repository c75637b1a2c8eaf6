package notifications

import (
	"context"
	"sync/atomic"
	"time"

	"orderd/platform/background"
)

const (
	heartbeat = 15 * time.Second // between comments, which keep proxies from closing the connection
	batchSize = 100              // how many notifications a query of a stream reads at most
)

// sink is the client's end of a stream, an httpapi.Stream. An error means that the client is gone
// or reads too slowly.
type sink interface {
	Event(id int64, name string, data any) error
	Comment(text string) error
}

// stream sends one client the notifications of one inbox.
type stream struct {
	hub    *hub
	userID string
	sent   atomic.Int64      // the number of the last notification that was sent
	wake   background.Signal // there may be a notification that was not sent
}

// seek sets after which notification the stream begins: after the last one that the client has, or
// else after the newest. A number beyond the newest is none of this inbox, and counts as the
// newest.
func (s *stream) seek(ctx context.Context, lastSeen *int64) error {
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

// run sends what the inbox holds and what comes, with a comment at each heartbeat. It returns nil
// when ctx ends, and when allowed is false: it asks that at every step, at least once a second.
func (s *stream) run(ctx context.Context, to sink, allowed func() bool) error {
	beat := time.NewTicker(s.hub.heartbeat)
	defer beat.Stop()
	check := time.NewTicker(time.Second)
	defer check.Stop()

	if err := to.Comment("connected"); err != nil {
		return err
	}
	s.wake.Send()
	for allowed() {
		select {
		case <-ctx.Done():
			return nil
		case <-check.C:
		case <-s.wake:
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

// sendNew sends what the inbox holds after the last notification that was sent.
func (s *stream) sendNew(ctx context.Context, to sink) error {
	found, err := listAfter(s.hub.db.WithContext(ctx), s.userID, s.sent.Load(), batchSize)
	if err != nil {
		return err
	}
	for _, n := range found {
		if err := to.Event(n.Number, "notification", viewNotification(n)); err != nil {
			return err
		}
		s.sent.Store(n.Number)
	}
	if len(found) == batchSize {
		s.wake.Send()
	}
	return nil
}
