package background_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"orderd/platform/background"
)

// After a stop attempts have four seconds, and their records as many again.
func TestGrace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		attempts, records, stop := background.Grace(ctx)
		defer stop()
		stopped := time.Now().Add(time.Hour)
		time.AfterFunc(time.Hour, cancel)
		<-attempts.Done()
		if took := time.Since(stopped); took != 4*time.Second || records.Err() != nil {
			t.Errorf("attempts end after %v, records: %v", took, records.Err())
		}
		<-records.Done()
		if took := time.Since(stopped); took != 8*time.Second {
			t.Errorf("records end after %v", took)
		}
	})
}

// A worker that has finished before ends both at once.
func TestGraceThatIsNotNeeded(t *testing.T) {
	t.Parallel()
	attempts, records, stop := background.Grace(t.Context())
	stop()
	if attempts.Err() == nil || records.Err() == nil {
		t.Errorf("after the stop: %v, %v", attempts.Err(), records.Err())
	}
}
