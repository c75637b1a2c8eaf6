package eventbus

import (
	"slices"
	"sync"
	"time"
)

// waitBarrier keeps the awaited deliveries that this process has published, by the barrier key of
// their request, so that WaitForReadModels can wait for them.
//
// The workers of this process call handled. Other replicas handle deliveries too, without a word
// to this process: so waiting requests check the database now and then (beginCheck, endCheck). One
// check serves all of them, and there is at most one every checkInterval.
type waitBarrier struct {
	mu       sync.Mutex
	requests map[string]*barrierRequest
	checking bool // a check runs, or one ended less than checkInterval ago
}

type barrierRequest struct {
	pending map[deliveryRef]bool // not yet handled in this process
	since   time.Time
	waiters int
	done    chan struct{} // closed when nothing is pending
}

const (
	// barrierTTL is how long a request is kept that no caller waits for and no worker of this
	// process completes.
	barrierTTL = 10 * time.Second
	// checkInterval is the time between two checks, and the least that a request waits before one.
	checkInterval = 10 * time.Millisecond
)

func newBarrier() *waitBarrier { return &waitBarrier{requests: map[string]*barrierRequest{}} }

// add adds pending deliveries. The deliveries that a handler publishes are added before the
// handler's own delivery is handled, so that something is pending throughout.
func (b *waitBarrier) add(key string, deliveries []deliveryRef, now time.Time) {
	if len(deliveries) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.requests[key]
	if !ok {
		r = &barrierRequest{pending: map[deliveryRef]bool{}, since: now, done: make(chan struct{})}
		b.requests[key] = r
	}
	for _, d := range deliveries {
		r.pending[d] = true
	}
}

// handled removes a delivery. An unknown one was published by another replica, or a worker handled
// it before the publisher's AfterCommit hook ran; a check finds out about the latter.
func (b *waitBarrier) handled(key string, d deliveryRef) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.requests[key]
	if !ok {
		return
	}
	delete(r.pending, d)
	if len(r.pending) == 0 {
		b.release(key)
	}
}

// release ends the waits of a request. The caller holds mu.
func (b *waitBarrier) release(key string) {
	if r, ok := b.requests[key]; ok {
		close(r.done)
		delete(b.requests, key)
	}
}

// join returns a channel that is closed when nothing is pending any more, nil when nothing is
// pending now. After join call leave.
func (b *waitBarrier) join(key string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.requests[key]
	if !ok {
		return nil
	}
	r.waiters++
	return r.done
}

// leave drops the request when no other caller waits for it.
func (b *waitBarrier) leave(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.requests[key]
	if !ok {
		return
	}
	if r.waiters--; r.waiters == 0 {
		delete(b.requests, key)
	}
}

// beginCheck returns the keys of all requests that a caller waits for. It returns nil when a check
// runs or the last one ended too short a time ago. After a check call endCheck.
func (b *waitBarrier) beginCheck() (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.checking {
		return nil
	}
	for key, r := range b.requests {
		if r.waiters > 0 {
			keys = append(keys, key)
		}
	}
	b.checking = keys != nil
	return keys
}

// endCheck releases the keys that have nothing pending.
func (b *waitBarrier) endCheck(keys, pending []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	time.AfterFunc(checkInterval, b.allowCheck)
	for _, key := range keys {
		if !slices.Contains(pending, key) {
			b.release(key)
		}
	}
}

func (b *waitBarrier) allowCheck() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.checking = false
}

// expire drops requests that are too old for a caller to wait for.
func (b *waitBarrier) expire(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, r := range b.requests {
		if now.Sub(r.since) > barrierTTL {
			delete(b.requests, key)
		}
	}
}
