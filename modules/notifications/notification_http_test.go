package notifications

import (
	"slices"
	"sync"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

const inboxPath = "/v1/notifications"

func TestListRefusals(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		r.API.Do(t, "GET", inboxPath, nil).Require(t, 401, "unauthenticated")
		a := join(t, r, identity.RoleCustomer, "en")
		for query, want := range map[string]string{
			"?unread=maybe": "?unread wrong_type", "?limit=101": "?limit out_of_range", "?page=0": "?page out_of_range",
		} {
			if got := a.api.Do(t, "GET", inboxPath+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%q: %v", query, got.Pointers())
			}
		}
	})
}

// A list costs two statements, whatever the number of notifications.
func TestStatementsOfTheList(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		for range 3 {
			if n := r.Statements(t, a.api, "GET", inboxPath, nil); n != 2 {
				t.Errorf("%d statements", n)
			}
			r.Publish(t, verified(a.id), verified(a.id))
		}
	})
}

func TestListOfAnEmptyInbox(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		const empty = `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0},"unreadCount":0}`
		a := join(t, r, identity.RoleCustomer, "en")
		if got := a.api.Do(t, "GET", inboxPath, nil).Require(t, 200); string(got.Body) != empty {
			t.Errorf("got %s, want %s", got.Body, empty)
		}
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id), verified(a.id), verified(a.id), verified(other.id))
		all := a.api.Do(t, "GET", inboxPath, nil).Require(t, 200)
		if all.Number("meta.total") != 3 || all.Number("unreadCount") != 3 {
			t.Errorf("three notifications: %s", all.Body)
		}
		newest, middle, oldest := all.Text("data.0.id"), all.Text("data.1.id"), all.Text("data.2.id")
		a.api.Do(t, "POST", inboxPath+"/"+oldest+"/read", nil).Require(t, 200)
		for query, want := range map[string]struct {
			ids   []string
			total float64
		}{
			"":                            {[]string{newest, middle, oldest}, 3},
			"?unread=true":                {[]string{newest, middle}, 2},
			"?unread=false":               {[]string{newest, middle, oldest}, 3},
			"?unread=true&limit=1&page=2": {[]string{middle}, 2},
			"?page=7":                     {nil, 3},
		} {
			got := a.api.Do(t, "GET", inboxPath+query, nil).Require(t, 200)
			var page struct{ Data []struct{ ID string } }
			got.Decode(t, &page)
			var ids []string
			for _, n := range page.Data {
				ids = append(ids, n.ID)
			}
			if !slices.Equal(ids, want.ids) || got.Number("meta.total") != want.total || got.Number("unreadCount") != 2 {
				t.Errorf("%q: %s", query, got.Body)
			}
		}
	})
}

func TestReadRefusals(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id))
		path := inboxPath + "/" + a.api.Do(t, "GET", inboxPath, nil).Text("data.0.id") + "/read"
		r.API.Do(t, "POST", path, nil).Require(t, 401, "unauthenticated")
		other.api.Do(t, "POST", path, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			a.api.Do(t, "POST", inboxPath+"/"+unknown+"/read", nil).Require(t, 404, "not_found")
		}
		if got := a.api.Do(t, "GET", inboxPath+"?unread=true", nil); got.Number("meta.total") != 1 {
			t.Errorf("after refusals: %s", got.Body)
		}
	})
}

func TestRead(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id))
		path := inboxPath + "/" + a.api.Do(t, "GET", inboxPath, nil).Text("data.0.id") + "/read"
		first := a.api.Do(t, "POST", path, nil).Require(t, 200)
		r.Clock.Advance(time.Minute)
		again := a.api.Do(t, "POST", path, nil).Require(t, 200)
		if first.Text("readAt") == "" || string(again.Body) != string(first.Body) {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
		got := a.api.Do(t, "GET", inboxPath, nil)
		if got.Number("unreadCount") != 0 || got.Text("data.0.readAt") != first.Text("readAt") {
			t.Errorf("after it: %s", got.Body)
		}
	})
}

func TestReadAll(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		r.API.Do(t, "POST", inboxPath+"/read-all", nil).Require(t, 401, "unauthenticated")
		a, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id), verified(a.id), verified(other.id))
		for range 2 {
			if got := a.api.Do(t, "POST", inboxPath+"/read-all", nil).Require(t, 200); string(got.Body) != `{"unreadCount":0}` {
				t.Errorf("got %s", got.Body)
			}
		}
		if got := a.api.Do(t, "GET", inboxPath+"?unread=true", nil); got.Number("meta.total") != 0 {
			t.Errorf("after it: %s", got.Body)
		}
		if got := other.api.Do(t, "GET", inboxPath, nil); got.Number("unreadCount") != 1 {
			t.Errorf("another's: %s", got.Body)
		}
	})
}

func TestReadAtOnceIsReadOnce(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id))
		path := inboxPath + "/" + a.api.Do(t, "GET", inboxPath, nil).Text("data.0.id") + "/read"
		var mu sync.Mutex
		var all sync.WaitGroup
		times := map[string]bool{}
		for range 10 {
			all.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return a.api.Try("POST", path, nil) })
				mu.Lock()
				defer mu.Unlock()
				if err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
				times[got.Text("readAt")] = true
			})
		}
		all.Wait()
		if len(times) != 1 {
			t.Errorf("read at %v", times)
		}
	})
}
