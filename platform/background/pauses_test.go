package background_test

import (
	"testing"
	"time"

	"orderd/platform/background"
)

func TestPauses(t *testing.T) {
	t.Parallel()
	pauses := background.Pauses{time.Second, 5 * time.Second, time.Minute}
	for failures, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 5 * time.Second, 3: time.Minute, 4: time.Minute, 1000: time.Minute,
	} {
		if got := pauses.After(failures); got != want {
			t.Errorf("after %d failures: %v, want %v", failures, got, want)
		}
	}
}
