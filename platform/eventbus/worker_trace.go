package eventbus

import (
	"context"
	"time"

	"orderd/platform/tracing"
)

// maxTraceAge is the age up to which a delivery belongs to the trace of its event. A replay makes
// deliveries of events whose traces ended long ago.
const maxTraceAge = time.Hour

// startSpan starts the span of a step, as a child of the span in which its first event was
// published. The handler's statements, and the events that it publishes, become its children.
func (w *worker) startSpan(ctx context.Context, step []*delivery) (context.Context, tracing.Span) {
	d := step[0]
	ctx, span := w.bus.tracer.StartWithParent(ctx, tracing.Consumer, "deliver "+w.consumer.Name,
		d.traceparent(w.bus.clock.Now()))
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
