package backoffice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/modules/backoffice/events"
	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// setup is the module alone, with an admin and another module's consumer, which fails for as long
// as it is stubborn.
type setup struct {
	*moduletest.Runner
	admin    *kit.API
	adminID  string
	stubborn *atomic.Bool
	handled  *atomic.Int64
}

func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Helper()
	eachAt(t, "", test)
}

// eachAt is each at one of several sites.
func eachAt(t *testing.T, site string, test func(t *testing.T, s *setup)) {
	t.Parallel()
	var setups sync.Map // by database
	moduletest.Each(t, func(p moduletest.Deps) module.Module {
		s := &setup{stubborn: new(atomic.Bool), handled: new(atomic.Int64)}
		setups.Store(p.DB, s)
		m := New(Deps{DB: p.DB, Clock: p.Clock, Site: site})
		m.Subscribe = func(bus *eventbus.Bus) { eventbus.On(bus, eventbus.Consumer{Name: "shop.stubborn"}, s.handle) }
		return m
	}, func(t *testing.T, r *moduletest.Runner) {
		made, _ := setups.Load(r.DB)
		s := made.(*setup)
		s.Runner = r
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

func (s *setup) handle(context.Context, *gorm.DB, eventbus.Message[identity.RoleChanged]) error {
	if s.stubborn.Load() {
		return errors.New("the shelf is locked")
	}
	s.handled.Add(1)
	return nil
}

// cause publishes an event as a request of the actor would.
func (s *setup) cause(t *testing.T, requestID, actor string, happened ...eventbus.Event) {
	t.Helper()
	ctx := eventbus.WithCause(t.Context(), eventbus.Cause{RequestID: requestID, Actor: actor})
	if err := s.Announce(ctx, happened...); err != nil {
		t.Fatal(err)
	}
}

func names(a kit.Answer) []string {
	var all []string
	for i := range int(a.Number("meta.total")) {
		if name := a.Text(fmt.Sprintf("data.%d.name", i)); name != "" {
			all = append(all, name)
		}
	}
	return all
}

const (
	loggedIn = "identity.logged_in.v1"
	profile  = "identity.profile_changed.v1"
	role     = "identity.role_changed.v1"
	failed   = "identity.login_failed.v1"
)

func TestEventsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, path := range []string{"/v1/admin/events", "/v1/admin/audit", "/v1/admin/events/dead"} {
			customer, _ := s.As(t, auth.RoleCustomer)
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
			bad := s.admin.Do(t, "GET", path+"?limit=101&page=0", nil).Require(t, 422, "validation_failed")
			if !slices.Equal(slices.Sorted(slices.Values(bad.Pointers())), []string{"?limit out_of_range", "?page out_of_range"}) {
				t.Errorf("%s: %v", path, bad.Pointers())
			}
		}
		bad := s.admin.Do(t, "GET", "/v1/admin/events?from=yesterday&to=x", nil).Require(t, 422)
		if got := bad.Pointers(); len(got) != 2 {
			t.Errorf("malformed moments: %v", got)
		}
	})
}

func TestEvents(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada := id.New()
		s.cause(t, "r-1", "user:"+ada, identity.LoggedIn{UserID: ada, SessionID: id.New(), Method: "password"})
		s.Clock.Advance(time.Hour)
		s.admin, s.adminID = s.As(t, auth.RoleAdmin) // the first one's token has expired
		between := s.Clock.Now().Add(-time.Minute).Format(time.RFC3339)
		s.cause(t, "r-2", "user:"+ada, identity.ProfileChanged{UserID: ada, Locale: "en", Email: "ada@example.com", FullName: "Ada"},
			identity.RoleChanged{UserID: ada, Role: "admin"})
		s.cause(t, "r-3", "anonymous", identity.LoginFailed{AddressID: kit.AddressID("bob@example.com"), Reason: "credentials"})

		for _, row := range []struct {
			query string
			want  []string
		}{
			{"", []string{failed, role, profile, loggedIn}},
			{"?limit=2", []string{failed, role}},
			{"?limit=2&page=2", []string{profile, loggedIn}},
			{"?page=9", nil},
			{"?name=" + role, []string{role}},
			{"?name=none", nil},
			{"?key=" + ada, []string{role, profile, loggedIn}},
			{"?requestId=r-2", []string{role, profile}},
			{"?actor=anonymous", []string{failed}},
			{"?actor=user:" + ada + "&name=" + loggedIn, []string{loggedIn}},
			{"?from=" + between, []string{failed, role, profile}},
			{"?to=" + between, []string{loggedIn}},
			{"?from=" + between + "&to=" + between, nil},
		} {
			got := s.admin.Do(t, "GET", "/v1/admin/events"+row.query, nil).Require(t, 200)
			if !slices.Equal(names(got), row.want) {
				t.Errorf("%s: %v, want %v", row.query, names(got), row.want)
			}
		}

		got := s.admin.Do(t, "GET", "/v1/admin/events?name="+profile, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"data.0.payload.email": "ada@example.com",
			"data.0.subject":       ada,
			"data.0.actor":         "user:" + ada,
			"data.0.requestId":     "r-2",
			"data.0.causation":     nil,
			"data.0.source":        nil,
		})
		if got.Number("data.0.seq") < 1 {
			t.Errorf("the entry: %s", got.Body)
		}

		audit := s.admin.Do(t, "GET", "/v1/admin/audit", nil).Require(t, 200)
		if !slices.Equal(names(audit), []string{failed, role, loggedIn}) {
			t.Errorf("the audit has %v: a changed profile does not concern access", names(audit))
		}
		if got := names(s.admin.Do(t, "GET", "/v1/admin/audit?actor=anonymous", nil).Require(t, 200)); !slices.Equal(got, []string{failed}) {
			t.Errorf("the audit of anonymous: %v", got)
		}
		if got := names(s.admin.Do(t, "GET", "/v1/admin/audit?name="+profile, nil).Require(t, 200)); got != nil {
			t.Errorf("the audit by a name that is not in it: %v", got)
		}
	})
}

// With several sites an entry of the log names the one that published it, be it this one, and the
// list of dead deliveries the one whose consumers it is about.
func TestSites(t *testing.T) {
	eachAt(t, "main", func(t *testing.T, s *setup) {
		s.makeDead(t)
		s.cause(t, "r-3", "cli", identity.LoginFailed{AddressID: kit.AddressID("bob@example.com"), Reason: "credentials"})
		imported := s.DB.WithContext(t.Context()).Exec("UPDATE events SET source = 'pay' WHERE name = ?", failed)
		if imported.Error != nil || imported.RowsAffected != 1 {
			t.Fatal(imported.RowsAffected, imported.Error)
		}
		for _, path := range []string{"/v1/admin/events", "/v1/admin/audit"} {
			s.admin.Do(t, "GET", path+"?limit=2", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.source": "pay", "data.1.source": "main"})
		}
		s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"site": "main", "data.0.event.source": "main"})
	})
}

// makeDead makes a dead delivery with two that wait behind it, and returns its id.
func (s *setup) makeDead(t *testing.T) string {
	t.Helper()
	ada := id.New()
	s.stubborn.Store(true)
	s.cause(t, "r-1", "cli", identity.RoleChanged{UserID: ada, Role: "admin"})
	kit.Eventually(t, "a first attempt", func() error {
		killed := s.DB.WithContext(t.Context()).Exec("UPDATE deliveries SET dead_id = ?, died_at = ? WHERE attempts > 0 AND dead_id IS NULL",
			id.New(), s.Clock.Now())
		if killed.Error == nil && killed.RowsAffected == 0 {
			return errors.New("none yet")
		}
		return killed.Error
	})
	s.cause(t, "r-2", "cli", identity.RoleChanged{UserID: ada, Role: "customer"}, identity.RoleChanged{UserID: ada, Role: "admin"})
	dead := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200)
	dead.RequireFields(t, kit.Fields{
		"meta.total":                1,
		"data.0.consumer":           "shop.stubborn",
		"data.0.waiting":            2,
		"data.0.lastError":          "the shelf is locked",
		"data.0.event.payload.role": "admin",
	})
	if dead.Number("data.0.attempts") < 1 {
		t.Fatalf("dead deliveries: %s", dead.Body)
	}
	return dead.Text("data.0.id")
}

func TestRetry(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		dead := s.makeDead(t)
		path := "/v1/admin/events/dead/" + dead + "/retry"
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", path, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", path, nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "POST", path, map[string]any{"force": true}).Require(t, 422, "unexpected_field")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "POST", "/v1/admin/events/dead/"+unknown+"/retry", nil).Require(t, 404, "not_found")
		}

		log := eventbustest.Record(t, s.DB)
		s.stubborn.Store(false)
		keyed := s.admin.With("Idempotency-Key", "once")
		got := keyed.Do(t, "POST", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"id": dead, "waiting": 2})
		eventbustest.Drain(t, s.DB)
		if n := s.handled.Load(); n != 3 {
			t.Errorf("%d events were handled, want the dead one and the two behind it", n)
		}
		log.RequireExactly(t, events.DeliveryRetried{DeliveryID: dead, Consumer: "shop.stubborn", EventID: got.Text("event.id")})
		entry := s.admin.Do(t, "GET", "/v1/admin/audit?name=backoffice.delivery_retried.v1", nil).Require(t, 200)
		if entry.Text("data.0.actor") != "user:"+s.adminID {
			t.Errorf("the audit: %s", entry.Body)
		}

		if again := keyed.Do(t, "POST", path, nil).Require(t, 200); again.Header.Get("Idempotency-Replayed") != "true" {
			t.Error("the same key is not replayed")
		}
		s.admin.Do(t, "POST", path, nil).Require(t, 404, "not_found")
		if left := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil); left.Number("meta.total") != 0 {
			t.Errorf("still dead: %s", left.Body)
		}
	})
}

// Of many admins at once one revives a delivery, and one event says so.
func TestRetryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		path := "/v1/admin/events/dead/" + s.makeDead(t) + "/retry"
		log := eventbustest.Record(t, s.DB)
		s.stubborn.Store(false)
		var revived, missed atomic.Int64
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				answer, err := kit.Patiently(func() (kit.Answer, error) { return s.admin.Try("POST", path, nil) })
				switch {
				case err == nil && answer.Status == 200:
					revived.Add(1)
				case err == nil && answer.Status == 404:
					missed.Add(1)
				default:
					t.Errorf("%d %v %s", answer.Status, err, answer.Body)
				}
			})
		}
		all.Wait()
		if revived.Load() != 1 || missed.Load() != 9 {
			t.Errorf("%d revived it, %d came late", revived.Load(), missed.Load())
		}
		eventbustest.Drain(t, s.DB)
		if n := len(log.Names()); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
}
