package eventbus

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/tracing"
)

// traceAge is the age up to which a delivery belongs to the trace of its event. A replay brings events whose traces are long over.
const traceAge = time.Hour

// findTraces notes the traces of the events that are to be handed out. Without a collector it makes no query.
func (w *worker) findTraces(tx *gorm.DB, due []*delivery) (err error) {
	if w.bus.tracer == nil || len(due) == 0 {
		return nil
	}
	bySeq := map[int64]*delivery{}
	seqs := make([]string, len(due))
	for i, d := range due {
		seqs[i] = strconv.FormatInt(d.seq, 10)
		bySeq[d.seq] = d
	}
	rows, err := query(tx, `SELECT seq, trace FROM events WHERE trace IS NOT NULL AND seq IN (`+strings.Join(seqs, ",")+`)`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var seq int64
		var trace string
		if err := rows.Scan(&seq, &trace); err != nil {
			return err
		}
		bySeq[seq].trace = trace
	}
	return rows.Err()
}

// traced begins the span of a delivery, below what its event was published in. Its handler's statements, and the events that it
// publishes, hang below it.
func (w *worker) traced(ctx context.Context, d *delivery) (context.Context, tracing.Span) {
	ctx, span := w.bus.tracer.StartWithParent(ctx, tracing.Consumer, "deliver "+w.consumer.Name, d.traceparent(w.bus.clock.Now()))
	if span.IsRecording() {
		span.Set("messaging.consumer.group.name", w.consumer.Name)
		span.Set("messaging.destination.name", d.name)
		span.Set("messaging.message.id", d.id)
		span.SetInt("orderd.attempt", d.attempts+1)
	}
	return ctx, span
}

// traceparent is what the span of the delivery hangs below: "" when it begins a trace of its own.
func (d *delivery) traceparent(now time.Time) string {
	if now.Sub(d.occurredAt) > traceAge {
		return ""
	}
	return d.trace
}
