package httpapi

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// readYourWrites is how long a response waits at most for the read models.
const readYourWrites = 250 * time.Millisecond

// Commit is the one way to answer a write. It opens the transaction, runs the use case, encodes its
// result, stores it under the request's idempotency key, commits, waits for the read-your-writes
// barrier (at most 250 ms) and answers with those bytes.
//
// status is that of success; a T that is Located sets the Location header of a 201. When a response
// is stored under the key already, the use case does not run; while another request with the key is
// at work, the fault is idempotency_in_progress. A failure stores nothing.
func Commit[T any](ctx context.Context, db *gorm.DB, status int, fn func(tx *gorm.DB) (T, error)) (*Reply[T], error) {
	r, err := commit(ctx, db, status, func(tx *gorm.DB) (any, error) { return fn(tx) })
	if err != nil {
		return nil, err
	}
	return &Reply[T]{*r}, nil
}

func commit(ctx context.Context, db *gorm.DB, status int, fn func(tx *gorm.DB) (any, error)) (r *response, err error) {
	q := requestOf(ctx)
	if q.key != nil {
		if !q.router.inFlight.enter(q.key.id) {
			return nil, inProgress()
		}
		defer q.router.inFlight.leave(q.key.id)
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		if r, err = q.claimKey(tx); r != nil || err != nil {
			return err
		}
		v, err := fn(tx)
		if err != nil {
			return err
		}
		if r, err = encodeResponse(v, status); err != nil || q.key == nil {
			return err
		}
		return q.key.store(tx, r, dataSubject(v), q.router.clock.Now())
	})
	if err != nil {
		return nil, err
	}
	if q.key != nil && !r.replayed {
		q.enforceQuota(ctx, r)
	}
	eventbus.WaitForReadModels(ctx, db, q.router.readYourWrites)
	return r, nil
}

// claimKey is the response that another request with the key has stored since this one was looked
// up, or nil; then the key is locked until the transaction ends.
func (q *request) claimKey(tx *gorm.DB) (*response, error) {
	if q.key == nil {
		return nil, nil
	}
	return q.key.claim(tx, q.router.clock.Now())
}

func dataSubject(v any) string {
	if p, ok := v.(Personal); ok {
		return p.DataSubject()
	}
	return ""
}
