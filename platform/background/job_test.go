package background_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/background"
)

// A job runs at once, then at most Every apart and no oftener than nine tenths of it.
func TestEvery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 100*time.Minute)
		defer stop()
		start, last, runs := time.Now(), time.Time{}, 0
		err := background.Run(ctx, zap.NewNop(), background.Job{Name: "count", Every: time.Minute, Do: func(context.Context) error {
			now := time.Now()
			if runs++; runs == 1 && !now.Equal(start) {
				t.Errorf("the first run comes after %v", now.Sub(start))
			}
			if gap := now.Sub(last); runs > 1 && (gap < 54*time.Second || gap > time.Minute) {
				t.Errorf("two runs are %v apart", gap)
			}
			last = now
			return nil
		}})
		if err != nil || runs < 100 || runs > 112 {
			t.Errorf("%d runs in 100 minutes, %v", runs, err)
		}
	})
}

// A run that fails is logged with the job's name and tried again; one that a stop interrupts is
// not.
func TestFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		logs, seen := observer.New(zap.WarnLevel)
		runs := 0
		_ = background.Run(ctx, zap.New(logs), background.Job{Name: "fail", Every: time.Hour, Do: func(context.Context) error {
			if runs++; runs == 3 {
				stop()
			}
			return errors.New("no luck")
		}})
		if runs != 3 {
			t.Errorf("%d runs, want 3", runs)
		}
		if got := seen.FilterField(zap.String("job", "fail")).Len(); got != 2 {
			t.Errorf("%d failures are logged, want 2", got)
		}
	})
}

// A signal starts a run before its time, and a run that takes longer than Every delays no other
// job.
func TestWakeAndSlowJobs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Minute)
		defer stop()
		woken, wake := 0, background.NewSignal()
		time.AfterFunc(time.Minute, wake.Send)
		_ = background.Run(ctx, zap.NewNop(),
			background.Job{Name: "woken", Every: time.Hour, Wake: wake, Do: func(context.Context) error {
				woken++
				return nil
			}},
			background.Job{Name: "slow", Every: time.Second, Do: func(ctx context.Context) error {
				<-ctx.Done()
				return nil
			}})
		if woken != 2 {
			t.Errorf("%d runs with one signal, want 2", woken)
		}
	})
}
