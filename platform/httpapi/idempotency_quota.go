package httpapi

import (
	"context"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// storeQuota is how much of one caller's responses is kept. Beyond it the oldest are deleted.
type storeQuota struct{ responses, bytes int64 }

// storeQuotas are those of a network whose callers are anonymous, of a user, and of staff and API
// keys, whose programs may write much.
type storeQuotas struct{ network, user, staff storeQuota }

var defaultQuotas = storeQuotas{
	network: storeQuota{responses: 1_000, bytes: 4 << 20},
	user:    storeQuota{responses: 2_000, bytes: 8 << 20},
	staff:   storeQuota{responses: 50_000, bytes: 64 << 20},
}

// rowOverhead is about what a row takes beside its body: the columns and their place in the
// indexes.
const rowOverhead = 300

// quotaOwner is whose quota the request's response counts against: the caller column of
// http_answers.
func (q *request) quotaOwner(ctx context.Context) string {
	if q.caller != nil {
		return q.caller.ID()
	}
	return "network:" + NetworkDigest(ctx)
}

func (q *request) quota() storeQuota {
	switch quotas := q.router.quotas; {
	case q.caller == nil:
		return quotas.network
	case q.caller.IsStaff(), q.caller.KeyID != "":
		return quotas.staff
	default:
		return quotas.user
	}
}

// storeUsage is what this process has stored of each owner's responses since they were last
// trimmed. It decides when to trim, so that a write costs no further statement: of an owner's
// responses no more is stored than the quota and, for each process and each simultaneous request, a
// quarter of it.
type storeUsage struct {
	mu     sync.Mutex
	stored map[string]storeQuota
}

// maxOwners bounds the memory of a storeUsage.
const maxOwners = 100_000

// add counts a response and reports whether it is time to trim those of the owner; then the count
// begins anew.
func (u *storeUsage) add(owner string, more, limit storeQuota) (due bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.stored == nil || len(u.stored) >= maxOwners {
		// An owner who is dropped may store a quarter of the quota more.
		u.stored = map[string]storeQuota{}
	}
	sum := u.stored[owner]
	sum.responses += more.responses
	sum.bytes += more.bytes
	if sum.responses <= limit.responses/4 && sum.bytes <= limit.bytes/4 {
		u.stored[owner] = sum
		return false
	}
	delete(u.stored, owner)
	return true
}

// trimResponses deletes the oldest responses of an owner beyond the quota.
const trimResponses = `
DELETE FROM http_answers WHERE id IN (
	SELECT id FROM (
		SELECT id, row_number() OVER newest AS nth, sum(octet_length(body) + @row) OVER newest AS bytes
		FROM http_answers WHERE caller = @owner AND caller <> ''
		WINDOW newest AS (ORDER BY created_at DESC, id)
	) AS kept WHERE nth > @answers OR bytes > @bytes)`

// enforceQuota counts a response that was stored, and trims those of its owner when it is time.
// After a failure the owner's next response tries again.
func (q *request) enforceQuota(ctx context.Context, r *response) {
	owner, limit := q.key.caller, q.quota()
	more := storeQuota{1, int64(len(r.body)) + rowOverhead}
	usage := &q.router.usage
	if !usage.add(owner, more, limit) {
		return
	}
	err := database.InTx(ctx, q.router.db, func(tx *gorm.DB) error {
		return tx.Exec(trimResponses, map[string]any{"owner": owner, "row": rowOverhead, "answers": limit.responses,
			"bytes": limit.bytes}).Error
	})
	if err != nil {
		usage.add(owner, storeQuota{limit.responses / 4, limit.bytes / 4}, limit)
		q.router.log.Warn("the stored responses of a caller are not trimmed for now", zap.String("request_id", q.id),
			zap.Error(err))
	}
}
