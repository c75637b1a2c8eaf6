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

	"orderd/platform/id"
)

// batchResult is the outcome of a batch.
type batchResult struct {
	claimed  int
	handled  []*delivery
	failures []deliveryFailure
}

// deliveryFailure is a failed attempt.
type deliveryFailure struct {
	*delivery
	err    error
	deadID string        // set when this was the last attempt
	pause  time.Duration // until the next attempt
}

func (w *worker) newFailure(d *delivery, err error) deliveryFailure {
	f := deliveryFailure{delivery: d, err: err}
	if d.attempts+1 >= w.bus.maxAttempts {
		f.deadID = id.New()
	} else {
		f.pause = w.bus.backoff(d.attempts + 1)
	}
	return f
}

// saveResult deletes the handled deliveries and records the failures.
func (w *worker) saveResult(tx *gorm.DB, result *batchResult) error {
	if err := w.deleteHandled(tx, result.handled); err != nil {
		return err
	}
	now := w.bus.clock.Now()
	for _, f := range result.failures {
		if err := w.saveFailure(tx, f, now); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) deleteHandled(tx *gorm.DB, handled []*delivery) error {
	if len(handled) == 0 {
		return nil
	}
	deleted, err := rawExec(tx, `DELETE FROM deliveries WHERE consumer = $1 AND seq IN (`+seqList(handled)+`)`, w.consumer.Name)
	if err != nil {
		return err
	}
	if deleted != int64(len(handled)) {
		return errOvertaken
	}
	return nil
}

func (w *worker) saveFailure(tx *gorm.DB, f deliveryFailure, now time.Time) error {
	set := map[string]any{"attempts": f.attempts + 1, "last_error": failureText(f.err), "due_at": now.Add(f.pause)}
	if f.deadID != "" {
		set["dead_id"], set["died_at"], set["held"], set["holding"] = f.deadID, now, false, true
	}
	// The condition on attempts makes a second save of the same failure a no-op.
	saved := tx.Table("deliveries").Where("consumer = ? AND seq = ? AND attempts = ?", w.consumer.Name, f.seq, f.attempts).Updates(set)
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
		w.bus.observer.ObserveDelivery(w.consumer.Name, now.Sub(d.occurredAt))
		if d.awaited {
			w.bus.barrier.handled(d.barrier, deliveryRef{Consumer: w.consumer.Name, Seq: d.seq, Awaited: true})
		}
	}
	for _, f := range result.failures {
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
		time.AfterFunc(f.pause, w.consumer.wake.Send)
	}
}

// seqList returns the sequence numbers of deliveries as an SQL list.
func seqList(deliveries []*delivery) string {
	seqs := make([]string, len(deliveries))
	for i, d := range deliveries {
		seqs[i] = strconv.FormatInt(d.seq, 10)
	}
	return strings.Join(seqs, ",")
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
