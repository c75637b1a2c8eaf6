package eventbus

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/tracing"
)

// maxTraceAge is the age up to which a delivery belongs to the trace of its event. A replay makes
// deliveries of events whose traces ended long ago.
const maxTraceAge = time.Hour

// loadTraces loads the traceparents of the claimed events. Without a tracer it makes no query.
func (w *worker) loadTraces(tx *gorm.DB, claimed []*delivery) (err error) {
	if w.bus.tracer == nil || len(claimed) == 0 {
		return nil
	}
	bySeq := map[int64]*delivery{}
	for _, d := range claimed {
		bySeq[d.seq] = d
	}
	seqs := slices.Collect(maps.Keys(bySeq))
	rows, err := rawQuery(tx, `SELECT seq, trace FROM events WHERE trace IS NOT NULL AND seq IN (`+seqList(seqs)+`)`)
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

// startSpan starts the span of a step, as a child of the span in which its first event was
// published. The handler's statements, and the events that it publishes, become its children.
func (w *worker) startSpan(ctx context.Context, step []*delivery) (context.Context, tracing.Span) {
	d := step[0]
	ctx, span := w.bus.tracer.StartWithParent(ctx, tracing.Consumer, "deliver "+w.consumer.Name, d.traceparent(w.bus.clock.Now()))
	if span.IsRecording() {
		span.Set("messaging.consumer.group.name", w.consumer.Name)
		span.Set("messaging.destination.name", d.name)
		span.Set("messaging.message.id", d.id)
		span.SetInt("messaging.batch.message_count", len(step))
		span.SetInt("orderd.attempt", d.attempts+1)
	}
	return ctx, span
}

// traceparent returns the parent of the delivery's span, "" for a trace of its own.
func (d *delivery) traceparent(now time.Time) string {
	if now.Sub(d.occurredAt) > maxTraceAge {
		return ""
	}
	return d.trace
}
