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

// office is the running module with an admin and with another module's consumer, which fails for as long as it is stubborn.
type office struct {
	*moduletest.Runner
	admin    *kit.API
	adminID  string
	stubborn *atomic.Bool
	handled  *atomic.Int64
}

func each(t *testing.T, test func(t *testing.T, o *office)) {
	t.Parallel()
	var offices sync.Map // by database
	moduletest.Each(t, func(p moduletest.Deps) module.Module {
		o := &office{stubborn: new(atomic.Bool), handled: new(atomic.Int64)}
		offices.Store(p.DB, o)
		m := New(Deps{DB: p.DB, Clock: p.Clock})
		m.Subscribe = func(bus *eventbus.Bus) { eventbus.On(bus, eventbus.Consumer{Name: "shop.stubborn"}, o.handle) }
		return m
	}, func(t *testing.T, r *moduletest.Runner) {
		made, _ := offices.Load(r.DB)
		o := made.(*office)
		o.Runner = r
		o.admin, o.adminID = r.As(t, auth.RoleAdmin)
		test(t, o)
	})
}

func (o *office) handle(context.Context, *gorm.DB, eventbus.Message[identity.RoleChanged]) error {
	if o.stubborn.Load() {
		return errors.New("the shelf is locked")
	}
	o.handled.Add(1)
	return nil
}

// cause publishes an event as a request of the actor would.
func (o *office) cause(t *testing.T, requestID, actor string, happened ...eventbus.Event) {
	t.Helper()
	ctx := eventbus.WithCause(t.Context(), eventbus.Cause{RequestID: requestID, Actor: actor})
	if err := o.Announce(ctx, happened...); err != nil {
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

func TestEvents(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ada := id.New()
		o.cause(t, "r-1", "user:"+ada, identity.LoggedIn{UserID: ada, SessionID: id.New(), Method: identity.LoginWithPassword})
		o.Clock.Advance(time.Hour)
		o.admin, o.adminID = o.As(t, auth.RoleAdmin) // the first one's token has expired
		between := o.Clock.Now().Add(-time.Minute).Format(time.RFC3339)
		o.cause(t, "r-2", "user:"+ada, identity.ProfileChanged{UserID: ada, Locale: "en", Email: "ada@example.com", FullName: "Ada"},
			identity.RoleChanged{UserID: ada, Role: identity.RoleAdmin})
		o.cause(t, "r-3", "anonymous", identity.LoginFailed{AddressID: kit.AddressID("bob@example.com"), Reason: identity.LoginFailedCredentials})

		for _, path := range []string{"/v1/admin/events", "/v1/admin/audit", "/v1/admin/events/dead"} {
			customer, _ := o.As(t, auth.RoleCustomer)
			o.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
			bad := o.admin.Do(t, "GET", path+"?limit=101&page=0", nil).Require(t, 422, "validation_failed")
			if !slices.Equal(slices.Sorted(slices.Values(bad.Pointers())), []string{"?limit out_of_range", "?page out_of_range"}) {
				t.Errorf("%s: %v", path, bad.Pointers())
			}
		}
		bad := o.admin.Do(t, "GET", "/v1/admin/events?from=yesterday&to=x", nil).Require(t, 422)
		if got := bad.Pointers(); len(got) != 2 {
			t.Errorf("malformed moments: %v", got)
		}

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
			got := o.admin.Do(t, "GET", "/v1/admin/events"+row.query, nil).Require(t, 200)
			if !slices.Equal(names(got), row.want) {
				t.Errorf("%s: %v, want %v", row.query, names(got), row.want)
			}
		}

		got := o.admin.Do(t, "GET", "/v1/admin/events?name="+profile, nil).Require(t, 200)
		if got.Text("data.0.payload.email") != "ada@example.com" || got.Text("data.0.subject") != ada || got.Text("data.0.actor") != "user:"+ada ||
			got.Text("data.0.requestId") != "r-2" || got.At("data.0.causation") != nil || got.Number("data.0.seq") < 1 {
			t.Errorf("the entry: %s", got.Body)
		}

		audit := o.admin.Do(t, "GET", "/v1/admin/audit", nil).Require(t, 200)
		if !slices.Equal(names(audit), []string{failed, role, loggedIn}) {
			t.Errorf("the audit has %v: a changed profile is nobody's access", names(audit))
		}
		if got := names(o.admin.Do(t, "GET", "/v1/admin/audit?actor=anonymous", nil).Require(t, 200)); !slices.Equal(got, []string{failed}) {
			t.Errorf("the audit of anonymous: %v", got)
		}
		if got := names(o.admin.Do(t, "GET", "/v1/admin/audit?name="+profile, nil).Require(t, 200)); got != nil {
			t.Errorf("the audit by a name that is not in it: %v", got)
		}
	})
}

// bury makes a dead delivery with two that wait behind it, and returns its id.
func (o *office) bury(t *testing.T) string {
	t.Helper()
	ada := id.New()
	o.stubborn.Store(true)
	o.cause(t, "r-1", "cli", identity.RoleChanged{UserID: ada, Role: identity.RoleAdmin})
	kit.Eventually(t, "a first attempt", func() error {
		buried := o.DB.WithContext(t.Context()).Exec("UPDATE deliveries SET dead_id = ?, died_at = ? WHERE attempts > 0 AND dead_id IS NULL", id.New(), o.Clock.Now())
		if buried.Error == nil && buried.RowsAffected == 0 {
			return errors.New("none yet")
		}
		return buried.Error
	})
	o.cause(t, "r-2", "cli", identity.RoleChanged{UserID: ada, Role: identity.RoleCustomer}, identity.RoleChanged{UserID: ada, Role: identity.RoleAdmin})
	dead := o.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200)
	if dead.Number("meta.total") != 1 || dead.Text("data.0.consumer") != "shop.stubborn" || dead.Number("data.0.waiting") != 2 ||
		dead.Number("data.0.attempts") < 1 || dead.Text("data.0.lastError") != "the shelf is locked" || dead.Text("data.0.event.payload.role") != "admin" {
		t.Fatalf("dead deliveries: %s", dead.Body)
	}
	return dead.Text("data.0.id")
}

func TestRetry(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		dead := o.bury(t)
		path := "/v1/admin/events/dead/" + dead + "/retry"
		customer, _ := o.As(t, auth.RoleCustomer)
		o.API.Do(t, "POST", path, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", path, nil).Require(t, 403, "forbidden")
		o.admin.Do(t, "POST", path, map[string]any{"force": true}).Require(t, 422, "unexpected_field")
		for _, unknown := range []string{id.New(), "no-id"} {
			o.admin.Do(t, "POST", "/v1/admin/events/dead/"+unknown+"/retry", nil).Require(t, 404, "not_found")
		}

		log := eventbustest.Record(t, o.DB)
		o.stubborn.Store(false)
		keyed := o.admin.With("Idempotency-Key", "once")
		got := keyed.Do(t, "POST", path, nil).Require(t, 200)
		if got.Text("id") != dead || got.Number("waiting") != 2 {
			t.Errorf("retried: %s", got.Body)
		}
		eventbustest.Drain(t, o.DB)
		if n := o.handled.Load(); n != 3 {
			t.Errorf("%d events were handled, want the dead one and the two behind it", n)
		}
		log.RequireExactly(t, events.DeliveryRetried{DeliveryID: dead, Consumer: "shop.stubborn", EventID: got.Text("event.id")})
		entry := o.admin.Do(t, "GET", "/v1/admin/audit?name=backoffice.delivery_retried.v1", nil).Require(t, 200)
		if entry.Text("data.0.actor") != "user:"+o.adminID {
			t.Errorf("the audit: %s", entry.Body)
		}

		if again := keyed.Do(t, "POST", path, nil).Require(t, 200); again.Header.Get("Idempotency-Replayed") != "true" {
			t.Error("the same key is not replayed")
		}
		o.admin.Do(t, "POST", path, nil).Require(t, 404, "not_found")
		if left := o.admin.Do(t, "GET", "/v1/admin/events/dead", nil); left.Number("meta.total") != 0 {
			t.Errorf("still dead: %s", left.Body)
		}
	})
}

// Of many admins at once one revives a delivery, and one event says so.
func TestRetryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		path := "/v1/admin/events/dead/" + o.bury(t) + "/retry"
		log := eventbustest.Record(t, o.DB)
		o.stubborn.Store(false)
		var revived, missed atomic.Int64
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				answer, err := o.admin.Try("POST", path, nil)
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
		eventbustest.Drain(t, o.DB)
		if n := len(log.Names()); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
}
