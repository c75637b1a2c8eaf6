package mailer

import (
	"testing"
	"time"

	"orderd/test/kit/mailserver"
)

func TestOldEmailsAreDeleted(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseTo("unknown@example.com", 550))
		s.register(t, "maria@example.com", "unknown@example.com")
		s.awaitStatus(t, "maria@example.com", emailSent)
		s.awaitStatus(t, "unknown@example.com", emailFailed)
		s.advance(retention - time.Hour)
		s.register(t, "ada@example.com")
		s.awaitStatus(t, "ada@example.com", emailSent)
		for _, step := range []struct {
			later time.Duration
			left  int64
		}{{0, 3}, {2 * time.Hour, 1}} {
			s.Clock.Advance(step.later)
			if err := s.mailer.deleteOldEmails(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := rows(t, s.DB, "1 = 1"); got != step.left {
				t.Errorf("%v later: %d emails are left, want %d", step.later, got, step.left)
			}
		}
	})
}
