package mailer

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

const (
	workers  = 3               // conversations at once
	poll     = time.Second     // how often the queue is looked at without a nudge
	farewell = 4 * time.Second // how long conversations may go on after the stop, and then their records
)

// probes are the pauses between attempts to reach a server that is away; the last one repeats.
var probes = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

// deliverer hands the letters of the queue to the mail server. Its fields belong to the goroutine of deliver.
type deliverer struct {
	*service
	talk, books context.Context // of conversations and of records: they outlive the stop
	idle        []*line         // connections without a letter
	busy        int             // letters under way
	results     chan result     // how they fared
	drained     bool            // nothing more was due when the queue was last looked at
	misses      int             // attempts to reach the server since the last that succeeded
	probeAt     time.Time       // when the next one is made, while misses > 0
	fails       int             // letters that were not taken since the last that was
}

// result is how a letter fared on a line.
type result struct {
	line *line
	err  error
}

// deliver sends letters until ctx ends; then the conversations under way come to their end.
func (s *service) deliver(ctx context.Context) error {
	talk, stopTalk := outlive(ctx, farewell)
	defer stopTalk()
	books, stopBooks := outlive(ctx, 2*farewell)
	defer stopBooks()
	d := deliverer{service: s, talk: talk, books: books, results: make(chan result)}
	for range workers {
		d.idle = append(d.idle, &line{server: s.server})
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		d.work(ctx)
		select {
		case <-s.queued:
			d.drained = false
		case <-tick.C:
			d.drained = false
			d.hangUp()
		case r := <-d.results:
			d.settle(ctx, r)
		case <-ctx.Done():
		}
	}
	for d.busy > 0 {
		d.settle(ctx, <-d.results)
	}
	d.hangUp()
	return nil
}

// outlive makes a context that ends so long after ctx, or when it is stopped.
func outlive(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return late, func() { stop(); cancel() }
}

// work gives every idle line a letter that is due.
func (d *deliverer) work(ctx context.Context) {
	if d.drained || len(d.idle) == 0 || d.misses > 0 && !d.probe(ctx) {
		return
	}
	letters, err := d.take(ctx, len(d.idle))
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("the mail queue can't be read", zap.Error(err))
	}
	d.drained = len(letters) < len(d.idle)
	for _, l := range letters {
		free := d.idle[len(d.idle)-1]
		d.idle = d.idle[:len(d.idle)-1]
		d.busy++
		go func() { d.results <- result{free, d.send(free, l)} }()
	}
}

// take claims letters that are due.
func (d *deliverer) take(ctx context.Context, limit int) (letters []letter, err error) {
	now := d.Clock.Now()
	ids, err := due(d.DB.WithContext(ctx), limit, now)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		letters, err = claim(tx, ids, now)
		return err
	})
	if err != nil {
		return nil, err // what was not committed may be another's by now, and what was comes due when its claim runs out
	}
	return letters, nil
}

// settle takes the line back and learns from the result.
func (d *deliverer) settle(ctx context.Context, r result) {
	d.busy--
	d.idle = append(d.idle, r.line)
	switch {
	case r.err == nil:
		recovered := d.misses > 0 || d.fails > workers
		d.misses, d.fails = 0, 0
		if recovered {
			d.hasten(ctx)
		}
	case errors.As(r.err, new(unreachable)):
		d.miss(r.err)
	case !errors.As(r.err, new(refused)):
		d.fails++
	}
}

// miss notes that the server could not be reached. Until it can, no letter is tried.
func (d *deliverer) miss(err error) {
	now := d.Clock.Now()
	if d.misses == 0 {
		d.Log.Warn("the mail server can't be reached; letters wait", zap.String("reason", d.server.reasonOf(err)))
	}
	if d.misses == 0 || !now.Before(d.probeAt) { // several lines miss the server at once
		d.misses++
		d.probeAt = now.Add(probes[min(d.misses, len(probes))-1])
	}
}

// probe tells whether the server is back, by a connection without a letter: what waits must not use up its attempts, and a
// single letter would be tried too rarely to notice soon.
func (d *deliverer) probe(ctx context.Context) bool {
	if d.busy > 0 || d.Clock.Now().Before(d.probeAt) {
		return false
	}
	line := d.idle[len(d.idle)-1]
	line.hangUp()
	if err := line.call(ctx); err != nil {
		d.miss(err)
		d.giveUp(ctx, err)
		return false
	}
	d.Log.Info("the mail server is back")
	d.misses, d.fails = 0, 0
	d.hasten(ctx)
	return true
}

// hasten makes everything that waits due, because the server takes letters again.
func (d *deliverer) hasten(ctx context.Context) {
	d.drained = false
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return hasten(tx, d.Clock.Now()) })
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("letters that wait could not be hastened", zap.Error(err)) // they come due by themselves
	}
}

func (d *deliverer) hangUp() {
	for _, l := range d.idle {
		l.hangUp()
	}
}
