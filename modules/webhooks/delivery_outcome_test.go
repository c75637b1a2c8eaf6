package webhooks

import (
	"fmt"
	"testing"
	"time"
)

// A refused delivery waits as long as its receiver asks for, and no shorter than without that.
func TestRetryAfterIsKept(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		attempts          int
		asked             time.Duration
		shortest, longest time.Duration
	}{
		{1, 0, 4500 * time.Millisecond, 5500 * time.Millisecond},
		{1, time.Hour, time.Hour, time.Hour},
		{2, time.Minute, 270 * time.Second, 330 * time.Second},
	} {
		d := delivery{Status: deliveryQueued, Attempts: row.attempts}
		d.record(result{at: now, statusCode: 503, err: errorStatus, retryAfter: row.asked}, false, now)
		if wait := d.DueAt.Sub(now); wait < row.shortest || wait > row.longest || d.Status != deliveryQueued {
			t.Errorf("attempt %d, asked for %v: %s, again after %v", row.attempts, row.asked, d.Status, wait)
		}
	}
}

// A delivery remembers its last twenty attempts, and what was answered to them.
func TestLogOfADelivery(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	var d delivery
	for n := range maxLog + 5 {
		d.record(result{at: now.Add(time.Duration(n) * time.Hour), statusCode: 503, err: errorStatus, response: fmt.Sprint(n)}, true, now)
	}
	if len(d.Log) != 20 || len(d.Responses) != 20 || d.Responses[0] != "5" || !d.Log[0].At.Equal(now.Add(5*time.Hour)) {
		t.Errorf("%d attempts, %v", len(d.Log), d.Responses)
	}
}
