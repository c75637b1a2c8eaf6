package background_test

import (
	"testing"

	"orderd/platform/background"
)

func TestSignal(t *testing.T) {
	t.Parallel()
	signal := background.NewSignal()
	received := func() bool {
		select {
		case <-signal:
			return true
		default:
			return false
		}
	}
	if received() {
		t.Error("a new signal wakes")
	}
	signal.Send()
	signal.Send()
	if !received() {
		t.Error("a signal that was sent does not wake")
	}
	if received() {
		t.Error("two signals in a row wake twice")
	}
}
