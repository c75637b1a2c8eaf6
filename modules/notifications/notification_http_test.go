package notifications

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/room"
)

func TestList(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		r.API.Do(t, "GET", "/v1/notifications", nil).Require(t, 401, "unauthenticated")
		p, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		if got := p.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200); string(got.Body) != `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0},"unreadCount":0}` {
			t.Errorf("an empty inbox: %s", got.Body)
		}
		r.Publish(t, verified(p.id), verified(p.id), verified(p.id), verified(other.id))
		all := p.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200)
		if all.Number("meta.total") != 3 || all.Number("unreadCount") != 3 {
			t.Errorf("three notifications: %s", all.Body)
		}
		oldest := all.Text("data.2.id")
		p.api.Do(t, "POST", "/v1/notifications/"+oldest+"/read", nil).Require(t, 200)
		for query, want := range map[string]struct {
			ids []string
			of  float64
		}{
			"":                            {[]string{all.Text("data.0.id"), all.Text("data.1.id"), oldest}, 3},
			"?unread=true":                {[]string{all.Text("data.0.id"), all.Text("data.1.id")}, 2},
			"?unread=false":               {[]string{all.Text("data.0.id"), all.Text("data.1.id"), oldest}, 3},
			"?unread=true&limit=1&page=2": {[]string{all.Text("data.1.id")}, 2},
			"?page=7":                     {nil, 3},
		} {
			got := p.api.Do(t, "GET", "/v1/notifications"+query, nil).Require(t, 200)
			var page struct{ Data []struct{ ID string } }
			got.Decode(t, &page)
			var ids []string
			for _, n := range page.Data {
				ids = append(ids, n.ID)
			}
			if !slices.Equal(ids, want.ids) || got.Number("meta.total") != want.of || got.Number("unreadCount") != 2 {
				t.Errorf("%q: %s", query, got.Body)
			}
		}
		for query, want := range map[string]string{"?unread=maybe": "?unread wrong_type", "?limit=101": "?limit out_of_range", "?page=0": "?page out_of_range"} {
			if got := p.api.Do(t, "GET", "/v1/notifications"+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%q: %v", query, got.Pointers())
			}
		}
	})
}

func TestRead(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(p.id))
		path := "/v1/notifications/" + p.api.Do(t, "GET", "/v1/notifications", nil).Text("data.0.id") + "/read"
		r.API.Do(t, "POST", path, nil).Require(t, 401, "unauthenticated")
		other.api.Do(t, "POST", path, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			p.api.Do(t, "POST", "/v1/notifications/"+unknown+"/read", nil).Require(t, 404, "not_found")
		}
		if got := p.api.Do(t, "GET", "/v1/notifications?unread=true", nil); got.Number("meta.total") != 1 {
			t.Errorf("read by nobody: %s", got.Body)
		}
		first := p.api.Do(t, "POST", path, nil).Require(t, 200)
		r.Clock.Advance(time.Minute)
		again := p.api.Do(t, "POST", path, nil).Require(t, 200)
		if first.Text("readAt") == "" || string(again.Body) != string(first.Body) {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
		if got := p.api.Do(t, "GET", "/v1/notifications", nil); got.Number("unreadCount") != 0 || got.Text("data.0.readAt") != first.Text("readAt") {
			t.Errorf("after it: %s", got.Body)
		}
	})
}

func TestReadAll(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		r.API.Do(t, "POST", "/v1/notifications/read-all", nil).Require(t, 401, "unauthenticated")
		p, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(p.id), verified(p.id), verified(other.id))
		for range 2 {
			if got := p.api.Do(t, "POST", "/v1/notifications/read-all", nil).Require(t, 200); string(got.Body) != `{"unreadCount":0}` {
				t.Errorf("got %s", got.Body)
			}
		}
		if got := p.api.Do(t, "GET", "/v1/notifications?unread=true", nil); got.Number("meta.total") != 0 {
			t.Errorf("after it: %s", got.Body)
		}
		if got := other.api.Do(t, "GET", "/v1/notifications", nil); got.Number("unreadCount") != 1 {
			t.Errorf("another's: %s", got.Body)
		}
	})
}

func TestReadAtOnceIsReadOnce(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(p.id))
		path := "/v1/notifications/" + p.api.Do(t, "GET", "/v1/notifications", nil).Text("data.0.id") + "/read"
		var mu sync.Mutex
		var wg sync.WaitGroup
		times := map[string]bool{}
		for range 10 {
			wg.Go(func() {
				got, err := p.api.Try("POST", path, nil)
				mu.Lock()
				defer mu.Unlock()
				if err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
				times[got.Text("readAt")] = true
			})
		}
		wg.Wait()
		if len(times) != 1 {
			t.Errorf("read at %v", times)
		}
	})
}

// Red without the locked inbox (nextNumber as max(number) + 1, or from a sequence).
func TestNumbersBecomeVisibleInTheirOrder(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, identity.RoleCustomer, "en")
		written := make(chan struct{})
		var seen []int64
		var watching, writing sync.WaitGroup
		watching.Go(func() { // as a stream reads: what comes after the last one seen
			var last int64
			for ended := false; !ended; {
				select {
				case <-written:
					ended = true // and look once more
				default:
				}
				found, err := after(r.DB, p.id, last, batchSize)
				if err != nil {
					t.Error(err)
					return
				}
				for _, i := range found {
					last = i.Number
					seen = append(seen, i.Number)
				}
			}
		})
		const writers, each = 8, 10
		n := &notifier{db: r.DB, clock: r.Clock}
		for range writers {
			writing.Go(func() {
				for range each {
					err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
						return n.notify(tx, id.New(), notice{kind: "welcome", to: theUser(p.id), locale: "en"})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		writing.Wait()
		close(written)
		watching.Wait()
		if len(seen) != writers*each || !slices.IsSorted(seen) {
			t.Errorf("a stream saw %d of %d: %v", len(seen), writers*each, seen)
		}
	})
}

func TestAnEventThatComesTwiceTellsOnce(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, identity.RoleCustomer, "en")
		n := &notifier{db: r.DB, clock: r.Clock}
		eventID := id.New()
		for range 2 {
			err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
				return n.notify(tx, eventID, notice{kind: "welcome", to: theUser(p.id), locale: "en"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := titles(t, p); len(got) != 1 {
			t.Errorf("told %v", got)
		}
	})
}

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(p.id), verified(id.New()))
		all, err := r.Module.Export(t.Context(), r.DB, p.id)
		if err != nil {
			t.Fatal(err)
		}
		if views := all.([]notification); len(views) != 1 || views[0].Title != "Welcome" {
			t.Errorf("got %+v", views)
		}
		nothing, err := r.Module.Export(t.Context(), r.DB, id.New())
		if err != nil {
			t.Fatal(err)
		}
		if raw, err := json.Marshal(nothing); err != nil || string(raw) != "[]" {
			t.Errorf("nothing is %s, %v", raw, err)
		}
	})
}

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p, other := join(t, r, identity.RoleAdmin, "de"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(p.id), verified(other.id))
		r.Publish(t, identity.AccountErased{UserID: p.id, AddressID: kit.AddressID(p.email), ErasedAt: clock.System().Now()})
		late := identity.AccountCreated{UserID: p.id, Role: identity.RoleAdmin, Locale: "de", Email: p.email, FullName: "x", CreatedAt: clock.System().Now()}
		r.Publish(t, late, verified(p.id), identity.ProfileChanged{UserID: p.id, Locale: "de", Email: p.email, FullName: "x"})

		if got := titles(t, p); len(got) != 0 {
			t.Errorf("the inbox holds %v", got)
		}
		var u user
		if err := r.DB.Take(&u, "user_id = ?", p.id).Error; err != nil || !u.Erased || u.AddressID != nil || u.Role != identity.RoleCustomer || u.Locale != english {
			t.Errorf("the read model has %+v, %v", u, err)
		}
		if got := titles(t, other); len(got) != 1 {
			t.Errorf("another's inbox holds %v", got)
		}
	})
}
