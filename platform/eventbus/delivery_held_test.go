package eventbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// inClaim counts the deliveries that the claim looks at.
const inClaim = "SELECT count(*) FROM deliveries WHERE turn IS NOT NULL"

func (r *room) left(what string, want int, query string) {
	r.t.Helper()
	kit.Eventually(r.t, what, func() error {
		if n := r.count(query); n != want {
			return fmt.Errorf("%d, want %d", n, want)
		}
		return nil
	})
}

func inOrder(t *testing.T, messages []Message[placed]) {
	t.Helper()
	for i, m := range messages {
		if m.Event.Number != i+1 {
			t.Fatalf("number %d came as the %dth", m.Event.Number, i+1)
		}
	}
}

func numbered(key string, from, to int) []Event {
	var events []Event
	for n := from; n <= to; n++ {
		events = append(events, placed{Order: key, Number: n})
	}
	return events
}

// What waits behind a dead delivery, published before its death or after, is not looked at again until it is retried. Then all of it comes, in order.
func TestWhatADeadDeliveryHoldsBackLeavesTheClaim(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 1})
		var broken atomic.Bool
		broken.Store(true)
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Event.Number == 1 && broken.Load() {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
		r.publish(numbered("hot", 1, 60)...)
		dead := r.dead(1)[0]
		r.publish(numbered("hot", 61, 90)...)
		if n := r.count(inClaim); n != 0 {
			t.Errorf("%d deliveries are in the claim", n)
		}
		if n := r.dead(1)[0].Waiting; n != 89 {
			t.Errorf("%d wait", n)
		}
		broken.Store(false)
		r.retry(dead.ID)
		inOrder(t, got.wait(t, 90))
		r.idle()
	})
}

// A claim reads as many pages beside held deliveries as without any.
func TestHeldDeliveriesCostTheClaimNothing(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{})
	r.subscribe("mail.orders", placed{}.EventName())
	r.publish(numbered("other", 1, 5)...)
	without := r.claimPages()
	r.hold("mail.orders", 50, 5000)
	if with := r.claimPages(); with > without+without/2 {
		t.Errorf("a claim reads %d pages without held deliveries and %d with 5000", without, with)
	}
}

// subscribe makes deliveries for a consumer that nothing handles.
func (r *room) subscribe(consumer, event string) {
	r.t.Helper()
	for _, statement := range []string{
		`INSERT INTO event_consumers (name, read_model, prompt) VALUES ('` + consumer + `', FALSE, FALSE) ON CONFLICT DO NOTHING`,
		`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('` + event + `', '` + consumer + `', FALSE)`,
	} {
		if err := r.db.Exec(statement).Error; err != nil {
			r.t.Fatal(err)
		}
	}
}

// hold makes dead deliveries of a consumer, one a key, and n others that wait behind them.
func (r *room) hold(consumer string, dead, n int) {
	r.t.Helper()
	var first []Event
	for i := range dead {
		first = append(first, placed{Order: fmt.Sprint("held-", i)})
	}
	r.publish(first...)
	for i := range dead {
		err := r.db.Exec("UPDATE deliveries SET dead_id = ?, died_at = ?, attempts = 10, holding = TRUE WHERE consumer = ? AND key = ?",
			id.New(), time.Now(), consumer, fmt.Sprint("held-", i)).Error
		if err != nil {
			r.t.Fatal(err)
		}
	}
	for n > 0 {
		var behind []Event
		for i := range min(n, 1000) {
			behind = append(behind, placed{Order: fmt.Sprint("held-", i%dead), Number: i})
		}
		r.publish(behind...)
		n -= len(behind)
	}
}

// claimPages is how many pages PostgreSQL looks at for one claim.
func (r *room) claimPages() int {
	r.t.Helper()
	var plan string
	if err := r.db.Raw("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM deliveries_due('mail.orders', '{shop.placed.v1}', now())").Scan(&plan).Error; err != nil {
		r.t.Fatal(err)
	}
	var nodes []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	if err := json.Unmarshal([]byte(plan), &nodes); err != nil || len(nodes) != 1 {
		r.t.Fatalf("%v: %s", err, plan)
	}
	return nodes[0].Plan.Hit + nodes[0].Plan.Read
}

// A publisher that was under way at a death comes behind it all the same, and the poll takes what it published out of the claim.
func TestAPublisherThatDidNotSeeTheDeath(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{MaxAttempts: 1})
	var got seen[placed]
	entered, open := make(chan struct{}), make(chan struct{})
	var tries atomic.Int32
	On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
		if tries.Add(1) == 1 {
			close(entered)
			<-open
			return errBroken
		}
		return got.handle(ctx, tx, m)
	})
	r.start()
	r.publish(placed{Order: "a", Number: 1})
	<-entered
	var dead DeadDelivery
	err := database.InTx(t.Context(), r.db, func(tx *gorm.DB) error {
		if err := Publish(t.Context(), tx, placed{Order: "a", Number: 2}); err != nil {
			return err
		}
		close(open)
		dead = r.dead(1)[0]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r.left("the poll has flagged it", 0, inClaim)
	if m := got.all(); len(m) != 0 {
		t.Fatalf("handled %+v before what is dead", m)
	}
	r.retry(dead.ID)
	inOrder(t, got.wait(t, 2))
	r.idle()
}

// A retry waits for a publisher that has seen the death: what it published as held must have something to be handed over by.
func TestARetryWaitsForAPublisherThatSawTheDeath(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{MaxAttempts: 1})
	var got seen[placed]
	var tries atomic.Int32
	On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
		if tries.Add(1) == 1 {
			return errBroken
		}
		return got.handle(ctx, tx, m)
	})
	r.start()
	r.publish(placed{Order: "a", Number: 1})
	dead := r.dead(1)[0]
	retried := make(chan error, 1)
	err := database.InTx(t.Context(), r.db, func(tx *gorm.DB) error {
		if err := Publish(t.Context(), tx, placed{Order: "a", Number: 2}); err != nil {
			return err
		}
		go func() {
			_, err := r.tryRetry(dead.ID)
			retried <- err
		}()
		kit.Eventually(t, "the retry waits", func() error {
			if len(got.all())+r.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
				return errors.New("it has not come yet")
			}
			return nil
		})
		return nil
	})
	if err := errors.Join(err, <-retried); err != nil {
		t.Fatal(err)
	}
	inOrder(t, got.wait(t, 2))
	r.idle()
}

// An older binary knows nothing of the flags: it lets deliveries die, publishes and retries without them.
func TestAnOlderBinaryKnowsNoHeldDeliveries(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{Backoff: func(int) time.Duration { return time.Hour }})
		var got seen[placed]
		var tries atomic.Int32
		On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if tries.Add(1) == 1 {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
		r.publish(placed{Order: "a", Number: 1})
		r.left("a first attempt", 1, "SELECT count(*) FROM deliveries WHERE attempts = 1")
		for _, statement := range []string{
			"UPDATE deliveries SET dead_id = '" + id.New() + "', died_at = due_at WHERE attempts = 1",
			`INSERT INTO events (id, name, key, payload, occurred_at, actor) SELECT '` + id.New() + `', name, key, '{"order":"a","number":2}', occurred_at, actor FROM events`,
			`INSERT INTO deliveries (consumer, seq, name, key, prompt) SELECT 'mail.orders', seq, name, key, FALSE FROM events WHERE payload LIKE '%:2}'`,
		} {
			if err := db.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		r.left("the poll has flagged it", 0, inClaim)
		r.publish(placed{Order: "a", Number: 3})
		if err := db.Exec("UPDATE deliveries SET dead_id = NULL, died_at = NULL, attempts = 0, due_at = NULL WHERE dead_id IS NOT NULL").Error; err != nil {
			t.Fatal(err)
		}
		inOrder(t, got.wait(t, 3))
		r.idle()
	})
}

// Whatever dies and is retried while events are published, every key comes whole and in order, and nothing is left behind.
func TestDeathsAndRetriesKeepTheOrder(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		const keys, events = 4, 40
		r := newRoom(t, db, Options{MaxAttempts: 1})
		var sick atomic.Bool
		sick.Store(true)
		var got seen[placed]
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if sick.Load() && rand.IntN(4) == 0 {
				return errBroken
			}
			database.AfterCommit(tx, func() { _ = got.handle(ctx, tx, m) })
			return nil
		})
		r.start()
		var publishers sync.WaitGroup
		for k := range keys {
			publishers.Go(func() {
				for n := 1; n <= events; n += 2 {
					r.publish(numbered(fmt.Sprint(k), n, n+1)...)
				}
			})
		}
		published := make(chan struct{})
		go func() { publishers.Wait(); close(published) }()
		retryAll := func() (retried int) {
			dead, _, err := ListDead(t.Context(), db, 100, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range dead {
				r.retry(d.ID)
			}
			return len(dead)
		}
		for retried, over := 0, false; !over; {
			retried += retryAll()
			select {
			case <-published:
				over = retried > 20
			default:
			}
		}
		sick.Store(false)
		kit.Eventually(t, "everything is handled", func() error {
			retryAll()
			if n := r.count("SELECT count(*) FROM deliveries"); n > 0 {
				return fmt.Errorf("%d are left, %d of them in the claim", n, r.count(inClaim))
			}
			return nil
		})
		last := map[string]int{}
		for _, m := range got.all() {
			if last[m.Key]++; m.Event.Number != last[m.Key] {
				t.Fatalf("number %d of key %s came as the %dth", m.Event.Number, m.Key, last[m.Key])
			}
		}
		if len(got.all()) != keys*events {
			t.Errorf("%d were handled", len(got.all()))
		}
	})
}
