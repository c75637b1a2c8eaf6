// Package password hashes passwords and judges new ones.
package password

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"

	"orderd/platform/fault"
)

// params are OWASP's for argon2id: 19 MiB, two passes, one lane; 20 to 25 ms on a core of 2025.
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	queueLength = 32              // callers that may wait for a core
	queueTime   = 2 * time.Second // and for how long
	retryAfter  = time.Second
)

// Hasher hashes at most one password a core at once: more would only share the cores, and take 19 MiB each. The next
// callers wait in a short queue; those after them are told to come back, so that a flood of logins costs neither memory
// nor the other requests' time. It is safe for concurrent use. The zero Hasher refuses every caller.
type Hasher struct {
	cores   chan struct{} // holds a token per hash that runs
	waiting chan struct{} // holds a token per caller in the queue
}

// New makes a hasher for the cores that the process may use.
func New() *Hasher {
	return &Hasher{
		cores:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		waiting: make(chan struct{}, queueLength),
	}
}

// CheckCapacity is nil, or the fault.Unavailable of Hash while the queue is full. It is for callers who read
// the database before they hash: asked first, it keeps a refused call from costing a statement. It
// reserves nothing, so that Hash and Verify may refuse all the same.
func (h *Hasher) CheckCapacity() error {
	if len(h.waiting) == cap(h.waiting) {
		return full()
	}
	return nil
}

func full() error {
	return fault.Busy(errors.New("password: the queue for hashing is full"), retryAfter)
}

// Hash gives the encoded argon2id hash of password, with its salt and parameters. It fails with fault.Unavailable when
// the queue is full or too slow, and with ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return argon2id.CreateHash(password, params)
}

// Verify tells whether hash is one of password. An empty hash (no such account, or one without a password) takes as long
// as any other and is false: the time of a login tells nothing about the account. The faults are Hash's.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	if hash == "" {
		_, err := h.Hash(ctx, password)
		return false, err
	}
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	ok, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("password: the stored hash: %w", err)
	}
	return ok, nil
}

// enter takes a core, at once or after waiting for one.
func (h *Hasher) enter(ctx context.Context) error {
	select {
	case h.cores <- struct{}{}:
		return nil
	default:
	}
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return full()
	}
	timeout := time.NewTimer(queueTime)
	defer timeout.Stop()
	select {
	case h.cores <- struct{}{}:
		return nil
	case <-timeout.C:
		return fault.Busy(errors.New("password: no core was free for hashing"), retryAfter)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Hasher) leave() { <-h.cores }
