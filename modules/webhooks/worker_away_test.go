package webhooks

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// advance moves the clock and lets the endpoint's worker look at it.
func (s *setup) advance(t *testing.T, endpointID string, by time.Duration) {
	t.Helper()
	s.Clock.Advance(by)
	s.admin, _ = s.As(t, auth.RoleAdmin)
	s.nudge(t, endpointID)
}

// awaitProbes waits until n probes of a failing endpoint are recorded.
func (s *setup) awaitProbes(t *testing.T, endpointID string, n int) {
	t.Helper()
	kit.Eventually(t, fmt.Sprint(n, " probes"), func() error {
		if e, err := endpointByID(s.DB.WithContext(t.Context()), endpointID); err != nil || e.Probes != n {
			return fmt.Errorf("%d, %w", e.Probes, err)
		}
		return nil
	})
}

// unlessAway answers 200, and 503 while away.
func unlessAway(away *atomic.Bool) func(received) int {
	return func(received) int {
		if away.Load() {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	}
}

// An endpoint is away for an hour, while orders go on: another endpoint has every event at once.
// Five minutes after its return it has all of them, those of each key in order.
func TestAwayForAnHour(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var away atomic.Bool
		away.Store(true)
		r, other := newReceiver(t, unlessAway(&away)), newReceiver(t, nil)
		endpointID, otherID := s.endpoint(t, r.URL, "ordering.*").Text("id"), s.endpoint(t, other.URL, "ordering.*").Text("id")
		log := eventbustest.Record(t, s.DB)
		var orders []eventbus.Event
		for range 4 {
			orders = append(orders, paid(id.New()))
		}
		s.Publish(t, orders...)
		s.awaitStatus(t, endpointID, "failing")
		published := len(orders)
		const step = 10 * time.Minute
		for n := range int(time.Hour / step) {
			s.Publish(t, slices.Concat(orders, orders)...)
			published += 2 * len(orders)
			s.awaitDeliveries(t, otherID, published, "the other endpoint has all", isDelivered)
			s.advance(t, endpointID, step)
			s.awaitProbes(t, endpointID, n+1)
		}
		if got := eventbustest.Of[events.EndpointFailing](log); len(got) != 1 {
			t.Errorf("%d notices after an hour", len(got))
		}
		away.Store(false)
		s.advance(t, endpointID, maxProbe)
		s.awaitDeliveries(t, endpointID, published, "all have arrived", isDelivered)
		r.requireOrder(t)
		other.requireOrder(t)
		other.requireDocumented(t, s)
		if n := len(other.all()); n != published {
			t.Errorf("the other endpoint got %d requests of %d events", n, published)
		}
	})
}

// An event that has no body holds neither another key nor another endpoint: it fails, the feed
// leaves it out, and its delivery says so.
func TestPoisonedEventHoldsNothing(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		bad := w.deliveries(t, w.endpointID)[0]
		other := paid(id.New())
		w.Publish(t, other)
		if err := w.DB.WithContext(t.Context()).Exec("UPDATE events SET payload = '{\"amount\":\"much\"}' WHERE seq = ?",
			bad.Seq).Error; err != nil {
			t.Fatal(err)
		}
		claimed := w.batch(t, 16)
		if len(claimed) != 2 || !slices.ContainsFunc(claimed, func(d delivery) bool { return d.Key == other.OrderID }) {
			t.Errorf("claimed: %+v", claimed)
		}
		i := slices.IndexFunc(claimed, func(d delivery) bool { return d.ID == bad.ID })
		w.batch(t, 0, outcome{delivery: claimed[i], result: result{at: w.Clock.Now(), lost: true}})

		all := w.admin.Do(t, "GET", feed, nil).Require(t, 200)
		var page struct{ Data []struct{ Seq int64 } }
		all.Decode(t, &page)
		if len(page.Data) != 2 || page.Data[0].Seq <= bad.Seq || all.At("hasMore") != false {
			t.Errorf("the feed: %s", all.Body)
		}
		first := w.admin.Do(t, "GET", feed+"?limit=1", nil).Require(t, 200)
		if first.At("data.0") != nil || first.Text("cursor") != feedCursor(bad.Seq) || first.At("hasMore") != true {
			t.Errorf("the first page: %s", first.Body)
		}
		w.admin.Do(t, "GET", path+"/deliveries/"+bad.ID, nil).Require(t, 200).RequireFields(t, kit.Fields{"status": "failed", "request": nil})
	})
}

// A user is erased while events wait and one is under way: what is sent from then on is
// blank, and nothing that is stored holds what the receiver answers.
func TestErasedWhileQueued(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var away atomic.Bool
		away.Store(true)
		held, release := make(chan struct{}), make(chan struct{})
		var requests atomic.Int64
		r := newReceiver(t, func(got received) int {
			if requests.Add(1) == 4 { // the first probe
				close(held)
				<-release
			}
			return unlessAway(&away)(got)
		})
		r.echo = true
		start := s.Clock.Now().Add(-time.Minute)
		endpointID := s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"ordering.*"}, "personalData": true}).Require(t, 201).
			Text("id")
		first, second, third := paid(id.New()), paid(id.New()), paid(id.New())
		second.UserID, third.UserID = first.UserID, first.UserID
		s.Publish(t, first, second, third)
		s.awaitStatus(t, endpointID, "failing")
		if !strings.Contains(s.dump(t), "ada@example.com") {
			t.Fatal("no answer is stored before the erasure")
		}
		s.advance(t, endpointID, probePause(0))
		<-held
		s.eraseSubject(t, first.UserID)
		s.Publish(t, erased(first.UserID, s.Clock.Now()))
		close(release)
		s.awaitProbes(t, endpointID, 1)
		before := len(r.all())
		away.Store(false)
		s.advance(t, endpointID, probePause(1))
		s.awaitDeliveries(t, endpointID, 4, "all have arrived", isDelivered)
		made := s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": start.Format(time.RFC3339)}).Require(t, 201)
		s.awaitReplay(t, made.Text("id"), "done").RequireFields(t, kit.Fields{"queued": 4})
		for _, got := range r.wait(t, before+8)[before:] {
			if strings.Contains(string(got.body), "ada@example.com") || strings.Contains(string(got.body), `"Ada"`) {
				t.Errorf("sent after the erasure: %s", got.body)
			}
		}
		s.awaitDeliveries(t, endpointID, 4, "all have arrived again", isDelivered)
		r.requireDocumented(t, s)
		if dump := s.dump(t); strings.Contains(dump, "ada@example.com") || strings.Contains(dump, "Ada") {
			t.Errorf("stored after the erasure: %s", dump)
		}
	})
}

// dump is what is stored of events and deliveries, as text.
func (s *setup) dump(t *testing.T) (text string) {
	t.Helper()
	for _, table := range []string{"events", "webhooks_deliveries", "webhooks_replays"} {
		var rows []map[string]any
		if err := s.DB.WithContext(t.Context()).Table(table).Find(&rows).Error; err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintln(table, rows)
	}
	return text
}
