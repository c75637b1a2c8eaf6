package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// answer is the answer of an operation, already encoded: what is sent is what was stored under the idempotency key.
type answer struct {
	status   int
	location string
	body     []byte
	headers  map[string]string
	vary     []string // headers of the request that chose the answer
	replayed bool
}

func (a *answer) send(c *gin.Context) { a.sendAs(c, jsonType) }

func (a *answer) sendAs(c *gin.Context, contentType string) {
	h := c.Writer.Header()
	if a.location != "" {
		h["Location"] = []string{a.location}
	}
	if a.replayed {
		h["Idempotency-Replayed"] = []string{"true"}
	}
	for name, value := range a.headers {
		h.Set(name, value)
	}
	for _, name := range a.vary {
		h.Add("Vary", name) // beside Origin
	}
	write(c, a.status, contentType, a.body)
}

// Reply is the answer of an operation: a T, encoded. OK and Commit make it.
type Reply[T any] struct{ answer }

// None is the answer of an operation without a body: 204, or 202 where the operation says so.
type None struct{}

// Located is implemented by resources whose creation answers with a Location header.
type Located interface{ Location() string }

// Repeated is implemented by the answer of a creation that may find what it was to create: then it is a 200 without Location.
type Repeated interface{ Repeated() bool }

// Personal is implemented by answers that hold personal data of somebody who need not be the caller: the user's id, or
// pseudonym.Key.OfEmail of an address without account. Erasing that subject erases the stored answer.
type Personal interface{ DataSubject() string }

// Option changes a Reply.
type Option func(*answer)

// Header sets a header of the answer (Cache-Control, ETag, Vary).
func Header(name, value string) Option {
	return func(a *answer) {
		if a.headers == nil {
			a.headers = map[string]string{}
		}
		a.headers[name] = value
	}
}

// OK answers a read with 200.
func OK[T any](v T, options ...Option) (*Reply[T], error) {
	a, err := answerOf(v, http.StatusOK)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		o(a)
	}
	return &Reply[T]{*a}, nil
}

// answerOf encodes v.
func answerOf(v any, status int) (*answer, error) {
	if _, none := v.(None); none {
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return &answer{status: status}, nil
	}
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	if r, ok := v.(Repeated); ok && status == http.StatusCreated && r.Repeated() {
		status = http.StatusOK
	}
	a := &answer{status: status, body: b}
	if l, ok := v.(Located); ok && status == http.StatusCreated {
		a.location = l.Location()
	}
	return a, nil
}

// readYourWrites is how long an answer waits at most for the read models.
const readYourWrites = 250 * time.Millisecond

// Commit is the one way to answer a write: it opens the transaction, runs the use case, encodes its result, stores it under the request's
// idempotency key, commits, waits for the read-your-writes barrier (at most 250 ms) and answers those bytes.
// status is that of success; a T that is Located sets the Location header of a 201. When the key's answer exists already, the use case does
// not run; while a twin of the request runs, the fault is idempotency_in_progress. A failure stores nothing.
func Commit[T any](ctx context.Context, db *gorm.DB, status int, fn func(tx *gorm.DB) (T, error)) (*Reply[T], error) {
	a, err := commit(ctx, db, status, func(tx *gorm.DB) (any, error) { return fn(tx) })
	if err != nil {
		return nil, err
	}
	return &Reply[T]{*a}, nil
}

func commit(ctx context.Context, db *gorm.DB, status int, fn func(tx *gorm.DB) (any, error)) (a *answer, err error) {
	q := requestOf(ctx)
	if q.key != nil {
		if !q.router.inFlight.enter(q.key.id) {
			return nil, inProgress()
		}
		defer q.router.inFlight.leave(q.key.id)
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		if a, err = q.earlier(tx); a != nil || err != nil {
			return err
		}
		v, err := fn(tx)
		if err != nil {
			return err
		}
		if a, err = answerOf(v, status); err != nil || q.key == nil {
			return err
		}
		return q.key.store(tx, a, subjectOf(v), q.router.clock.Now())
	})
	if err != nil {
		return nil, err
	}
	if q.key != nil && !a.replayed {
		q.bound(ctx, a)
	}
	eventbus.WaitForReadModels(ctx, db, q.router.readYourWrites)
	return a, nil
}

// earlier is the answer that a twin of the request has stored since the request was looked up, under the lock of its key.
func (q *request) earlier(tx *gorm.DB) (*answer, error) {
	if q.key == nil {
		return nil, nil
	}
	return q.key.claim(tx, q.router.clock.Now())
}

func subjectOf(v any) string {
	if p, ok := v.(Personal); ok {
		return p.DataSubject()
	}
	return ""
}
