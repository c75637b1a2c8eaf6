package eventbus

import (
	"slices"
	"sync"
	"time"
)

// barrier knows, by the barrier of their causes, the deliveries published in this process that a request may be waiting for.
type barrier struct {
	mu       sync.Mutex
	requests map[string]*expectation
	looking  bool // or did so less than lookEvery ago
}

type expectation struct {
	open    map[made]bool // not yet handled here
	since   time.Time
	waiting int           // calls of Wait
	arrived chan struct{} // closed when none is open
}

// kept is how long an expectation is kept that no request waits for and no worker of this process fulfils.
const kept = 10 * time.Second

func newBarrier() *barrier { return &barrier{requests: map[string]*expectation{}} }

// expect notes further deliveries. A handler's hops are noted before its own delivery arrives, so that there is no moment without an open one.
func (b *barrier) expect(key string, deliveries []made, now time.Time) {
	if len(deliveries) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[key]
	if !ok {
		e = &expectation{open: map[made]bool{}, since: now, arrived: make(chan struct{})}
		b.requests[key] = e
	}
	for _, d := range deliveries {
		e.open[d] = true
	}
}

// arrived notes that a delivery was handled. One that is not expected (yet) is another replica's, or was faster than the publisher's hook;
// a look finds out about the latter.
func (b *barrier) arrived(key string, d made) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[key]
	if !ok {
		return
	}
	delete(e.open, d)
	if len(e.open) == 0 {
		b.release(key)
	}
}

func (b *barrier) release(key string) {
	if e, ok := b.requests[key]; ok {
		close(e.arrived)
		delete(b.requests, key)
	}
}

// join is the channel that is closed when everything has arrived; nil when nothing is expected. Who joins leaves.
func (b *barrier) join(key string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[key]
	if !ok {
		return nil
	}
	e.waiting++
	return e.arrived
}

// leave forgets what nothing waits for any more.
func (b *barrier) leave(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[key]
	if !ok {
		return
	}
	if e.waiting--; e.waiting == 0 {
		delete(b.requests, key)
	}
}

// beginLook is every key that is waited for, for one look; nil when it is too early for one. endLook ends the look.
func (b *barrier) beginLook() (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.looking {
		return nil
	}
	for key, e := range b.requests {
		if e.waiting > 0 {
			keys = append(keys, key)
		}
	}
	b.looking = keys != nil
	return keys
}

// endLook lets go of the keys for which nothing is pending.
func (b *barrier) endLook(keys, pending []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	time.AfterFunc(lookEvery, b.mayLook)
	for _, key := range keys {
		if !slices.Contains(pending, key) {
			b.release(key)
		}
	}
}

func (b *barrier) mayLook() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.looking = false
}

// sweep forgets what is too old for a request to wait for.
func (b *barrier) sweep(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, e := range b.requests {
		if now.Sub(e.since) > kept {
			delete(b.requests, key)
		}
	}
}
