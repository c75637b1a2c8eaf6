package httpapi

import (
	"context"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
)

// answerQuota is how much of one caller's answers is kept. Beyond it the oldest go first.
type answerQuota struct{ answers, bytes int64 }

// answerQuotas are those of a network whose callers are anonymous, of a customer, and of an admin, whose programs may write much.
type answerQuotas struct{ network, customer, admin answerQuota }

var defaultQuotas = answerQuotas{
	network:  answerQuota{answers: 1_000, bytes: 4 << 20},
	customer: answerQuota{answers: 2_000, bytes: 8 << 20},
	admin:    answerQuota{answers: 50_000, bytes: 64 << 20},
}

// answerRow is what a row takes beside its body, roughly: the columns and their place in the indexes.
const answerRow = 300

// owner is whose quota the request's answer counts against: the caller column of http_answers.
func (q *request) owner(ctx context.Context) string {
	if q.caller != nil {
		return q.caller.UserID
	}
	return "network:" + NetworkDigest(ctx)
}

func (q *request) quota() answerQuota {
	switch quotas := q.router.quotas; {
	case q.caller == nil:
		return quotas.network
	case q.caller.Role == auth.RoleAdmin:
		return quotas.admin
	default:
		return quotas.customer
	}
}

// answerTally is what was stored of each caller's answers since they were last trimmed, by this process. It decides when to trim, so that a write costs no
// statement more: what is stored of a caller is never more than the quota and, for each process and each of the caller's requests at once, a quarter of it.
type answerTally struct {
	mu     sync.Mutex
	stored map[string]answerQuota
}

// add counts an answer and tells whether it is time to trim the caller's; then the count begins anew.
func (t *answerTally) add(owner string, more, limit answerQuota) (due bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stored == nil || len(t.stored) >= maxCallers {
		t.stored = map[string]answerQuota{} // who is forgotten may store a quarter of the quota more
	}
	sum := t.stored[owner]
	sum.answers += more.answers
	sum.bytes += more.bytes
	if sum.answers <= limit.answers/4 && sum.bytes <= limit.bytes/4 {
		t.stored[owner] = sum
		return false
	}
	delete(t.stored, owner)
	return true
}

// trimAnswers deletes the oldest answers of an owner beyond the quota.
const trimAnswers = `
DELETE FROM http_answers WHERE id IN (
	SELECT id FROM (
		SELECT id, row_number() OVER newest AS nth, sum(octet_length(body) + @row) OVER newest AS bytes
		FROM http_answers WHERE caller = @owner AND caller <> ''
		WINDOW newest AS (ORDER BY created_at DESC, id)
	) AS kept WHERE nth > @answers OR bytes > @bytes)`

// bound counts an answer that was stored, and trims the caller's when it is time. A failure is made up for by the caller's next answer.
func (q *request) bound(ctx context.Context, a *answer) {
	owner, limit := q.key.caller, q.quota()
	more := answerQuota{1, int64(len(a.body)) + answerRow}
	tally := &q.router.stored
	if !tally.add(owner, more, limit) {
		return
	}
	err := database.InTx(ctx, q.router.db, func(tx *gorm.DB) error {
		return tx.Exec(trimAnswers, map[string]any{"owner": owner, "row": answerRow, "answers": limit.answers, "bytes": limit.bytes}).Error
	})
	if err != nil {
		tally.add(owner, answerQuota{limit.answers / 4, limit.bytes / 4}, limit)
		q.router.log.Warn("the stored answers of a caller are not trimmed for now", zap.String("request_id", q.id), zap.Error(err))
	}
}
