package mailer

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit/mailserver"
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
		at := func(status string, age time.Duration) letter {
			now := s.Clock.Now()
			return letter{
				ID: id.New(), EventID: id.New(), Kind: "welcome", Locale: "en", Data: "{}", MessageID: id.New(), Status: status,
				DueAt: now.Add(time.Hour), GiveUpAt: now.Add(persistence - age), CreatedAt: now.Add(-age),
			}
		}
		for _, row := range []struct {
			mail letter
			want string
		}{
			{at(queued, 9*time.Minute), "ok mails_queued_ok, ok mails_failed_ok"},
			{at(failed, 72*time.Hour+time.Minute), "ok mails_queued_ok, ok mails_failed_ok"},
			{at(queued, 11*time.Minute), "warning mails_late, ok mails_failed_ok"},
			{at(failed, 49*time.Hour), "warning mails_late, warning mails_failed"},
		} {
			if err := insert(s.DB, row.mail); err != nil {
				t.Fatal(err)
			}
			if got := codesOf(s.mailer.check(t.Context(), s.DB)); got != "ok mail_server_ok, "+row.want {
				t.Errorf("after a %s mail of %s: %s", row.mail.Status, row.mail.CreatedAt, got)
			}
		}
		if s.mail.Count("") > 0 {
			t.Error("the check has sent a mail")
		}
		s.closeMailServer(t)
		if got := codesOf(s.mailer.check(t.Context(), nil)); got != "error mail_server_unreachable" {
			t.Error(got)
		}
	})
}

func TestCheckEncryption(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	plain := mailserver.Start(t, mailserver.Options{})
	encrypted := mailserver.Start(t, mailserver.Options{TLS: web.TLS})
	for url, want := range map[string]string{
		strings.TrimSuffix(plain.URL(), "?tls=none"):           "error mail_server_tls",
		strings.Replace(plain.URL(), "smtp://", "smtps://", 1): "error mail_server_tls",
		encrypted.URL(): "error mail_server_tls",
	} {
		s, err := parseServer(strings.TrimSuffix(url, "?tls=none"))
		if err != nil {
			t.Fatal(err)
		}
		if got := codesOf([]module.Finding{s.check(t.Context())}); got != want {
			t.Errorf("%s: %s", url, got)
		}
	}
}
