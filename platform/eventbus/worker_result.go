package eventbus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// batchResult is the outcome of a batch.
type batchResult struct {
	more       bool // another batch may find due deliveries
	dispatched int  // deliveries that handlers got
	handled    []handledDelivery
	failures   []deliveryFailure
}

type handledDelivery struct {
	*delivery
	took time.Duration // of the handler
}

// deliveryFailure is a failed attempt.
type deliveryFailure struct {
	*delivery
	took   time.Duration
	err    error
	deadID string        // set when this was the last attempt
	pause  time.Duration // until the next attempt
}

// addHandled adds deliveries that a handler has taken together. Each gets its share of the time.
func (r *batchResult) addHandled(step []*delivery, took time.Duration) {
	for _, d := range step {
		r.handled = append(r.handled, handledDelivery{d, took / time.Duration(len(step))})
	}
}

func (w *worker) newFailure(d *delivery, took time.Duration, err error) deliveryFailure {
	f := deliveryFailure{delivery: d, took: took, err: err}
	if d.attempts+1 >= w.bus.maxAttempts {
		f.deadID = id.New()
	} else {
		f.pause = w.bus.pauses.After(d.attempts + 1)
	}
	return f
}

// deleteHandled deletes the handled deliveries, on PostgreSQL together with the COMMIT. The batch
// does not commit when one of them is gone (isOvertaken).
func (w *worker) deleteHandled(tx *gorm.DB, handled []handledDelivery) error {
	if len(handled) == 0 {
		return nil
	}
	seqs := make([]int64, len(handled))
	for i, d := range handled {
		seqs[i] = d.seq
	}
	if database.Dialect(tx) == database.Postgres {
		return database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
			return tx.Exec(`SELECT deliveries_handled(?, CAST(? AS bigint[]))`, w.consumer.Name, "{"+seqList(seqs)+"}")
		})
	}
	deleted, err := rawExec(tx, `DELETE FROM deliveries WHERE consumer = $1 AND seq IN (`+seqList(seqs)+`)`,
		w.consumer.Name)
	if err == nil && deleted != int64(len(handled)) {
		return errOvertaken
	}
	return err
}

// isOvertaken reports whether another worker has made one of the deliveries of a batch, so that it
// rolled back. It happens when an older event of a key appears while another worker handles a
// younger one: after a replay, or when publishers do not lock the row that the key names.
func isOvertaken(err error) bool {
	return errors.Is(err, errOvertaken) || database.RefusedBy(err) == "deliveries"
}

func (w *worker) saveFailures(tx *gorm.DB, failures []deliveryFailure) error {
	now := w.bus.clock.Now()
	for _, f := range failures {
		if err := w.saveFailure(tx, f, now); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) saveFailure(tx *gorm.DB, f deliveryFailure, now time.Time) error {
	set := map[string]any{"attempts": f.attempts + 1, "last_error": failureText(f.err), "due_at": now.Add(f.pause)}
	if f.deadID != "" {
		set["dead_id"], set["died_at"], set["held"], set["holding"] = f.deadID, now, false, true
	}
	// The condition on attempts makes a second save of the same failure a no-op.
	saved := tx.Table("deliveries").Where("consumer = ? AND seq = ? AND attempts = ?", w.consumer.Name, f.seq, f.attempts).
		Updates(set)
	if saved.Error != nil {
		return saved.Error
	}
	if f.deadID != "" && saved.RowsAffected == 1 {
		return holdPartition(tx, w.consumer.Name, f.delivery)
	}
	return nil
}

// announceResult passes the result on to the observer, the barrier and the log, after the commit.
// It wakes the consumer again when a failed delivery is due.
func (w *worker) announceResult(result *batchResult) {
	now := w.bus.clock.Now()
	for _, d := range result.handled {
		w.bus.observer.ObserveHandler(w.consumer.Name, d.took, d.attempts+1, false)
		w.bus.observer.ObserveDelivery(w.consumer.Name, now.Sub(d.occurredAt))
		if d.awaited {
			w.bus.barrier.handled(d.barrier, deliveryRef{Consumer: w.consumer.Name, Seq: d.seq, Awaited: true})
		}
	}
	for _, f := range result.failures {
		w.bus.observer.ObserveHandler(w.consumer.Name, f.took, f.attempts+1, true)
		fields := []zap.Field{
			zap.String("consumer", w.consumer.Name), zap.String("event", f.name), zap.String("event_id", f.id),
			zap.String("key", f.key),
			zap.String("request_id", f.requestID), zap.Int("attempt", f.attempts+1), zap.Error(f.err),
		}
		if f.deadID != "" {
			w.bus.observer.ObserveDeath(w.consumer.Name)
			w.bus.log.Error("delivery failed for the last time and holds back its key",
				append(fields, zap.String("dead_id", f.deadID))...)
			continue
		}
		w.bus.log.Warn("delivery failed", append(fields, zap.Duration("retry", f.pause))...)
		time.AfterFunc(f.pause, w.consumer.wake.Send)
	}
}

// seqList returns sequence numbers as an SQL list.
func seqList(seqs []int64) string {
	texts := make([]string, len(seqs))
	for i, seq := range seqs {
		texts[i] = strconv.FormatInt(seq, 10)
	}
	return strings.Join(texts, ",")
}

// failureText returns the text of a failure as the delivery keeps it: a panic without its stack,
// cut to 500 characters.
func failureText(failure error) string {
	text := failure.Error()
	if panicked, ok := errors.AsType[middleware.RecoveredPanicError](failure); ok {
		text = fmt.Sprintf("panic: %v", panicked.V)
	}
	if runes := []rune(text); len(runes) > 500 {
		text = string(runes[:500])
	}
	return text
}
