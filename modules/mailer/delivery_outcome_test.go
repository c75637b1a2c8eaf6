package mailer

import (
	"strings"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit/moduletest"
)

// The outcomes that wait are saved together: by one UPDATE, and with one statement for their
// events. One that is no longer under its claim is left alone, and its email stays as it is.
func TestOutcomesAreSavedTogether(t *testing.T) {
	t.Parallel()
	var updates, publishes atomic.Int32
	s := onPostgres(t, func(p moduletest.Deps, m *module.Module) {
		withoutRun(p, m)
		countStatements(t, p.DB.Callback().Row().After("gorm:row"), "UPDATE mailer_letters", &updates)
		countStatements(t, p.DB.Callback().Query().After("gorm:query"), "INSERT INTO events", &publishes)
	})
	log := eventbustest.Record(t, s.DB)
	now, claim := s.Clock.Now(), id.New()
	d := deliverer{mailer: s.mailer, recordCtx: t.Context(), saved: make(chan []email)}
	var emails []email
	for _, of := range []string{claim, claim, id.New(), claim} {
		e := s.newEmail(t, registerAgainDraft("maria@example.com"))
		e.Claim, e.Attempts, e.DueAt = &of, 1, now.Add(lease)
		s.insert(t, e)
		emails = append(emails, e)
	}
	for i := range emails {
		e := emails[i]
		if i == 3 {
			e.markAttemptFailed("busy", false, now)
		} else {
			e.markSent(now)
		}
		e.Claim = &claim
		d.unsaved = append(d.unsaved, e)
	}
	before := publishes.Load()
	d.saveOutcomes()
	d.finishSave(t.Context(), <-d.saved)
	if updates.Load() != 1 || publishes.Load() != before+1 {
		t.Errorf("%d UPDATEs of emails, %d statements that publish", updates.Load(), publishes.Load()-before)
	}
	log.RequireExactly(t, events.EmailSent{EmailID: emails[0].ID, Kind: emails[0].Kind, SentAt: now},
		events.EmailSent{EmailID: emails[1].ID, Kind: emails[1].Kind, SentAt: now})
	entries := log.Entries() // oldest first
	if len(entries) != 2 || entries[0].Causation != emails[0].EventID || entries[1].Causation != emails[1].EventID {
		t.Errorf("the log: %+v", entries)
	}
	for i, want := range []emailStatus{emailSent, emailSent, emailQueued, emailQueued} {
		var got email
		if err := s.DB.Take(&got, "id = ?", emails[i].ID).Error; err != nil {
			t.Fatal(err)
		}
		if got.Status != want || (got.Claim != nil) != (i == 2) || (got.LastError != nil) != (i == 3) {
			t.Errorf("email %d: %+v", i, got)
		}
	}
}

// An email whose rejection is not saved yet when the server accepts mail again does not wait for
// its next attempt either.
func TestUnsavedRejectionIsExpedited(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, withoutRun)
	now, claim := s.Clock.Now(), id.New()
	e := s.newEmail(t, registerAgainDraft("maria@example.com"))
	e.Claim, e.Attempts, e.DueAt = &claim, 4, now.Add(lease)
	s.insert(t, e)
	d := deliverer{mailer: s.mailer, recordCtx: t.Context(), saved: make(chan []email), sending: map[string]email{e.ID: e}}
	e.markAttemptFailed("busy", false, now)
	d.unsaved = []email{e}
	d.recoverQueue(t.Context())
	d.saveOutcomes()
	d.finishSave(t.Context(), <-d.saved)
	if got := s.await(t, "maria@example.com", "queued", func(e email) bool {
		return e.Status == emailQueued
	}); got.Claim != nil || got.DueAt.After(s.Clock.Now()) {
		t.Errorf("due %v, want now: %+v", got.DueAt.Sub(now), got)
	}
}

// countStatements counts the statements of a kind whose SQL contains part.
func countStatements(t *testing.T, kind interface {
	Register(name string, fn func(*gorm.DB)) error
}, part string, count *atomic.Int32,
) {
	t.Helper()
	err := kind.Register("test:count", func(tx *gorm.DB) {
		if strings.Contains(tx.Statement.SQL.String(), part) {
			count.Add(1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An email that is due again before the end of its save is known is not tried beside that: the end
// of the save would take the new attempt for the old one, and a stop would not wait for it.
func TestDispatchWaitsForTheEndOfASave(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, withoutRun)
	e, other := email{ID: id.New()}, email{ID: id.New()}
	d := deliverer{
		mailer: s.mailer, sendCtx: t.Context(), recordCtx: t.Context(), claimedAt: s.Clock.Now(),
		idle: []*smtpConn{{server: s.mailer.server}, {server: s.mailer.server}}, results: make(chan sendResult, 2),
		claimed: []email{e, other}, sending: map[string]email{e.ID: e}, saved: make(chan []email, 1),
	}
	d.dispatch(t.Context())
	if len(d.claimed) != 1 || d.claimed[0].ID != e.ID || len(d.idle) != 1 {
		t.Errorf("%d wait, %d connections are idle", len(d.claimed), len(d.idle))
	}
	<-d.results
	d.finishSave(t.Context(), []email{e})
	d.dispatch(t.Context())
	if _, isTried := d.sending[e.ID]; !isTried || len(d.claimed) != 0 {
		t.Errorf("%d wait after the save", len(d.claimed))
	}
	<-d.results
}
