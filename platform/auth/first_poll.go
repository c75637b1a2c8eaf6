package auth

import (
	"errors"
	"sync"
)

// firstPoll is the reading of the revocations that the first requests of a process share: each of them comes before the revocations are known.
type firstPoll struct {
	mu      sync.Mutex
	running *pollCall // nil: none
}

type pollCall struct {
	done chan struct{} // closed when err is set
	err  error
}

// errPanicked is what those hear who waited for a poll that panicked.
var errPanicked = errors.New("auth: revocations: reading them panicked")

// share runs poll, or waits for the one that runs and returns its error.
func (f *firstPoll) share(poll func() error) error {
	f.mu.Lock()
	if call := f.running; call != nil {
		f.mu.Unlock()
		<-call.done
		return call.err
	}
	call := &pollCall{done: make(chan struct{}), err: errPanicked}
	f.running = call
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.running = nil
		f.mu.Unlock()
		close(call.done)
	}()
	call.err = poll()
	return call.err
}
