package webhooks

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

const feed = "/v1/admin/events/feed"

func TestFeedRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", feed, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", feed, nil).Require(t, 403, "forbidden")
		for query, want := range map[string]string{
			"?after=x": "?after bad_format", "?after=c-1": "?after bad_format", "?after=c1x": "?after bad_format", "?wait=9": "?wait out_of_range",
			"?wait=-1": "?wait out_of_range",
			"?limit=0": "?limit out_of_range", "?limit=101": "?limit out_of_range", "?events=mailer.*": "?events not_allowed",
			"?events=ordering.*,x": "?events not_allowed", "?page=1": "?page unexpected_field",
		} {
			if got := s.admin.Do(t, "GET", feed+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%s: %v", query, got.Pointers())
			}
		}
	})
}

func TestFeed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"*"}, "personalData": true}).Require(t, 201)
		latest := s.admin.Do(t, "GET", feed+"?after=latest", nil).Require(t, 200)
		if string(latest.Body) != fmt.Sprintf(`{"data":[],"cursor":%q,"hasMore":false}`, latest.Text("cursor")) {
			t.Errorf("latest: %s", latest.Body)
		}
		s.Publish(t, paid(id.New()), catalog.BrandDeleted{BrandID: id.New()}, paid(id.New()))
		whole := s.admin.Do(t, "GET", feed, nil).Require(t, 200)
		if whole.Number("data.2.seq") == 0 || whole.At("hasMore") != false {
			t.Fatalf("from the oldest: %s", whole.Body)
		}
		sent := r.wait(t, 3)
		slices.SortFunc(sent, func(a, b received) int { return int(a.Seq - b.Seq) })
		var page struct{ Data []json.RawMessage }
		whole.Decode(t, &page)
		for i, data := range page.Data {
			if string(data) != string(sent[i].body) {
				t.Errorf("the feed has %s, the endpoint got %s", data, sent[i].body)
			}
		}
		after := latest.Text("cursor")
		for i := range 3 {
			got := s.admin.Do(t, "GET", feed+"?limit=1&after="+after, nil).Require(t, 200)
			if got.Text("data.0.id") != whole.Text(fmt.Sprintf("data.%d.id", i)) || got.At("hasMore") != (i < 2) {
				t.Errorf("page %d: %s", i, got.Body)
			}
			after = got.Text("cursor")
		}
		brands := s.admin.Do(t, "GET", feed+"?events=catalog.*", nil).Require(t, 200)
		if brands.Text("data.0.type") != "catalog.brand_deleted.v1" || brands.At("data.1") != nil || brands.Text("cursor") != after {
			t.Errorf("filtered: %s", brands.Body)
		}
		reader := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "events:read"})
		if got := reader.Do(t, "GET", feed, nil).Require(t, 200); strings.Contains(string(got.Body), "ada@example.com") {
			t.Errorf("personal data without the scope: %s", got.Body)
		}
	})
}

// A reader who waits gets the first event, and without one an empty answer.
func TestFeedWaits(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		after := s.admin.Do(t, "GET", feed+"?after=latest", nil).Require(t, 200).Text("cursor")
		answered := make(chan kit.Answer, 1)
		go func() {
			got, err := s.admin.Try("GET", feed+"?wait=8&after="+after, nil)
			if err != nil {
				t.Error(err)
			}
			answered <- got
		}()
		event := paid(id.New())
		s.Publish(t, event)
		if got := <-answered; got.Text("data.0.key") != event.OrderID {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		empty := s.admin.Do(t, "GET", feed+"?wait=1&events=catalog.*", nil).Require(t, 200)
		if empty.At("data.0") != nil || empty.Text("cursor") == "" {
			t.Errorf("%s", empty.Body)
		}
	})
}

// Beside many writers a reader gets each event once, in the order of the log.
func TestFeedBesideWriters(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		after := s.admin.Do(t, "GET", feed+"?after=latest", nil).Require(t, 200).Text("cursor")
		log := eventbustest.Record(t, s.DB)
		const writers, each = 8, 20
		var writing sync.WaitGroup
		for range writers {
			writing.Go(func() {
				for range each {
					if err := s.Announce(t.Context(), paid(id.New())); err != nil {
						t.Error(err)
					}
				}
			})
		}
		var seqs []int64
		deadline := time.Now().Add(time.Minute)
		for len(seqs) < writers*each && time.Now().Before(deadline) {
			got := s.admin.Do(t, "GET", feed+"?wait=1&limit=7&after="+after, nil).Require(t, 200)
			var page struct{ Data []struct{ Seq int64 } }
			got.Decode(t, &page)
			for _, e := range page.Data {
				seqs = append(seqs, e.Seq)
			}
			after = got.Text("cursor")
		}
		writing.Wait()
		var want []int64
		for _, e := range log.Entries() {
			want = append(want, e.Seq)
		}
		if !slices.Equal(seqs, want) {
			t.Errorf("%d of %d events, sorted: %v", len(seqs), len(want), slices.IsSorted(seqs))
		}
	})
}

// While a transaction that has published is open, a reader gets nothing that comes after its event
// in the log: then all of it, in order. SQLite has one writer.
func TestFeedBesideLongTransaction(t *testing.T) {
	t.Parallel()
	w := newSteps(t, moduletest.Postgres(t, idle))
	after := w.admin.Do(t, "GET", feed+"?after=latest", nil).Require(t, 200).Text("cursor")
	log := eventbustest.Record(t, w.DB)
	release := w.hold(t, func(tx *gorm.DB) error { return eventbus.Publish(tx.Statement.Context, tx, paid(id.New())) })
	const writers, each = 8, 5
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for range each {
				if err := w.Announce(t.Context(), paid(id.New())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	if got := w.admin.Do(t, "GET", feed+"?after="+after, nil).Require(t, 200); got.Text("cursor") != after || got.At("data.0") != nil {
		t.Errorf("beside the open transaction: %s", got.Body)
	}
	release()
	var page struct{ Data []struct{ Seq int64 } }
	w.admin.Do(t, "GET", feed+"?wait=8&after="+after, nil).Require(t, 200).Decode(t, &page)
	entries := log.Entries()
	if len(page.Data) != writers*each+1 || len(entries) != len(page.Data) {
		t.Fatalf("%d events of %d", len(page.Data), len(entries))
	}
	for i, e := range entries {
		if page.Data[i].Seq != e.Seq {
			t.Errorf("%d in the place of %d", page.Data[i].Seq, e.Seq)
		}
	}
}
