package payments

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// insertTask stores the task, unless there is one of the same kind and subject. The end of an
// intent replaces one: that may be done without having ended it, or is about to be.
func insertTask(tx *gorm.DB, t task) error {
	same := clause.OnConflict{Columns: []clause.Column{{Name: "kind"}, {Name: "subject_id"}}, DoNothing: true}
	if t.Kind == taskCancelIntent {
		same.DoNothing = false
		same.DoUpdates = clause.AssignmentColumns([]string{
			"id", "seq", "status", "attempts", "due_at", "give_up_at", "claim", "last_error", "created_at", "trace",
		})
	}
	return tx.Clauses(same).Create(&t).Error
}

// claimTasks claims up to maxCalls tasks that are due, of each order the first one that is not
// done.
func claimTasks(ctx context.Context, db *gorm.DB, now time.Time) (claimed []task, err error) {
	var due []string
	err = db.WithContext(ctx).Raw(`SELECT t.id FROM payments_tasks t WHERE t.status = ? AND t.due_at <= ? AND NOT EXISTS (
		SELECT 1 FROM payments_tasks before WHERE before.order_id = t.order_id AND before.status = ? AND before.seq < t.seq)
		ORDER BY t.due_at LIMIT ?`, taskQueued, now, taskQueued, maxCalls).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		claimed = nil
		return tx.Model(&claimed).Clauses(clause.Returning{}).
			Where("id IN ? AND status = ? AND due_at <= ?", due, taskQueued, now).
			Updates(background.Claim(now.Add(lease))).Error
	})
	return claimed, err
}

// saveClaimed saves the outcome of an attempt. It returns false when the claim has ended and
// another worker has the task.
func saveClaimed(tx *gorm.DB, t task) (bool, error) {
	saved, err := background.SaveClaimed(tx, []task{t}, "last_error")
	return len(saved) > 0, err
}

// renewTask makes a refund that the provider has refused for a dispute a new task, due at a moment:
// the provider repeats the refusal for the same key.
func renewTask(tx *gorm.DB, t task, due time.Time) error {
	return tx.Model(&task{}).Where("id = ?", t.ID).
		Updates(map[string]any{"id": id.New(), "due_at": due, "give_up_at": due.Add(retryPeriod)}).Error
}

// advanceRefunds makes the refunds of an order due that wait, as those of a disputed payment do.
func advanceRefunds(tx *gorm.DB, orderID string, now time.Time) error {
	waiting := tx.Model(&task{}).Where("status = ? AND claim IS NULL AND due_at > ?", taskQueued, now)
	return waiting.Where("order_id = ? AND kind = ?", orderID, taskRefund).UpdateColumn("due_at", now).Error
}

// refundOfTask is the refund that the task sends. It returns fault.NotFound.
func refundOfTask(db *gorm.DB, t task) (refund, error) {
	return database.Take[refund](db.Where("refund_id = ?", t.SubjectID))
}

// lockTask reads a task FOR UPDATE. It returns fault.NotFound.
func lockTask(tx *gorm.DB, taskID string) (task, error) {
	return database.ByID[task](database.ForUpdate(tx), taskID)
}

// pageOfTasks is a page of the tasks, newest first, and their number. A blank status or order does
// not restrict it.
func pageOfTasks(db *gorm.DB, status taskStatus, orderID string, p httpapi.Page) ([]task, int64, error) {
	if status != "" {
		db = db.Where("status = ?", status)
	}
	if orderID != "" {
		db = db.Where("order_id = ?", orderID)
	}
	return httpapi.FindPage[task](db, p, "id DESC")
}

// countLateAndFailed counts the tasks that are queued for longer than lateAfter, but for those that
// wait for a dispute, and those that have failed within failedWithin.
func countLateAndFailed(db *gorm.DB, now time.Time) (late, failed int64, err error) {
	since := now.Add(-failedWithin)
	err = errors.Join(
		db.Model(&task{}).Where("status = ? AND created_at < ? AND due_at < ?", taskQueued, now.Add(-lateAfter),
			now.Add(lateAfter)).Count(&late).Error,
		db.Model(&task{}).Where("status = ? AND (created_at >= ? OR give_up_at BETWEEN ? AND ?)", taskFailed, since, since,
			now).
			Count(&failed).Error)
	return late, failed, err
}
