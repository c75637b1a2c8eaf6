package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/module"
)

const (
	lateAfter    = 10 * time.Minute // an email that has been queued for longer is late
	failedWithin = 24 * time.Hour   // how far back the check looks for failures
)

// check checks the mail server, without sending, and the queue if there is a database.
func (m *mailer) check(ctx context.Context, db *gorm.DB) []module.Finding {
	findings := []module.Finding{m.server.check(ctx)}
	if db != nil {
		findings = append(findings, checkQueue(db.WithContext(ctx), m.Clock.Now())...)
	}
	return findings
}

// checkQueue counts the emails that are late and those that have failed within the last day.
func checkQueue(db *gorm.DB, now time.Time) []module.Finding {
	late, lateErr := countQueuedBefore(db, now.Add(-lateAfter))
	failed, failedErr := countFailedSince(db, now.Add(-failedWithin), now)
	if err := errors.Join(lateErr, failedErr); err != nil {
		return []module.Finding{module.NotChecked("mail queue", err)}
	}
	findings := []module.Finding{
		{Level: module.OK, Code: "mails_queued_ok", Subject: "mail queue", Found: "no mail is late"},
		{Level: module.OK, Code: "mails_failed_ok", Subject: "mail queue", Found: "no mail has failed within the last day"},
	}
	if late > 0 {
		findings[0] = module.Finding{
			Level: module.Warning, Code: "mails_late", Subject: "mail queue",
			Found: fmt.Sprintf("%d mails are queued for more than 10 min", late),
			Todo: "check that the service runs and that the mail server takes mails: GET /v1/admin/mails?status=queued has " +
				"the reasons",
		}
	}
	if failed > 0 {
		findings[1] = module.Finding{
			Level: module.Warning, Code: "mails_failed", Subject: "mail queue",
			Found: fmt.Sprintf("%d mails have failed within the last day", failed),
			Todo:  "GET /v1/admin/mails?status=failed has the reasons; POST /v1/admin/mails/{id}/retry sends one again",
		}
	}
	return findings
}
