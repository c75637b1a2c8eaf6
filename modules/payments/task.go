package payments

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// taskKind says which call a task makes.
type taskKind string

const (
	taskCreateIntent taskKind = "intent"
	taskCancelIntent taskKind = "cancel"
	taskRefund       taskKind = "refund"
)

// Values are all of them.
func (taskKind) Values() []string {
	return convert.Strings(taskCreateIntent, taskCancelIntent, taskRefund)
}

// SchemaName is the name in the OpenAPI document.
func (taskKind) SchemaName() string { return "PaymentTaskKind" }

// taskStatus is the state of a task.
type taskStatus string

const (
	taskQueued taskStatus = "queued"
	taskDone   taskStatus = "done"
	taskFailed taskStatus = "failed"
)

// Values are all of them.
func (taskStatus) Values() []string { return convert.Strings(taskQueued, taskDone, taskFailed) }

// SchemaName is the name in the OpenAPI document.
func (taskStatus) SchemaName() string { return "PaymentTaskStatus" }

const (
	// retryPeriod is how long a task is tried. Providers keep an idempotency key for 24 h; a later
	// call would have its effect a second time.
	retryPeriod = 23 * time.Hour
	// disputePause is how long a refund of a disputed payment waits, unless the dispute is decided.
	disputePause = 6 * time.Hour
	// lease is how long a claimed task belongs to its worker. The call ends before.
	lease = 3 * callTimeout
	// maxCalls is how many calls a worker makes at the same time.
	maxCalls = 8
)

// retryPauses are the pauses after the failures of a task.
var retryPauses = background.Pauses{
	time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
}

// task is a call to the provider. Its id is the idempotency key there.
type task struct {
	ID        string `gorm:"primaryKey"`
	Seq       int64  // of the event that caused it: the tasks of an order are done in this order
	Kind      taskKind
	SubjectID string // the payment, or the refund
	OrderID   string
	Status    taskStatus
	Attempts  int
	DueAt     time.Time // when it may be tried; while it is claimed, when the claim ends
	GiveUpAt  time.Time
	Claim     *string // of the worker that has it; only that one may save the outcome
	LastError *string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	Trace     string    // the traceparent of its call, or ""
	disputed  bool      // refused by the call just made, because the payment is disputed
}

func (task) TableName() string { return "payments_tasks" }

// finish records the outcome of an attempt: done without an error; failed after a final error, or
// any error when retryPeriod is over; otherwise queued again.
func (t *task) finish(err error, final bool, now time.Time) {
	t.LastError = nil
	if err == nil {
		t.Status = taskDone
		return
	}
	reason := err.Error()
	t.LastError = &reason
	if final || !now.Before(t.GiveUpAt) {
		t.Status = taskFailed
		return
	}
	t.DueAt = now.Add(retryPauses.After(t.Attempts))
}

// retry makes the task due now, with all its attempts. A call under way goes on. A refund is tried
// no longer than before: the provider may have made it, and would make another one once it has
// forgotten the key. It returns InvalidTransition for what is done, for a refund that has failed,
// because its amount may have been refunded again since, and for an intent of an order that waits
// for no payment by card.
func (t *task) retry(i intent, now time.Time) error {
	switch {
	case t.Status == taskDone:
		return fault.New(fault.InvalidTransition, "The card provider has done this.")
	case t.Status == taskFailed && t.Kind == taskRefund:
		return fault.New(fault.InvalidTransition, "The refund has failed for good. Please refund the order again.")
	case t.Status == taskFailed && t.Kind == taskCreateIntent &&
		(!t.current(i) || i.Status != intentFailed && i.Status != intentWanted):
		return fault.New(fault.InvalidTransition, "The order waits for no payment by card.")
	case t.Claim != nil && now.Before(t.DueAt):
		return nil
	}
	t.Status, t.Claim, t.Attempts, t.LastError, t.DueAt = taskQueued, nil, 0, nil, now
	if t.Kind != taskRefund {
		t.GiveUpAt = now.Add(retryPeriod)
	}
	return nil
}

// current reports whether the task is about the order's present intent. In tasks of older versions
// the subject is the order.
func (t *task) current(i intent) bool {
	return t.SubjectID == i.PaymentID || t.SubjectID == t.OrderID
}

// taskQueue adds tasks to the queue and wakes the worker of this process; readings wakes the one
// that reads the provider.
type taskQueue struct{ wake, readings background.Signal }

// add queues the task, unless one of the same kind and subject was queued before. The end of an
// intent takes the place of an earlier one, which may not have ended it.
func (q taskQueue) add(tx *gorm.DB, t task, now time.Time) error {
	t.ID, t.Status, t.DueAt, t.GiveUpAt, t.CreatedAt = id.New(), taskQueued, now, now.Add(retryPeriod), now
	t.Trace = tracing.Traceparent(tx.Statement.Context)
	if err := insertTask(tx, t); err != nil {
		return err
	}
	database.AfterCommit(tx, q.wake.Send)
	return nil
}
