package storefront

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.uber.org/zap"
)

// snapshot is what takes many calls to make: it is made by one request at a time, goes on when that
// one has gone, and is handed out until it is old. While it is made anew the former one is. What
// can't be made is tried again after snapshotPause, however many ask.
type snapshot[T any] struct {
	mu     sync.Mutex
	value  T
	at     time.Time     // when value was begun; zero: there is none
	ended  time.Time     // when it was last tried
	err    error         // of that
	making chan struct{} // closed at the end of the making that is under way, or nil
}

const (
	snapshotPause = 5 * time.Second
	snapshotTime  = 5 * time.Minute // a longer making is given up
)

// get is the value, at most so old unless it can't be made anew.
func (s *snapshot[T]) get(v *visit, age time.Duration, load func(context.Context) (T, error)) (T, error) {
	ctx, now := v.r.Context(), v.site.clock.Now()
	s.mu.Lock()
	isOld := s.at.IsZero() || now.Sub(s.at) >= age
	if isOld && s.making == nil && (s.err == nil || now.Sub(s.ended) >= snapshotPause) {
		s.making = s.begin(context.WithoutCancel(ctx), v.site, load)
	}
	value, is, err, making := s.value, !s.at.IsZero(), s.err, s.making
	s.mu.Unlock()
	switch {
	case is:
		return value, nil
	case making == nil:
		return value, err
	}
	select {
	case <-making:
	case <-ctx.Done():
		return value, fmt.Errorf("%w: it is being made: %w", errUnavailable, ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value, s.err
}

// begin makes the value beside the request. The caller holds the lock.
func (s *snapshot[T]) begin(ctx context.Context, of *site, load func(context.Context) (T, error)) chan struct{} {
	ended, begun := make(chan struct{}), of.clock.Now()
	go func() {
		defer close(ended)
		ctx, cancel := context.WithTimeout(ctx, snapshotTime)
		defer cancel()
		value, err := load(ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.making, s.ended, s.err = nil, of.clock.Now(), err
		if err != nil {
			of.log.Warn("a list of the shop can't be made", zap.Error(err))
			return
		}
		s.value, s.at = value, begun
	}()
	return ended
}
