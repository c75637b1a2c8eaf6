// Package password hashes passwords (Hasher) and checks the strength of new ones (Check).
package password

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"orderd/platform/fault"
)

// params are OWASP's for argon2id: 19 MiB, two passes, one lane; 20 to 25 ms on a core of 2025.
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	queueLength  = 32 // callers that may wait for a core
	queueTimeout = 2 * time.Second
	retryAfter   = time.Second
)

// Hasher runs at most one hash per core at a time: more would only share the cores, and each takes
// 19 MiB. Further callers wait in a short queue. When it is full, callers get fault.Unavailable, so
// that a flood of logins costs neither memory nor the time of other requests. A Hasher is safe for
// concurrent use. The zero Hasher refuses every caller.
type Hasher struct {
	params  *argon2id.Params
	cores   chan struct{} // holds a token per running hash
	waiting chan struct{} // holds a token per caller in the queue
}

// New makes a hasher for the cores that the process may use.
func New() *Hasher { return newHasher(params) }

// NewWeak makes a hasher whose hashes cost next to nothing. It is for tests that register and log
// in by the hundred; a linter keeps it out of the service.
func NewWeak() *Hasher {
	weak := *params
	weak.Memory, weak.Iterations = 64, 1
	return newHasher(&weak)
}

func newHasher(p *argon2id.Params) *Hasher {
	return &Hasher{
		params:  p,
		cores:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		waiting: make(chan struct{}, queueLength),
	}
}

// CheckCapacity returns nil, or the fault.Unavailable of Hash while the queue is full. Callers that
// read the database before they hash call it first, so that a refused request costs no statement.
// It reserves nothing: Hash and Verify may still refuse.
func (h *Hasher) CheckCapacity() error {
	if len(h.waiting) == cap(h.waiting) {
		return queueFull()
	}
	return nil
}

func queueFull() error {
	return fault.Busy(errors.New("password: the queue for hashing is full"), retryAfter)
}

// normalForm stands among the parameters of the hash of a password in normal form. The hashes of
// before have no such mark: they are of the password as it was typed.
const normalForm = ",form=nfkc"

// normalize is the form in which passwords are hashed: "é" has two spellings, and each keyboard has
// its own.
func normalize(password string) string { return norm.NFKC.String(password) }

// Hash returns the encoded argon2id hash of password in normal form, with its salt and parameters.
// It returns fault.Unavailable when the queue is full or too slow, and ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer h.release()
	hash, err := argon2id.CreateHash(normalize(password), h.params)
	if err != nil {
		return "", err
	}
	return markNormal(hash), nil
}

// markNormal adds normalForm to the parameters. Older binaries read over it.
func markNormal(hash string) string {
	parts := strings.Split(hash, "$") // "", name, version, parameters, salt, hash
	parts[3] += normalForm
	return strings.Join(parts, "$")
}

// Verify reports whether hash is one of password, in the one form that the hash is of: it computes
// one hash, whatever it compares. An empty hash (no such account, or one without a
// password) takes as long as any other and gives false: the time of a login does not reveal whether
// the account exists. The faults are those of Hash.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	if hash == "" {
		_, err := h.Hash(ctx, password)
		return false, err
	}
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer h.release()
	if marked := strings.Replace(hash, normalForm+"$", "$", 1); marked != hash {
		password, hash = normalize(password), marked
	}
	ok, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("password: the stored hash: %w", err)
	}
	return ok, nil
}

// acquire takes a core, at once or after waiting for one.
func (h *Hasher) acquire(ctx context.Context) error {
	select {
	case h.cores <- struct{}{}:
		return nil
	default:
	}
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return queueFull()
	}
	timeout := time.NewTimer(queueTimeout)
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

func (h *Hasher) release() { <-h.cores }
