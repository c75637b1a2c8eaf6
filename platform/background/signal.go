package background

// Signal wakes one worker, which receives from it. Signals that are sent while the worker is busy
// are one when it looks again.
type Signal chan struct{}

// NewSignal makes a signal that has not been sent.
func NewSignal() Signal { return make(Signal, 1) }

// Send wakes the worker. It does not block.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}
