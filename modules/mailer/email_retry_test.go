package mailer

import (
	"fmt"
	"testing"

	"orderd/modules/mailer/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// insertFailed puts failed emails of the kind into the table.
func (s *setup) insertFailed(t *testing.T, kind events.MailKind, n int) {
	t.Helper()
	rows := make([]email, n)
	for i := range rows {
		to := fmt.Sprintf("%s-%d@example.com", kind, i)
		rows[i] = s.newEmail(t, draft{Kind: kind, To: to, Locale: "en", SubjectID: id.New(), Data: templateData{Number: "ORD-1"}})
		rows[i].markAttemptFailed("refused", true, s.Clock.Now())
	}
	if err := s.DB.Create(&rows).Error; err != nil {
		t.Fatal(err)
	}
}

// All failed emails, or those of a kind, are sent again with one request; sent and erased ones are
// not.
func TestRetryFailed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path, placed = mails + "/retry", retryBatchSize + 30
		s.insertFailed(t, events.KindOrderPlaced, placed)
		s.insertFailed(t, events.KindOrderPaid, 3)
		erased := s.newEmail(t, draft{Kind: events.KindOrderPaid, To: "x@example.com", Locale: "en", SubjectID: id.New()})
		erased.markAttemptFailed("refused", true, s.Clock.Now())
		erased.erase()
		if err := s.DB.Create(&erased).Error; err != nil {
			t.Fatal(err)
		}
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", path, map[string]any{"status": "failed"}).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", path, map[string]any{"status": "failed"}).Require(t, 403, "forbidden")
		for _, bad := range []map[string]any{{}, {"status": "sent"}, {"status": "failed", "kind": "lost"}, {"status": "failed", "to": maria}} {
			s.admin.Do(t, "POST", path, bad).Require(t, 422)
		}

		log := eventbustest.Record(t, s.DB)
		retry := func(body map[string]any, want float64) {
			t.Helper()
			keyed := s.admin.With("Idempotency-Key", id.New())
			for range 2 { // the second is answered as the first
				if got := keyed.Do(t, "POST", path, body).Require(t, 200); got.Number("retried") != want {
					t.Errorf("%v: %s, want %v", body, got.Body, want)
				}
			}
		}
		retry(map[string]any{"status": "failed", "kind": "order_shipped"}, 0)
		retry(map[string]any{"status": "failed", "kind": "order_paid"}, 3)
		retry(map[string]any{"status": "failed"}, placed)
		retry(map[string]any{"status": "failed"}, 0)
		s.awaitCount(t, emailSent, placed+3)
		if n := len(eventbustest.Of[events.EmailRetried](log)); n != placed+3 {
			t.Errorf("%d events, want %d", n, placed+3)
		}
		if n := rows(t, s.DB, "status = ?", emailFailed); n != 1 {
			t.Errorf("%d failed emails are left, want the erased one", n)
		}
	})
}
