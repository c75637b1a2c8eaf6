package payments

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

const (
	// lateAfter is how long a task may be queued before it is late.
	lateAfter = 10 * time.Minute
	// failedWithin is how long a failed task is reported.
	failedWithin = 24 * time.Hour
)

// taskCheck is the check of the tasks for `orderd doctor`.
type taskCheck struct {
	clock clock.Clock
}

// check counts the tasks that are late, and those that have failed within the last day.
func (c *taskCheck) check(ctx context.Context, db *gorm.DB) []module.Finding {
	if db == nil {
		return nil
	}
	late, failed, err := countLateAndFailed(db.WithContext(ctx), c.clock.Now())
	if err == nil {
		var unread int64
		unread, err = countLateReadings(db.WithContext(ctx), c.clock.Now())
		late += unread
	}
	if err != nil {
		return []module.Finding{module.NotChecked("payment tasks", err)}
	}
	var findings []module.Finding
	if late > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "payment_tasks_late", Subject: "payment tasks",
			Found: fmt.Sprintf("%d calls to the card provider wait for more than 10 min", late),
			Todo:  "check that the service runs with the key of the provider, and that the provider answers",
		})
	}
	if failed > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "payment_tasks_failed", Subject: "payment tasks",
			Found: fmt.Sprintf("%d calls to the card provider have failed within the last day", failed),
			Todo:  "GET /v1/admin/payments/tasks?status=failed has the reasons; settle them in the provider's dashboard",
		})
	}
	if len(findings) == 0 {
		findings = append(findings, module.Finding{
			Level: module.OK, Code: "payment_tasks_ok", Subject: "payment tasks",
			Found: "none is late or has failed within the last day",
		})
	}
	return findings
}
