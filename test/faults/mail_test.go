package faults

import (
	"context"
	"fmt"
	"net/url"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

// The mail server is away while 100 customers register: every answer is as usual, no mail is lost,
// and the codes still work, although they waited longer than their 15 minutes.
func TestMailServerAway(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		if err := w.mail.Close(); err != nil {
			t.Fatal(err)
		}
		emails := make([]string, 100)
		for i := range emails {
			emails[i] = someone("waiting")
			began := time.Now()
			if err := w.register(t.Context(), w.api(), emails[i]); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > answerTime {
				t.Errorf("a registration took %v while the mail server was away", took)
			}
		}
		kit.Eventually(t, "the queue shows what waits and why", func() error {
			list := w.asAdmin().Do(t, "GET", "/v1/admin/mails?status=queued&limit=100", nil).Require(t, 200)
			if list.Number("meta.total") != 100 || list.Number("data.99.attempts") < 1 || list.Text("data.99.lastError") == "" {
				return fmt.Errorf("%.0f queued, the first: %v", list.Number("meta.total"), list.At("data.99"))
			}
			return nil
		})
		w.ageRegistrations(t, time.Hour)
		if err := w.mail.Listen(); err != nil {
			t.Fatal(err)
		}
		checkEverything(t, w) // uses all 100 codes
	})
}

// ageRegistrations makes what is stored of the registrations and their challenges older by d, as if
// the service had stood still for so long.
func (w *world) ageRegistrations(t *testing.T, d time.Duration) {
	t.Helper()
	for table, columns := range map[string][]string{
		"identity_registrations":   {"created_at", "expires_at"},
		"identity_code_challenges": {"made_at", "expires_at"},
	} {
		for _, column := range columns {
			type row struct {
				ID string
				At time.Time
			}
			for _, r := range query[row](w, "SELECT id, "+column+" AS at FROM "+table) {
				if err := w.db.Exec("UPDATE "+table+" SET "+column+" = ? WHERE id = ?", r.At.UTC().Add(-d), r.ID).Error; err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A mail that is refused for good fails and can be sent again by an admin; one that is refused
// for now (a full server) waits; the mails to others go on.
func TestMailRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		refused, full, fine := someone("refused"), someone("full"), someone("fine")
		w.mail.Script(func(stage mailserver.Stage, to string) mailserver.Reply {
			switch {
			case stage == mailserver.Rcpt && to == refused:
				return mailserver.Reply{Code: 550, Text: "no such mailbox"}
			case stage == mailserver.Rcpt && to == full:
				return mailserver.Reply{Code: 452, Text: "insufficient storage"}
			}
			return mailserver.Reply{}
		})
		for _, email := range []string{refused, full, fine} {
			if err := w.register(t.Context(), w.api(), email); err != nil {
				t.Fatal(err)
			}
		}
		within, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := w.verify(within, w.api(), fine); err != nil {
			t.Error(err)
		}
		failed := w.awaitMail(t, refused, "failed")
		w.awaitMail(t, full, "queued")

		w.mail.Script(nil)
		path := "/v1/admin/mails/" + failed + "/retry"
		w.api().Do(t, "POST", path, nil).Require(t, 401, "unauthenticated")
		w.asAdmin().Do(t, "POST", "/v1/admin/mails/"+id.New()+"/retry", nil).Require(t, 404, "not_found")
		w.asAdmin().Do(t, "POST", path, nil).Require(t, 200)
		checkEverything(t, w)
	})
}

// awaitMail waits until the mail to an address has the status, with its reason, and returns its
// id.
func (w *world) awaitMail(t *testing.T, to, status string) (id string) {
	t.Helper()
	kit.Eventually(t, "the mail to "+to+" is "+status, func() error {
		list := w.asAdmin().Do(t, "GET", "/v1/admin/mails?limit=100&status="+url.QueryEscape(status), nil).Require(t, 200)
		for i := range int(list.Number("meta.total")) {
			row := fmt.Sprintf("data.%d.", i)
			if list.Text(row+"to") == to && list.Number(row+"attempts") > 0 && list.Text(row+"lastError") != "" {
				id = list.Text(row + "id")
				return nil
			}
		}
		return fmt.Errorf("%s", list.Body)
	})
	return id
}

// The server accepts a mail and closes the connection before its reply: the same mail is sent
// again.
func TestMailAcceptedWithoutAWord(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		email := someone("ambiguous")
		hungUp := make(chan struct{}, 1)
		w.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
			if stage == mailserver.Accepted {
				select {
				case hungUp <- struct{}{}:
					return mailserver.Reply{Hangup: true}
				default:
				}
			}
			return mailserver.Reply{}
		})
		if err := w.register(t.Context(), w.api(), email); err != nil {
			t.Fatal(err)
		}
		kit.Eventually(t, "the mail comes again", func() error {
			if n := w.mail.Count(email); n != 2 {
				return fmt.Errorf("it came %d times", n)
			}
			return nil
		})
		w.kills++ // it may be twice there
		checkEverything(t, w)
	})
}
