package mailer

import (
	"testing"
	"time"

	"orderd/test/kit/mailserver"
)

func TestOldLettersAreDeleted(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseTo("nobody@example.com", 550))
		s.Publish(t, registration("maria@example.com"), registration("nobody@example.com"))
		s.awaitStatus(t, "maria@example.com", sent)
		s.awaitStatus(t, "nobody@example.com", failed)
		s.advance(remains - time.Hour)
		s.Publish(t, registration("ada@example.com"))
		s.awaitStatus(t, "ada@example.com", sent)
		for _, step := range []struct {
			later time.Duration
			left  int64
		}{{0, 3}, {2 * time.Hour, 1}} {
			s.Clock.Advance(step.later)
			if err := s.mailer.sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := rows(t, s.DB, "1 = 1"); got != step.left {
				t.Errorf("%v later: %d letters are left, want %d", step.later, got, step.left)
			}
		}
	})
}
