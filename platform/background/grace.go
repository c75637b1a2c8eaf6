package background

import (
	"context"
	"time"
)

// grace is how long attempts may take after a stop, and then again the records of their outcomes.
const grace = 4 * time.Second

// Grace makes the contexts in which a worker finishes what is under way when ctx ends: that of the
// attempts ends 4 s after ctx, and that of their records 8 s after it. stop ends both.
func Grace(ctx context.Context) (attempts, records context.Context, stop context.CancelFunc) {
	attempts, stopAttempts := outlive(ctx, grace)
	records, stopRecords := outlive(ctx, 2*grace)
	return attempts, records, func() { stopAttempts(); stopRecords() }
}

// outlive makes a context that ends some time after ctx, or when it is cancelled.
func outlive(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return late, func() { stop(); cancel() }
}
