package payments

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/backoff"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// The kinds of a task, and its states beside failed.
const (
	taskIntent = "intent"
	taskCancel = "cancel"
	taskRefund = "refund"

	queued = "queued"
	done   = "done"
)

const (
	// persistence is how long a task is tried: Stripe knows an idempotency key for 24 h, and a later call would count anew.
	persistence = 23 * time.Hour
	// lease is how long a claimed task is its worker's own. A call ends before.
	lease = 3 * callTime
	// atOnce is how many calls a worker makes at the same time.
	atOnce = 8
)

// pauses are those after the first, second, … failure of a task; the last one repeats.
var pauses = backoff.Pauses{time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// task is something to be done at the provider. Its id is the idempotency key there.
type task struct {
	ID        string `gorm:"primaryKey"`
	Seq       int64  // of the event that it stems from: an order's tasks are done in this order
	Kind      string
	SubjectID string // the order, or the refund
	OrderID   string
	Status    string
	Attempts  int
	DueAt     time.Time // when it may be tried; while it is claimed, when the claim ends
	GiveUpAt  time.Time
	Claim     *string // whose it is; the record of an outcome is guarded by it
	LastError *string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	Trace     string    // the traceparent that its call hangs below, or ""
}

func (task) TableName() string { return "payments_tasks" }

// enqueue queues the task, unless it was queued before, and wakes the worker after the commit.
func (s *service) enqueue(tx *gorm.DB, t task) error {
	now := s.Clock.Now()
	t.ID, t.Status, t.DueAt, t.GiveUpAt, t.CreatedAt = id.New(), queued, now, now.Add(persistence), now
	t.Trace = tracing.Traceparent(tx.Statement.Context)
	if err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "kind"}, {Name: "subject_id"}}, DoNothing: true}).Create(&t).Error; err != nil {
		return err
	}
	database.AfterCommit(tx, s.queued.Send)
	return nil
}

// claim makes tasks that are due the caller's own for the time of a lease: of each order the first that is not done.
func (s *service) claim(ctx context.Context) (claimed []task, err error) {
	now := s.Clock.Now()
	var due []string
	err = s.DB.WithContext(ctx).Raw(`SELECT t.id FROM payments_tasks t WHERE t.status = ? AND t.due_at <= ? AND NOT EXISTS (
		SELECT 1 FROM payments_tasks before WHERE before.order_id = t.order_id AND before.status = ? AND before.seq < t.seq)
		ORDER BY t.due_at LIMIT ?`, queued, now, queued, atOnce).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		claimed = nil
		return tx.Model(&claimed).Clauses(clause.Returning{}).Where("id IN ? AND status = ? AND due_at <= ?", due, queued, now).
			Updates(map[string]any{"claim": id.New(), "due_at": now.Add(lease), "attempts": gorm.Expr("attempts + 1")}).Error
	})
	return claimed, err
}

// finish notes the outcome in the task: nil is done, a final error or one after the last try is failed, any other brings it again.
func (t *task) finish(err error, final bool, now time.Time) {
	t.Claim, t.LastError = nil, nil
	if err == nil {
		t.Status = done
		return
	}
	why := err.Error()
	t.LastError = &why
	if final || !now.Before(t.GiveUpAt) {
		t.Status = failed
		return
	}
	t.DueAt = now.Add(pauses.After(t.Attempts))
}
