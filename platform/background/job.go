package background

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"go.uber.org/zap"
)

// Job is work that is done at once and then every so often. Every replica does it, so it must be
// safe to do in several processes at the same time.
type Job struct {
	// Name says in the log what failed: "delete old emails".
	Name string
	// Every is the longest time between the beginnings of two runs. A run that takes longer is
	// followed by the next at once.
	Every time.Duration
	// Wake starts the next run early. nil never does.
	Wake Signal
	// Do does the work. An error is logged, and the next run tries again.
	Do func(ctx context.Context) error
}

// Run runs the jobs, each in its own goroutine, until ctx ends and the runs under way have
// returned. It returns nil, so that it can be the Run of a module.
func Run(ctx context.Context, log *zap.Logger, jobs ...Job) error {
	var all sync.WaitGroup
	for _, j := range jobs {
		all.Go(func() { j.repeat(ctx, log) })
	}
	all.Wait()
	return nil
}

func (j Job) repeat(ctx context.Context, log *zap.Logger) {
	for {
		next := time.NewTimer(jittered(j.Every))
		if err := j.Do(ctx); err != nil && ctx.Err() == nil {
			log.Warn("a periodic job failed; it is tried again", zap.String("job", j.Name), zap.Error(err))
		}
		select {
		case <-ctx.Done():
			next.Stop()
			return
		case <-j.Wake:
			next.Stop()
		case <-next.C:
		}
	}
}

// jittered shortens d by up to a tenth, so that replicas that were started together do not do the
// same work at the same moment for ever.
func jittered(d time.Duration) time.Duration {
	return d - rand.N(d/10+1)
}
