package eventbus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// worker makes the deliveries of one consumer, batch by batch. A process has one for each: a second made 3.4–4.0 k deliveries/s of one consumer on
// PostgreSQL where one makes 3.5–4.5 k (2 cores, interleaved runs).
type worker struct {
	bus      *Bus
	consumer *consumer
	out      chan<- *message.Message
	known    []string        // the names of the events that it handles
	stopping context.Context // ends before the context of run does: finish the batch
}

// delivery is an event on its way to one consumer.
type delivery struct {
	record
	seq      int64
	ready    bool // due, and known to this binary
	attempts int  // that failed
	prompt   bool
}

// run makes deliveries until the worker stops.
func (w *worker) run(ctx context.Context) {
	for {
		select {
		case <-w.stopping.Done():
			return
		case <-w.consumer.wake:
		}
		for w.stopping.Err() == nil {
			taken, err := w.batch(ctx)
			if err != nil && ctx.Err() == nil {
				w.bus.log.Warn("deliveries are interrupted", zap.String("consumer", w.consumer.Name), zap.Error(err))
			}
			if err != nil || taken == 0 {
				break // the poll comes back to what is left
			}
		}
	}
}

// round is what became of a batch.
type round struct {
	taken  int
	done   []*delivery
	failed []failure
}

type failure struct {
	*delivery
	err    error
	deadID string        // not empty when this was the last attempt
	pause  time.Duration // until the next one
}

// batchTime is how long the handlers of a batch may take together before the rest of it is left to the next one. A transaction keeps its locks for so long
// and for one handler more.
const batchTime = 200 * time.Millisecond

// batch takes what is due and hands it out, in one transaction.
func (w *worker) batch(ctx context.Context) (taken int, err error) {
	select {
	case w.bus.slots <- struct{}{}:
		defer func() { <-w.bus.slots }()
	case <-w.stopping.Done():
		return 0, nil
	}
	var r round
	err = database.InTx(ctx, w.bus.db, func(tx *gorm.DB) error {
		r = round{}
		return w.work(tx, &r)
	})
	if err != nil {
		// A handler that broke the transaction, or outstayed its limit in it, has undone the others' work with its own. It is
		// charged an attempt apart, so that the next batch goes on without it.
		r.done = nil
		switch {
		case errors.Is(err, errOvertaken):
			return r.taken, nil
		case len(r.failed) == 0 || ctx.Err() != nil:
			return 0, err
		}
		charge := func(tx *gorm.DB) error { return w.settle(tx, &r) }
		if again := database.InTx(ctx, w.bus.db, charge); again != nil {
			return 0, errors.Join(err, again)
		}
	}
	w.settled(&r)
	return r.taken, nil
}

// work is the transaction of a batch.
func (w *worker) work(tx *gorm.DB, r *round) error {
	due, err := w.take(tx)
	if err != nil {
		return err
	}
	if err := w.findTraces(tx, due); err != nil {
		return err
	}
	r.taken = len(due)
	// Slow handlers share a transaction for a moment only: what is not begun by then is left to the next batch.
	moment, cancel := context.WithTimeout(tx.Statement.Context, batchTime)
	defer cancel()
	held := map[string]bool{} // keys of which something must come first
	for i, d := range due {
		if i > 0 && moment.Err() != nil {
			break
		}
		if held[d.key] || !d.ready {
			held[d.key] = true
			continue
		}
		handled, err := w.try(tx, d, r)
		if errors.Is(err, errNotTaken) {
			break
		}
		if err != nil {
			return err
		}
		held[d.key] = !handled
	}
	return w.settle(tx, r)
}

// try hands one delivery out inside a savepoint and notes in r what became of it. An error means that the transaction is lost, or errNotTaken.
func (w *worker) try(tx *gorm.DB, d *delivery, r *round) (handled bool, err error) {
	var refusal error
	handed := false
	err = database.Savepoint(tx, func(tx *gorm.DB) error {
		handed = true
		if refusal = w.observed(tx, d); refusal != nil {
			return errRolledBack
		}
		return nil
	})
	switch {
	case err == nil:
		r.done = append(r.done, d)
		return true, nil
	case errors.Is(refusal, errNotTaken):
		return false, refusal
	case refusal == nil && handed: // the handler kept to itself that a statement had failed
		refusal = err
	case refusal == nil:
		return false, err
	}
	r.failed = append(r.failed, w.failed(d, refusal))
	if errors.Is(err, errRolledBack) && !errors.Is(refusal, errStuck) {
		return false, nil
	}
	return false, fmt.Errorf("eventbus: %s broke the transaction of its batch: %w", d.name, errors.Join(refusal, err))
}

// errRolledBack: the savepoint was rolled back and the transaction goes on.
var errRolledBack = errors.New("eventbus: rolled back")

// errOvertaken: another worker has made one of the deliveries, and what was done here must not be done twice. It happens when an older event of
// a key comes up while a younger one is in other hands: publishers that don't lock what the key names, or a replay.
var errOvertaken = errors.New("eventbus: overtaken by another worker")

// failed decides what follows from a failure: another attempt, or death after the last one.
func (w *worker) failed(d *delivery, err error) failure {
	f := failure{delivery: d, err: err}
	if d.attempts+1 >= w.bus.attempts {
		f.deadID = id.New()
	} else {
		f.pause = w.bus.backoff(d.attempts + 1)
	}
	return f
}

// settle deletes what was handled and notes what failed.
func (w *worker) settle(tx *gorm.DB, r *round) error {
	if len(r.done) > 0 {
		seqs := make([]string, len(r.done))
		for i, d := range r.done {
			seqs[i] = strconv.FormatInt(d.seq, 10)
		}
		deleted, err := exec(tx, `DELETE FROM deliveries WHERE consumer = $1 AND seq IN (`+strings.Join(seqs, ",")+`)`, w.consumer.Name)
		if err != nil {
			return err
		}
		if deleted != int64(len(seqs)) {
			return errOvertaken
		}
	}
	now := w.bus.clock.Now()
	for _, f := range r.failed {
		set := map[string]any{"attempts": f.attempts + 1, "last_error": reason(f.err), "due_at": now.Add(f.pause)}
		if f.deadID != "" {
			set["dead_id"], set["died_at"], set["held"], set["holding"] = f.deadID, now, false, true
		}
		// attempts is compared because this may be the second try to write it.
		noted := tx.Table("deliveries").Where("consumer = ? AND seq = ? AND attempts = ?", w.consumer.Name, f.seq, f.attempts).Updates(set)
		if noted.Error != nil {
			return noted.Error
		}
		if f.deadID != "" && noted.RowsAffected == 1 {
			if err := holdLane(tx, w.consumer.Name, f.delivery); err != nil {
				return err
			}
		}
	}
	return nil
}

// settled tells everybody concerned, after the commit.
func (w *worker) settled(r *round) {
	now := w.bus.clock.Now()
	for _, d := range r.done {
		w.bus.observer.ObserveDelivery(w.consumer.Name, now.Sub(d.occurredAt))
		if d.prompt {
			w.bus.barrier.arrived(d.barrier, made{w.consumer.Name, d.seq, true})
		}
	}
	for _, f := range r.failed {
		fields := []zap.Field{
			zap.String("consumer", w.consumer.Name), zap.String("event", f.name), zap.String("event_id", f.id), zap.String("key", f.key),
			zap.String("request_id", f.requestID), zap.Int("attempt", f.attempts+1), zap.Error(f.err),
		}
		if f.deadID != "" {
			w.bus.observer.ObserveDeath(w.consumer.Name)
			w.bus.log.Error("delivery failed for the last time and holds back its key", append(fields, zap.String("dead_id", f.deadID))...)
			continue
		}
		w.bus.log.Warn("delivery failed", append(fields, zap.Duration("retry", f.pause))...)
		time.AfterFunc(f.pause, w.consumer.nudge)
	}
}
