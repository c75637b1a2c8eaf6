package carrier

import (
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// What one site erases another one erases too. It leaves a tombstone there: what a third site
// published about the subject before the erasure, and sends after it, comes blank.
func TestAnErasureReachesOtherSites(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	home := newSite(t, node.URL(), "home").start()
	third := newSite(t, node.URL(), "third").start()
	third.stop() // it publishes, and sends later
	in := newSite(t, node.URL(), "in", "home", "third").hears("shop.one").start()
	home.publish("a", "b")
	third.publish("a", "b")
	in.awaitHandled(home, 2, 1)
	err := database.InTx(t.Context(), home.db, func(tx *gorm.DB) error { return eventbus.EraseSubject(t.Context(), tx, "subject-a") })
	if err != nil {
		t.Fatal(err)
	}
	in.awaitCount("the erasure is handled", 1, "SELECT count(*) FROM event_erasures WHERE subject = 'subject-a'")
	for _, s := range []*site{home, in} {
		if n := s.count("SELECT count(*) FROM events WHERE personal LIKE '%note of a%' OR subject = 'subject-a'"); n != 0 {
			t.Errorf("%d events of the log of %s name the subject", n, s.name)
		}
	}
	third.carry()
	in.awaitCount("the third site's events are here", 4, "SELECT count(*) FROM events WHERE name = 'shop.counted.v1'")
	if n := in.count("SELECT count(*) FROM events WHERE personal LIKE '%note of a%' OR subject = 'subject-a'"); n != 0 {
		t.Errorf("%d late events name the subject", n)
	}
	if n := in.count("SELECT count(*) FROM events WHERE personal LIKE '%note of b%'"); n != 2 {
		t.Errorf("%d events of the other subject have their personal fields, want 2", n)
	}
}

// An erasure that is handled again after a later one leaves the later tombstone.
func TestATombstoneDoesNotMoveBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, "nats://127.0.0.1:1", "home") // never started
	now := time.Now().UTC().Truncate(time.Microsecond)
	for _, at := range []time.Time{now, now.Add(time.Hour), now} {
		erase := func(tx *gorm.DB) error {
			return s.carrier.erased(t.Context(), tx, eventbus.SubjectErased{Subject: "ada", ErasedAt: at})
		}
		if err := database.InTx(t.Context(), s.db, erase); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.count("SELECT count(*) FROM event_erasures WHERE subject = 'ada' AND erased_at = ?", now.Add(time.Hour)); n != 1 {
		t.Error("the tombstone has moved back")
	}
}

func (s *site) awaitCount(what string, want int, query string) {
	s.Helper()
	kit.Eventually(s, what, func() error {
		if n := s.count(query); n != want {
			return fmt.Errorf("%d, want %d", n, want)
		}
		return nil
	})
}
