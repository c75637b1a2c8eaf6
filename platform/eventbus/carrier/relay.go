package carrier

import (
	"context"
	"time"

	"go.uber.org/zap"

	"orderd/platform/background"
)

const (
	// maxBatch is how many events are assigned, sent or imported at once.
	maxBatch = 200
	// maxUnsent is how many events have an ordinal and are not sent: the rest waits in the queue.
	maxUnsent = 4 * maxBatch
)

// relay sends the events of this database. One process of the site does so, as long as it holds the
// lease; two that both believe to hold it send twice, which importers pass over.
type relay struct {
	*Carrier
	wake     background.Signal // there may be something to send
	requests chan rewind

	progress       // of the process that leads
	lowest   int64 // from after this ordinal all were sent in this round
}

// progress is what the row of event_carrier holds.
type progress struct {
	database        string
	history         []renewal
	assigned, acked int64
	round           int64
	earlier         bool
}

func newRelay(c *Carrier) *relay {
	return &relay{Carrier: c, wake: background.NewSignal(), requests: make(chan rewind, 16)}
}

// request passes a request of an importer on. When there are too many, importers ask again.
func (r *relay) request(req rewind) {
	select {
	case r.requests <- req:
	default:
	}
}

// lead takes the lease and sends until ctx ends, another process follows, or something fails.
func (r *relay) lead(ctx context.Context) error {
	if !r.nats.IsConnected() {
		return nil
	}
	if err := r.takeLease(ctx); err != nil {
		return err
	}
	defer r.release(ctx, `UPDATE event_carrier SET holder = '', lease = 'epoch' WHERE holder = ?`, r.me)
	pulse := time.NewTicker(r.pulse)
	defer pulse.Stop()
	if err := r.checkStream(ctx, pulse.C); err != nil {
		return err
	}
	for ctx.Err() == nil {
		more, err := r.sendNext(ctx)
		if err != nil {
			return err
		}
		if err := r.listen(ctx, pulse.C, more); err != nil {
			return err
		}
	}
	return nil
}

// listen waits until there is something to do, or looks only, when there is more to send.
func (r *relay) listen(ctx context.Context, pulse <-chan time.Time, more bool) error {
	if more {
		select {
		case req := <-r.requests:
			return r.rewind(ctx, req)
		case <-pulse:
			r.announce()
		default:
		}
		return nil
	}
	select {
	case <-ctx.Done():
	case <-r.wake:
	case req := <-r.requests:
		return r.rewind(ctx, req)
	case <-pulse:
		r.announce()
	}
	return nil
}

// announce says how far this source is.
func (r *relay) announce() {
	h := head{
		Database: r.database, History: r.history, Assigned: r.assigned, Sent: r.acked, Round: r.round, Earlier: r.earlier,
	}
	if err := r.say(headPrefix+r.Source, h); err != nil {
		r.Log.Debug("the head was not sent", zap.Error(err))
	}
}

// rewind goes back to where an importer lacks something, unless that was sent again since the
// importer asked.
func (r *relay) rewind(ctx context.Context, req rewind) error {
	switch {
	case req.Database != r.database:
		return nil
	case req.Ahead && req.After > r.assigned:
		return r.checkAhead(ctx, req)
	case req.Ahead, req.After >= r.acked, req.Round < r.round && req.After >= r.lowest:
		return nil
	}
	r.goBack(max(req.After, 0))
	return nil
}

// goBack begins a round after an ordinal.
func (r *relay) goBack(after int64) {
	r.acked, r.lowest = after, after
	r.round++
}
