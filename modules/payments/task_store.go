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
)

// insertTask stores the task, unless there is one of the same kind and subject.
func insertTask(tx *gorm.DB, t task) error {
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "kind"}, {Name: "subject_id"}}, DoNothing: true}).
		Create(&t).Error
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

// countLateAndFailed counts the tasks that are queued for longer than lateAfter, and those that
// have failed within failedWithin.
func countLateAndFailed(db *gorm.DB, now time.Time) (late, failed int64, err error) {
	since := now.Add(-failedWithin)
	err = errors.Join(
		db.Model(&task{}).Where("status = ? AND created_at < ?", taskQueued, now.Add(-lateAfter)).Count(&late).Error,
		db.Model(&task{}).Where("status = ? AND (created_at >= ? OR give_up_at BETWEEN ? AND ?)", taskFailed, since, since,
			now).
			Count(&failed).Error)
	return late, failed, err
}
