package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/test/kit"
)

// suggested and wished are the events of this test.
type suggested struct {
	Thing string `json:"thing"`
}

func (suggested) EventName() string  { return "things.suggested.v1" }
func (e suggested) EventKey() string { return e.Thing }

type wished struct {
	Thing string `json:"thing"`
}

func (wished) EventName() string  { return "things.wished.v1" }
func (e wished) EventKey() string { return e.Thing }

// A client that gives every request the same X-Request-Id waits for what the request at hand has
// changed, and for nothing else.
func TestReadYourWritesWithARepeatedRequestID(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		bus, err := eventbus.New(db, eventbus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		entered, open := make(chan struct{}), make(chan struct{})
		eventbus.On(bus, eventbus.Consumer{Name: "things.suggestions", ReadModel: true},
			func(_ context.Context, tx *gorm.DB, m eventbus.Message[suggested]) error {
				if m.RequestID != "always-the-same" {
					t.Errorf("the event is of request %q", m.RequestID)
				}
				return tx.Exec("INSERT INTO things (id, name) VALUES (?, 'suggestion')", m.ID).Error
			})
		eventbus.On(bus, eventbus.Consumer{Name: "things.wishes", ReadModel: true},
			func(_ context.Context, tx *gorm.DB, m eventbus.Message[wished]) error {
				close(entered)
				<-open
				return tx.Exec("INSERT INTO things (id, name) VALUES (?, 'wish')", m.ID).Error
			})
		b := setup(t, db, func(o *httpapi.Options) { o.ReadYourWrites = time.Minute })
		publishOn(b, "suggest-a-thing", suggested{"a"})
		publishOn(b, "wish", wished{"b"})
		if err := bus.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := bus.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
		api := b.api(t).With("X-Request-Id", "always-the-same")
		seen := make(chan int, 1) // effects when the slow request had its answer
		go func() {
			api.Do(t, "POST", "/v1/wish", nil)
			seen <- count(t, db, "SELECT count(*) FROM things WHERE name = 'wish'")
		}()
		<-entered
		quick := time.AfterFunc(10*time.Second, func() {
			t.Error("the quick request waits for the slow one")
			close(open)
		})
		if database := b.db.Name(); database == "sqlite" { // the slow handler holds the only writer there
			quick.Stop()
			close(open)
		}
		api.Do(t, "POST", "/v1/suggest-a-thing", nil)
		if n := count(t, db, "SELECT count(*) FROM things WHERE name = 'suggestion'"); n != 1 {
			t.Errorf("%d effects of the quick request when it had its answer", n)
		}
		if quick.Stop() {
			close(open)
		}
		if n := <-seen; n != 1 {
			t.Errorf("%d effects of the slow request when it had its answer", n)
		}
	}, append(migrations, eventbus.Migrations())...)
}

func count(t *testing.T, db *gorm.DB, query string) (n int) {
	t.Helper()
	if err := db.Raw(query).Scan(&n).Error; err != nil {
		t.Error(err)
	}
	return n
}

// publishOn registers an operation that publishes the event.
func publishOn(b *bundle, name string, event eventbus.Event) {
	op := httpapi.Op{ID: name, Method: http.MethodPost, Path: "/v1/" + name, Tag: "Things", Summary: name}
	httpapi.Handle(b.Router, httpapi.Public, op, func(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
		return httpapi.Commit(ctx, b.db, http.StatusOK, func(tx *gorm.DB) (greeting, error) {
			return greeting{name}, eventbus.Publish(ctx, tx, event)
		})
	})
}
