package webhooks

import (
	"errors"
	"slices"
	"testing"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const replays = path + "/replays"

func TestReplaysRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		unknown := id.New()
		for _, op := range []struct{ method, path string }{
			{"POST", replays}, {"GET", replays}, {"GET", replays + "/" + unknown}, {"DELETE", replays + "/" + unknown},
		} {
			s.API.Do(t, op.method, op.path, body{}).Require(t, 401, "unauthenticated")
			customer.Do(t, op.method, op.path, body{}).Require(t, 403, "forbidden")
			if op.path != replays {
				s.admin.Do(t, op.method, op.path, nil).Require(t, 404, "not_found")
			}
			if op.method != "GET" {
				s.requireWriteScope(t, op.method, op.path)
			}
		}
		known := s.endpoint(t, hook, "*").Text("id")
		now := s.Clock.Now()
		at := func(d time.Duration) string { return now.Add(d).Format(time.RFC3339) }
		for _, row := range []struct {
			body body
			want string
		}{
			{body{"from": at(-time.Hour)}, "/endpointId required"},
			{body{"endpointId": known}, "/from required"},
			{body{"endpointId": unknown, "from": at(-time.Hour)}, "/endpointId not_allowed"},
			{body{"endpointId": "no-id", "from": at(-time.Hour)}, "/endpointId not_allowed"},
			{body{"endpointId": known, "from": at(time.Hour)}, "/from out_of_range"},
			{body{"endpointId": known, "from": at(-time.Hour), "to": at(-time.Hour)}, "/to out_of_range"},
			{body{"endpointId": known, "from": "yesterday"}, "/from bad_format"},
			{body{"endpointId": known, "from": at(-time.Hour), "events": []string{"mailer.*"}}, "/events/0 not_allowed"},
		} {
			if got := s.admin.Do(t, "POST", replays, row.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{row.want}) {
				t.Errorf("%v: %v, want %s", row.body, got.Pointers(), row.want)
			}
		}
		s.admin.Do(t, "PATCH", path+"/"+known, body{"enabled": false}).Require(t, 200)
		s.admin.Do(t, "POST", replays, body{"endpointId": known, "from": at(-time.Hour)}).Require(t, 409, "invalid_transition")
	})
}

// The replays of one endpoint can be listed alone.
func TestReplaysOfAnEndpoint(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var endpointID string
		for range 2 {
			endpointID = s.endpoint(t, hook, "catalog.*").Text("id")
			s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": s.Clock.Now().Add(-time.Hour)}).Require(t, 201)
		}
		for query, want := range map[string]int{"": 2, "?endpointId=" + endpointID: 1, "?endpointId=" + id.New(): 0, "?endpointId=x": 0} {
			s.admin.Do(t, "GET", replays+query, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": want})
		}
	})
}

// awaitReplay waits until a replay has a status.
func (s *setup) awaitReplay(t *testing.T, replayID, status string) kit.Answer {
	t.Helper()
	var got kit.Answer
	kit.Eventually(t, "the replay is "+status, func() error {
		if got = s.admin.Do(t, "GET", replays+"/"+replayID, nil).Require(t, 200); got.Text("status") != status {
			return errors.New(string(got.Body))
		}
		return nil
	})
	return got
}

// A replay fills the gap of a disabled endpoint, and sends what was delivered again, with the same
// ids.
func TestReplay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		endpointID := s.endpoint(t, r.URL, "ordering.*").Text("id")
		start := s.Clock.Now().Add(-time.Minute)
		s.Publish(t, payments(id.New(), 3)...)
		s.awaitDeliveries(t, endpointID, 3, "delivered", isDelivered)
		s.Clock.Advance(time.Minute)
		disabled := s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": false}).Require(t, 200).Text("disabledAt")
		gap := id.New()
		s.Publish(t, payments(gap, 5)...)
		s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": true}).Require(t, 200)
		log := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": disabled}).Require(t, 201)
		if made.Header.Get("Location") != replays+"/"+made.Text("id") {
			t.Errorf("made at %q", made.Header.Get("Location"))
		}
		s.awaitReplay(t, made.Text("id"), "done").RequireFields(t, kit.Fields{
			"queued": 5, "endpointId": endpointID, "events.0": "ordering.*", "events.1": nil,
		})
		s.awaitDeliveries(t, endpointID, 8, "no gap", isDelivered)
		if got := r.all()[3:]; len(got) != 5 || slices.ContainsFunc(got, func(g received) bool { return g.Key != gap }) {
			t.Errorf("%d requests after the replay", len(got))
		}
		r.requireOrder(t)

		all := s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": start.Format(time.RFC3339),
			"events": []string{"ordering.order_paid.v1"}}).Require(t, 201)
		s.awaitReplay(t, all.Text("id"), "done").RequireFields(t, kit.Fields{"queued": 8})
		r.wait(t, 16)
		s.awaitDeliveries(t, endpointID, 8, "all again", func(d delivery) bool { return isDelivered(d) && len(d.Log) == 2 })
		ids := map[string]int{}
		for _, got := range r.all() {
			ids[got.ID]++
		}
		if len(ids) != 8 {
			t.Errorf("%d ids of 8 events", len(ids))
		}
		if list := s.admin.Do(t, "GET", replays, nil).Require(t, 200); list.Text("data.0.id") != all.Text("id") ||
			list.Number("meta.total") != 2 {
			t.Errorf("list: %s", list.Body)
		}
		if got := eventbustest.Of[events.ReplayStarted](log); len(got) != 2 || got[0].EndpointID != endpointID {
			t.Errorf("events: %+v", got)
		}
	})
}

// A replay to an endpoint with personal data sends erasures too, unless events are given. One of
// pings sends nothing, because they are not in the log.
func TestReplayOfErasures(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		s.Publish(t, paid(id.New()), erased(id.New(), s.Clock.Now()))
		endpointID := s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"ordering.*"}, "personalData": true}).Require(t, 201).
			Text("id")
		request := body{"endpointId": endpointID, "from": s.Clock.Now().Add(-time.Hour).Format(time.RFC3339)}
		all := s.admin.Do(t, "POST", replays, request).Require(t, 201)
		all.RequireFields(t, kit.Fields{"events.0": "ordering.*", "events.1": "identity.account_erased.v1"})
		s.awaitReplay(t, all.Text("id"), "done").RequireFields(t, kit.Fields{"queued": 2})
		request["events"] = []string{"ordering.order_paid.v1"}
		given := s.admin.Do(t, "POST", replays, request).Require(t, 201)
		s.awaitReplay(t, given.Text("id"), "done").RequireFields(t, kit.Fields{"queued": 1})
		request["events"] = []string{"webhooks.*"}
		pings := s.admin.Do(t, "POST", replays, request).Require(t, 201)
		s.awaitReplay(t, pings.Text("id"), "done").RequireFields(t, kit.Fields{"queued": 0})
	})
}

// No more than 1 000 events of a replay wait; one replay runs for an endpoint, and can be stopped.
func TestReplayAhead(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := make(chan struct{})
		r := newReceiver(t, func(received) int { <-release; return 200 })
		defer close(release)
		var all []eventbus.Event
		for range replayAhead + 100 {
			all = append(all, paid(id.New()))
		}
		s.Publish(t, all...)
		endpointID := s.endpoint(t, r.URL, "ordering.*").Text("id")
		from := s.Clock.Now().Add(-time.Hour).Format(time.RFC3339)
		made := s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": from}).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": from}).Require(t, 409, "invalid_transition")
		kit.Eventually(t, "1 000 ahead", func() error {
			if got := s.admin.Do(t, "GET", replays+"/"+made, nil).Require(t, 200); got.Number("queued") != replayAhead {
				return errors.New(string(got.Body))
			}
			return nil
		})
		for range 2 {
			s.admin.Do(t, "DELETE", replays+"/"+made, nil).Require(t, 204)
		}
		if got := s.awaitReplay(t, made, "stopped"); got.Number("queued") != replayAhead {
			t.Errorf("stopped: %s", got.Body)
		}
		statuses := atOnce(t, 10, func() (kit.Answer, error) {
			return s.admin.Try("POST", replays, body{"endpointId": endpointID, "from": from})
		})
		if statuses[201] != 1 || statuses[409] != 9 {
			t.Errorf("of 10 at once: %v", statuses)
		}
	})
}
