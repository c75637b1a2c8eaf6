package ordering

import (
	"context"
	"sync"
	"time"

	"go.uber.org/zap"
)

// job is something that is done again and again, by every replica at once: it must not mind.
type job struct {
	name  string
	every time.Duration
	do    func(ctx context.Context) error
}

func (s *service) jobs() []job {
	return []job{
		{"announce the stock", time.Second / 2, s.announceStock}, // copies are at most a second old, the way to them included
		{"cancel what was not paid in time", 10 * time.Second, s.cancelOverdue},
		{"end vouchers", time.Minute, s.expireVouchers},
		{"forget the carts of guests", time.Hour, s.forgetGuests},
	}
}

// run does the jobs until ctx ends. What fails is tried again at its next turn.
func (s *service) run(ctx context.Context) error {
	var all sync.WaitGroup
	for _, j := range s.jobs() {
		all.Go(func() {
			ticker := time.NewTicker(j.every)
			defer ticker.Stop()
			for {
				if err := j.do(ctx); err != nil && ctx.Err() == nil {
					s.Log.Warn("a job of ordering failed", zap.String("job", j.name), zap.Error(err))
				}
				select {
				case <-ctx.Done():
					return
				case <-ticker.C:
				}
			}
		})
	}
	all.Wait()
	return nil
}
