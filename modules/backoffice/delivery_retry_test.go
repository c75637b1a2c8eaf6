package backoffice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// makeManyDead makes dead deliveries of as many keys, with one that waits behind each.
func (s *setup) makeManyDead(t *testing.T, n int) {
	t.Helper()
	s.stubborn.Store(true)
	var first []eventbus.Event
	for range n {
		first = append(first, identity.RoleChanged{UserID: id.New(), Role: identity.RoleAdmin})
	}
	s.cause(t, "r-1", "cli", slices.Concat(first, first)...)
	kit.Eventually(t, "they are dead", func() error {
		err := s.DB.WithContext(t.Context()).Exec(`UPDATE deliveries SET dead_id = `+s.newUUID()+`, died_at = ?
			WHERE attempts > 0 AND dead_id IS NULL`, s.Clock.Now()).Error
		if err != nil {
			return err
		}
		if dead := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200).Number("meta.total"); int(dead) != n {
			return fmt.Errorf("%v of %d", dead, n)
		}
		return nil
	})
	s.stubborn.Store(false)
}

// newUUID is the SQL of an id: each row has another one.
func (s *setup) newUUID() string {
	if database.Dialect(s.DB) == database.Postgres {
		return "gen_random_uuid()"
	}
	return "lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), " +
		"substr(hex(randomblob(2)), 2), hex(randomblob(6))))"
}

// A retry of many takes those of a consumer, of a name or all, in more than one batch, each with
// one event that names the admin.
func TestRetryMany(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const dead = retryBatchSize + 30
		const path = "/v1/admin/events/dead/retry"
		s.makeManyDead(t, dead)
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", path, map[string]any{}).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", path, map[string]any{}).Require(t, 403, "forbidden")
		s.admin.Do(t, "POST", path, map[string]any{"consumer": "x", "key": "x"}).Require(t, 422, "unexpected_field")
		for _, everything := range []map[string]any{{}, {"name": loggedIn}} { // by mistake
			if got := s.admin.Do(t, "POST", path, everything).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/consumer required"}) {
				t.Errorf("%s", got.Body)
			}
		}
		role := identity.RoleChanged{}.EventName()
		for _, other := range []map[string]any{{"consumer": "shop.other"}, {"consumer": "shop.stubborn", "name": loggedIn},
			{"consumer": "shop.other", "name": role}} {
			if got := s.admin.Do(t, "POST", path, other).Require(t, 200); got.Number("retried") != 0 {
				t.Errorf("%v: %s", other, got.Body)
			}
		}
		log := eventbustest.Record(t, s.DB)
		keyed := s.admin.With("Idempotency-Key", "once")
		for range 2 {
			calls := 0
			got, err := kit.Patiently(func() (kit.Answer, error) {
				calls++
				return keyed.Try("POST", path, map[string]any{"consumer": "shop.stubborn", "name": role})
			})
			if err != nil {
				t.Fatal(err)
			}
			// A call that a busy database interrupts has retried the batches before.
			if retried := got.Require(t, 200).Number("retried"); calls == 1 && retried != dead {
				t.Errorf("retried: %s", got.Body)
			}
		}
		eventbustest.Drain(t, s.DB)
		if n := s.handled.Load(); n != 2*dead {
			t.Errorf("%d events were handled, want %d", n, 2*dead)
		}
		if n := len(log.Names()); n != dead {
			t.Errorf("%d events say so, want %d", n, dead)
		}
		for _, e := range log.Entries() {
			if e.Actor != "user:"+s.adminID || e.Name != "backoffice.delivery_retried.v1" {
				t.Fatalf("%s by %s", e.Name, e.Actor)
			}
		}
		if got := s.admin.Do(t, "POST", path, map[string]any{"consumer": "shop.stubborn"}).Require(t, 200); got.Number("retried") != 0 {
			t.Errorf("nothing is left: %s", got.Body)
		}
	})
}

// The list of what got stuck names the subscriptions that nothing here serves.
func TestDeadListNamesWhatIsNotServed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		none := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200)
		if !strings.Contains(string(none.Body), `"unserved":[]`) {
			t.Errorf("%s", none.Body)
		}
		err := s.DB.WithContext(t.Context()).
			Exec("INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, 'gifts.list', FALSE)", loggedIn).Error
		if err != nil {
			t.Fatal(err)
		}
		got := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"unserved.0.consumer": "gifts.list",
			"unserved.0.event":    loggedIn,
			"unserved.0.command":  "orderd events remove gifts.list --event " + loggedIn,
		})
	})
}
