package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/module"
)

// A task that is queued for longer than lateAfter is late. Failures within recently are of interest.
const (
	lateAfter = 10 * time.Minute
	recently  = 24 * time.Hour
)

// check counts the tasks that are late and those that failed of late.
func (s *service) check(ctx context.Context, db *gorm.DB) []module.Finding {
	if db == nil {
		return nil
	}
	now := s.Clock.Now()
	var late, lost int64
	err := errors.Join(
		db.WithContext(ctx).Model(&task{}).Where("status = ? AND created_at < ?", queued, now.Add(-lateAfter)).Count(&late).Error,
		db.WithContext(ctx).Model(&task{}).Where("status = ? AND (created_at >= ? OR give_up_at BETWEEN ? AND ?)", failed, now.Add(-recently), now.Add(-recently), now).
			Count(&lost).Error)
	if err != nil {
		return []module.Finding{module.NotChecked("payment tasks", err)}
	}
	var findings []module.Finding
	if late > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "payment_tasks_late", Subject: "payment tasks", Found: fmt.Sprintf("%d calls to the card provider wait for more than 10 min", late),
			Todo: "check that the service runs with payments.stripe_key, and that Stripe answers",
		})
	}
	if lost > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "payment_tasks_failed", Subject: "payment tasks", Found: fmt.Sprintf("%d calls to the card provider have failed within the last day", lost),
			Todo: "GET /v1/admin/payments/tasks?status=failed has the reasons; settle them in Stripe's dashboard",
		})
	}
	if len(findings) == 0 {
		findings = append(findings, module.Finding{Level: module.OK, Code: "payment_tasks_ok", Subject: "payment tasks", Found: "none is late or has failed within the last day"})
	}
	return findings
}
