package mailer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/platform/module"
)

// codesOf are the levels and codes of findings.
func codesOf(findings []module.Finding) string {
	var codes []string
	for _, f := range findings {
		codes = append(codes, fmt.Sprint(f.Level, " ", f.Code))
	}
	return strings.Join(codes, ", ")
}

func TestCheckQueue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, row := range []struct {
			status emailStatus
			age    time.Duration
			want   string
		}{
			{emailQueued, 9 * time.Minute, "ok mails_queued_ok, ok mails_failed_ok"},
			{emailFailed, 72*time.Hour + time.Minute, "ok mails_queued_ok, ok mails_failed_ok"},
			{emailQueued, 11 * time.Minute, "warning mails_late, ok mails_failed_ok"},
			{emailFailed, 49 * time.Hour, "warning mails_late, warning mails_failed"},
		} {
			now := s.Clock.Now()
			err := s.DB.Create(&email{
				ID: id.New(), EventID: id.New(), Kind: "welcome", Locale: "en", Data: "{}", MessageID: id.New(), Status: row.status,
				DueAt: now.Add(time.Hour), ExpiresAt: now.Add(retryPeriod - row.age), CreatedAt: now.Add(-row.age),
			}).Error
			if err != nil {
				t.Fatal(err)
			}
			if got := codesOf(s.mailer.check(t.Context(), s.DB)); got != "ok mail_server_ok, "+row.want {
				t.Errorf("after a %s email of %s: %s", row.status, row.age, got)
			}
		}
		if s.server.Count("") > 0 {
			t.Error("the check has sent an email")
		}
		s.closeServer(t)
		if got := codesOf(s.mailer.check(t.Context(), nil)); got != "error mail_server_unreachable" {
			t.Error(got)
		}
	})
}
