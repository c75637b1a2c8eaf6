package webhooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestDelivers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		all, others := newReceiver(t, nil), newReceiver(t, nil)
		made := s.endpoint(t, all.URL+"/x", "ordering.*")
		s.endpoint(t, others.URL, "catalog.*")
		orderID := id.New()
		s.Publish(t, paid(orderID))
		got := all.wait(t, 1)[0]
		if err := got.verify(t, made.Text("secret")); err != nil {
			t.Errorf("the verifier of Standard Webhooks: %v", err)
		}
		if err := got.verify(t, "whsec_"+"C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfCg3J3q0Y="); err == nil {
			t.Error("another secret verifies, too")
		}
		d := s.awaitDeliveries(t, made.Text("id"), 1, "delivered", isDelivered)[0]
		h := got.header
		if h.Get("Content-Type") != "application/json" || h.Get("User-Agent") != "orderd-webhooks/1" || h.Get("webhook-id") != d.EventID ||
			got.ID != d.EventID {
			t.Errorf("headers: %v", h)
		}
		if got.Type != "ordering.order_paid.v1" || got.Key != orderID || got.Data["amount"] != 19.99 || got.Data["email"] != nil ||
			got.Seq != d.Seq {
			t.Errorf("body: %s", got.body)
		}
		if d.Attempts != 1 || len(d.Log) != 1 || *d.StatusCode != 204 || d.Error != nil || d.DeliveredAt == nil {
			t.Errorf("delivery: %+v", d)
		}
		endpoint := s.admin.Do(t, "GET", path+"/"+made.Text("id"), nil).Require(t, 200)
		if endpoint.Text("lastSuccessAt") == "" || endpoint.Number("pending") != 0 || len(others.all()) != 0 {
			t.Errorf("endpoint: %s; others got %d", endpoint.Body, len(others.all()))
		}
	})
}

// Rotated, a receiver verifies with either secret.
func TestBothSecretsSign(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		made := s.endpoint(t, r.URL, "*")
		rotated := s.admin.Do(t, "POST", path+"/"+made.Text("id")+"/rotate-secret", nil).Require(t, 200)
		s.Publish(t, paid(id.New()))
		got := r.wait(t, 1)[0]
		if err := errors.Join(got.verify(t, made.Text("secret")), got.verify(t, rotated.Text("secret"))); err != nil {
			t.Error(err)
		}
		s.Clock.Advance(rotationTime + time.Second)
		s.Publish(t, paid(id.New()))
		later := r.wait(t, 2)[1]
		if later.verify(t, rotated.Text("secret")) != nil || later.verify(t, made.Text("secret")) == nil {
			t.Error("after 24 hours the old secret signs, or the new one does not")
		}
	})
}

// The events of a key arrive one at a time in the order of the log; those of others meanwhile.
func TestOrderOfKeys(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		together := make(chan struct{})
		var waiting atomic.Int64
		r := newReceiver(t, func(received) int {
			if waiting.Add(1) == 4 {
				close(together)
			}
			<-together // until four keys are under way
			return 200
		})
		made := s.endpoint(t, r.URL, "*")
		var all []eventbus.Event
		for range 4 {
			all = append(all, payments(id.New(), 5)...)
		}
		s.Publish(t, all...)
		s.awaitDeliveries(t, made.Text("id"), 20, "delivered", isDelivered)
		r.requireOrder(t)
		if r.atOnce() < 4 || len(r.all()) != 20 {
			t.Errorf("%d requests, at most %d at once", len(r.all()), r.atOnce())
		}
	})
}

// No endpoint waits for another that does not answer.
func TestEndpointsDoNotWaitForEachOther(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := make(chan struct{})
		slow, fast := newReceiver(t, func(received) int { <-release; return 200 }), newReceiver(t, nil)
		defer close(release)
		s.endpoint(t, slow.URL, "*")
		made := s.endpoint(t, fast.URL, "*")
		for range 40 {
			s.Publish(t, paid(id.New()))
		}
		s.awaitDeliveries(t, made.Text("id"), 40, "the fast one has all", isDelivered)
		if n := slow.atOnce(); n > 16 {
			t.Errorf("%d under way to the slow one", n)
		}
	})
}

// An attempt whose claim ends while it is under way, in a process that was suspended, is not made
// again by the same process.
func TestNotTwiceAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := make(chan struct{})
		r := newReceiver(t, func(received) int { <-release; return 200 })
		made := s.endpoint(t, r.URL, "*")
		key, other := id.New(), id.New()
		s.Publish(t, payments(key, 2)...)
		r.wait(t, 1)
		s.Clock.Advance(2 * lease)
		s.Publish(t, paid(other)) // its request shows that the worker has claimed since
		r.wait(t, 2)
		close(release)
		s.awaitDeliveries(t, made.Text("id"), 3, "delivered", isDelivered)
		r.requireOrder(t)
		if n := len(r.all()); n != 3 {
			t.Errorf("%d requests, want 3", n)
		}
	})
}

// A delivery that is refused is tried again later, ten times; then it has failed, and its key goes
// on. Others' keys do not wait.
func TestRetries(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		bad, good := id.New(), id.New()
		var refused atomic.Int64
		r := newReceiver(t, func(got received) int {
			if got.Key == bad && refused.Add(1) <= maxAttempts {
				return 404
			}
			return 200
		})
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, append(payments(bad, 2), paid(good))...)
		s.awaitDeliveries(t, endpointID, 1, "the other key", isDelivered)
		for n := 1; n < maxAttempts; n++ {
			d := s.awaitDeliveries(t, endpointID, 1, fmt.Sprint(n, " attempts"), func(d delivery) bool { return d.Key == bad && attempted(n)(d) })[0]
			wait := d.DueAt.Sub(d.UpdatedAt)
			if want := retryPauses.After(n); wait < want*9/10-time.Millisecond || wait > want*11/10+time.Millisecond || d.Status != deliveryQueued {
				t.Errorf("attempt %d: again after %v, want %v: %s", n, wait, want, d.Status)
			}
			s.Clock.Advance(retryPauses.After(n) * 11 / 10)
			s.admin, _ = s.As(t, auth.RoleAdmin)
			s.nudge(t, endpointID)
		}
		all := s.awaitDeliveries(t, endpointID, 2, "the key goes on", isDelivered)
		if d := all[0]; d.Status != deliveryFailed || d.Attempts != maxAttempts || *d.StatusCode != 404 || *d.Error != errorStatus {
			t.Errorf("the refused one: %+v", d)
		}
		if got := s.awaitStatus(t, endpointID, "active"); got.At("failingSince") != nil {
			t.Errorf("a refusal is no outage: %s", got.Body)
		}
	})
}

// An endpoint that is away is probed by one delivery at a time, which uses up no attempt. The first
// answer brings all.
func TestFailing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var away atomic.Bool
		away.Store(true)
		r := newReceiver(t, func(received) int {
			if away.Load() {
				return http.StatusServiceUnavailable
			}
			return 200
		})
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, paid(id.New()), paid(id.New()), paid(id.New()))
		failing := s.awaitStatus(t, endpointID, "failing")
		if failing.Text("failingSince") == "" || failing.Number("pending") != 3 {
			t.Errorf("failing: %s", failing.Body)
		}
		s.Publish(t, payments(id.New(), 30)...)
		probed := map[string]bool{}
		for n := range 3 {
			s.Clock.Advance(probePause(n))
			s.nudge(t, endpointID)
			probed[r.wait(t, 4+n)[3+n].Key] = true
			kit.Eventually(t, "the probe is recorded", func() error {
				if e, err := endpointByID(s.DB.WithContext(t.Context()), endpointID); err != nil || e.Probes != n+1 {
					return fmt.Errorf("%d probes, %w", e.Probes, err)
				}
				return nil
			})
		}
		if len(probed) != 3 || len(r.all()) != 6 {
			t.Errorf("%d requests, probes of %d keys", len(r.all()), len(probed))
		}
		for _, d := range s.deliveries(t, endpointID) {
			if d.Attempts > 1 {
				t.Errorf("%d attempts", d.Attempts)
			}
		}
		away.Store(false)
		s.Clock.Advance(probePause(3))
		s.nudge(t, endpointID)
		s.awaitDeliveries(t, endpointID, 33, "all at once", isDelivered)
		r.requireOrder(t)
		s.awaitStatus(t, endpointID, "active")
	})
}

// A failing endpoint is announced after an hour and disabled after 72. Enabled, it gets what
// waited.
func TestFailsForThreeDays(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var away atomic.Bool
		away.Store(true)
		r := newReceiver(t, func(received) int {
			if away.Load() {
				return 500
			}
			return 200
		})
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, paid(id.New()), paid(id.New()), paid(id.New()))
		s.awaitStatus(t, endpointID, "failing")
		log := eventbustest.Record(t, s.DB)
		s.Clock.Advance(noticeAfter)
		s.admin, _ = s.As(t, auth.RoleAdmin)
		s.nudge(t, endpointID)
		kit.Eventually(t, "the notice", func() error {
			if len(eventbustest.Of[events.EndpointFailing](log)) != 1 {
				return errors.New("none")
			}
			return nil
		})
		s.Clock.Advance(giveUpAfter)
		s.admin, _ = s.As(t, auth.RoleAdmin)
		s.nudge(t, endpointID)
		disabled := s.awaitStatus(t, endpointID, "disabled")
		if disabled.Text("disabledReason") != "failures" || disabled.Number("pending") != 3 {
			t.Errorf("disabled: %s", disabled.Body)
		}
		if got := eventbustest.Of[events.EndpointDisabled](log); len(got) != 1 || got[0].Reason != events.DisabledByFailures ||
			got[0].Host != "127.0.0.1" {
			t.Errorf("events: %+v", got)
		}
		s.Publish(t, paid(id.New()))
		if n := len(s.deliveries(t, endpointID)); n != 3 {
			t.Errorf("a disabled endpoint has %d deliveries", n)
		}
		away.Store(false)
		s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": true}).Require(t, 200)
		s.Publish(t, paid(id.New()))
		s.awaitDeliveries(t, endpointID, 4, "what waited and what comes", isDelivered)
	})
}

// 410 disables the endpoint, and cancels what waits.
func TestGone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, func(received) int { return http.StatusGone })
		made := s.endpoint(t, r.URL, "*")
		endpointID := made.Text("id")
		s.Publish(t, payments(id.New(), 3)...)
		disabled := s.awaitStatus(t, endpointID, "disabled")
		if disabled.Text("disabledReason") != "gone" || disabled.Number("pending") != 0 {
			t.Errorf("disabled: %s", disabled.Body)
		}
		// Who read it before sees in an edit that it was disabled.
		s.admin.With("If-Match", made.Header.Get("ETag")).Do(t, "PATCH", path+"/"+endpointID, body{"description": "Edited"}).Require(t, 412)
		for _, d := range s.deliveries(t, endpointID) {
			if d.Status != deliveryCancelled {
				t.Errorf("%s", d.Status)
			}
		}
		if n := len(r.all()); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
}

// Two replicas share the work: nothing is sent twice, no key is out of order.
func TestReplicas(t *testing.T) {
	t.Parallel()
	s := &setup{Runner: postgres(t)}
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	s.Replica(t)
	r := newReceiver(t, nil)
	endpointID := s.endpoint(t, r.URL, "*").Text("id")
	const keys, perKey = 20, 5
	var all []eventbus.Event
	for range keys {
		all = append(all, payments(id.New(), perKey)...)
	}
	s.Publish(t, all...)
	s.awaitDeliveries(t, endpointID, keys*perKey, "delivered", isDelivered)
	r.requireOrder(t)
	if n := len(r.all()); n != keys*perKey {
		t.Errorf("%d requests of %d", n, keys*perKey)
	}
}

// Personal data goes to those who may have it, and so do all erasures.
func TestPersonalData(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"ordering.*"}, "personalData": true}).Require(t, 201)
		s.Publish(t, paid(id.New()))
		if got := r.wait(t, 1)[0]; got.Data["email"] != "ada@example.com" {
			t.Errorf("%s", got.body)
		}
		s.Publish(t, erased(id.New(), s.Clock.Now()))
		if got := r.wait(t, 2)[1]; got.Type != "identity.account_erased.v1" {
			t.Errorf("%s", got.body)
		}
	})
}

// The erasure of a guest goes to every endpoint with personal data, and to no other. What receivers
// have answered to the guest's events is deleted.
func TestGuestErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		holder, other := newReceiver(t, nil), newReceiver(t, nil)
		s.admin.Do(t, "POST", path, body{"url": holder.URL, "events": []string{"identity.*"}, "personalData": true}).Require(t, 201)
		books := s.endpoint(t, other.URL, "ordering.order_*").Text("id")
		bought := paid(id.New())
		s.Publish(t, bought)
		s.awaitDeliveries(t, books, 1, "delivered", isDelivered)
		if err := s.DB.WithContext(t.Context()).Exec(`UPDATE webhooks_deliveries SET responses = '["thank you, Ada"]'`).Error; err != nil {
			t.Fatal(err)
		}
		s.Publish(t, ordering.GuestErased{GuestID: bought.UserID, ErasedAt: s.Clock.Now()})
		if got := holder.wait(t, 1)[0]; got.Type != "ordering.guest_erased.v1" || got.Data["guestId"] != bought.UserID {
			t.Errorf("%s", got.body)
		}
		if left := s.deliveries(t, books); len(left) != 1 || !left[0].Erased || len(left[0].Responses) != 0 {
			t.Errorf("%+v", left)
		}
	})
}

// What is sent is exactly the body of the event, so that the signature and the feed agree with it.
func TestBodyIsThatOfTheLog(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		s.endpoint(t, r.URL, "*")
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, paid(id.New()))
		got := r.wait(t, 1)[0]
		body, err := publicEvents.body(log.Entries()[0], false)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := json.Marshal(body); err != nil || string(want) != string(got.body) {
			t.Errorf("%s, want %s (%v)", got.body, want, err)
		}
	})
}
