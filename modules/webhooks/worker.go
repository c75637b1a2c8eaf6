package webhooks

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/fault"
)

const (
	pollInterval = time.Second            // how often the queue is read when no wake-up comes
	retryPause   = 200 * time.Millisecond // after a transaction that failed
	farInterval  = time.Second            // between two looks at a whole queue
	// idlePause and busyPause are the least times between two transactions of a worker, while
	// nothing waits and while more does: they take what comes meanwhile together, so that a live
	// endpoint costs checkouts little.
	idlePause, busyPause = 20 * time.Millisecond, 5 * time.Millisecond
)

// deliverer sends the deliveries of all endpoints, each by a worker of its own: no endpoint waits
// for another.
type deliverer struct {
	Deps
	transport http.RoundTripper
	newcomers background.Signal // an endpoint without a worker has something to do
	replays   background.Signal // there is a replay
	deletions background.Signal // an endpoint was deleted
	queues    background.Signal // an attempt at an endpoint that is gone, or back, is over
	attempts  attemptMetrics

	mu      sync.Mutex
	workers map[string]*worker // by endpoint
}

// wake wakes the workers of endpoints.
func (d *deliverer) wake(endpointIDs []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, endpointID := range endpointIDs {
		if w := d.workers[endpointID]; w != nil {
			w.woken.Send()
		} else {
			d.newcomers.Send()
		}
	}
}

// wakeDue wakes the workers of the endpoints that have work, and starts those that are missing.
func (d *deliverer) wakeDue(ctx context.Context, workers *sync.WaitGroup) error {
	ids, err := endpointsWithWork(d.DB.WithContext(ctx), d.Clock.Now())
	for _, endpointID := range ids {
		d.workerOf(ctx, endpointID, workers).woken.Send()
	}
	return err
}

// workerOf returns the worker of an endpoint, and starts it when there is none.
func (d *deliverer) workerOf(ctx context.Context, endpointID string, workers *sync.WaitGroup) *worker {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.workers[endpointID]
	if w == nil {
		w = &worker{
			deliverer: d, endpointID: endpointID, woken: background.NewSignal(),
			sending: map[string]bool{}, results: make(chan outcome, d.Config.Concurrency),
		}
		d.workers[endpointID] = w
		workers.Go(func() { w.run(ctx) })
	}
	return w
}

func (d *deliverer) forget(endpointID string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.workers, endpointID)
}

// worker sends the deliveries of one endpoint. Its fields belong to the goroutine of run.
type worker struct {
	*deliverer
	endpointID string
	woken      background.Signal
	results    chan outcome    // one for each attempt
	sending    map[string]bool // ids of the deliveries whose attempts are under way
	finished   []outcome       // whose results are not saved yet
	backlog    bool            // the last claim was a full one: more may wait
	nextFar    time.Time       // when the whole queue is looked at next
	sendCtx    context.Context // of attempts (background.Grace)
	recordCtx  context.Context // of transactions
}

// run works until ctx ends or the endpoint is deleted.
func (w *worker) run(ctx context.Context) {
	var stop context.CancelFunc
	w.sendCtx, w.recordCtx, stop = background.Grace(ctx)
	defer stop()
	again, rested := time.NewTimer(retryPause), time.NewTimer(0)
	defer again.Stop()
	defer rested.Stop()
	for ctx.Err() == nil {
		select {
		case <-w.woken:
		case o := <-w.results:
			w.finish(o)
		case <-again.C:
			if len(w.finished) == 0 {
				continue
			}
		case <-ctx.Done():
			continue
		}
		w.rest(ctx, rested)
		w.finishAll()
		err := w.step(ctx)
		rested.Reset(w.pause())
		if fault.Is(err, fault.NotFound) {
			break // its deliveries go with it
		}
		if err != nil && ctx.Err() == nil {
			w.Log.Warn("the deliveries to an endpoint could not be saved or claimed", zap.String("endpoint", w.endpointID),
				zap.Error(err))
		}
		again.Reset(retryPause)
	}
	w.forget(w.endpointID)
	w.stop(ctx)
}

// pause is the least time to the next step.
func (w *worker) pause() time.Duration {
	if w.backlog {
		return busyPause
	}
	return idlePause
}

// rest waits until the pause after the last step is over. A wake-up meanwhile needs no step of its
// own: the step after the pause does its work, too.
func (w *worker) rest(ctx context.Context, rested *time.Timer) {
	select {
	case <-rested.C:
	case <-ctx.Done():
	}
	select {
	case <-w.woken:
	default:
	}
}

// finish notes that an attempt is over.
func (w *worker) finish(o outcome) {
	delete(w.sending, o.delivery.ID)
	if o.result.at.IsZero() {
		return // not sent, or interrupted: the claim ends by itself
	}
	w.finished = append(w.finished, o)
}

// finishAll takes the results that are there already.
func (w *worker) finishAll() {
	for {
		select {
		case o := <-w.results:
			w.finish(o)
		default:
			return
		}
	}
}

// stop waits for the attempts under way, and saves their outcomes.
func (w *worker) stop(ctx context.Context) {
	for len(w.sending) > 0 {
		w.finish(<-w.results)
	}
	for len(w.finished) > 0 && w.recordCtx.Err() == nil && ctx.Err() != nil {
		if err := w.step(ctx); err == nil || fault.Is(err, fault.NotFound) {
			return
		}
		select {
		case <-time.After(retryPause):
		case <-w.recordCtx.Done():
		}
	}
}

// step saves the outcomes of attempts and starts what is due.
func (w *worker) step(ctx context.Context) error {
	next := batch{
		outcomes: w.finished, free: w.Config.Concurrency - len(w.sending), sending: slices.Sorted(maps.Keys(w.sending)),
		far: w.looksFar(),
	}
	if ctx.Err() != nil {
		next.free = 0
	}
	if len(next.outcomes) == 0 && next.free == 0 {
		return nil
	}
	limited, cancel := context.WithTimeout(w.recordCtx, 5*time.Second)
	defer cancel()
	var work []signedDelivery
	err := database.InTx(limited, w.DB, func(tx *gorm.DB) (err error) {
		work, err = w.runBatch(limited, tx, next, w.endpointID)
		return err
	})
	if err != nil {
		return err
	}
	w.finished, w.backlog = nil, len(work) == next.free
	for _, s := range work {
		w.start(s)
	}
	return nil
}

// looksFar reports whether it is time to look at the whole queue, and not only at its begin.
func (w *worker) looksFar() bool {
	now := w.Clock.Now()
	if now.Before(w.nextFar) {
		return false
	}
	w.nextFar = now.Add(farInterval)
	return true
}

// start sends a claimed delivery in a goroutine of its own.
func (w *worker) start(s signedDelivery) {
	w.sending[s.delivery.ID] = true
	go func() { w.results <- outcome{s.delivery, s.probe, w.attempt(s)} }()
}

// attempt sends a delivery. The result has no time when it was not sent, or was interrupted: then
// whether the receiver has it is unknown, and it is sent again when its claim ends.
func (w *worker) attempt(s signedDelivery) result {
	now := w.Clock.Now()
	if s.lost {
		return result{at: now, lost: true}
	}
	if now.After(s.delivery.DueAt.Add(-attemptTimeout - 5*time.Second)) {
		return result{} // the process was suspended: another may be about to claim it
	}
	r := send(w.sendCtx, w.transport, s.request, attemptTimeout, w.Clock)
	if !r.ok() && w.sendCtx.Err() != nil {
		return result{}
	}
	w.attempts.record(r)
	return r
}
