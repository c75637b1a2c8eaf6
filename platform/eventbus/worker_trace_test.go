package eventbus

import (
	"testing"
	"time"
)

func TestReplaysStartTracesOfTheirOwn(t *testing.T) {
	t.Parallel()
	const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	published := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	d := &delivery{}
	d.trace = trace
	d.occurredAt = published
	if got := d.traceparent(published.Add(maxTraceAge)); got != trace {
		t.Errorf("within an hour: %q", got)
	}
	if got := d.traceparent(published.Add(maxTraceAge + time.Second)); got != "" {
		t.Errorf("later: %q", got)
	}
}
