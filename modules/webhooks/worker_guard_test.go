package webhooks

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// idle is the module without its workers: a test takes their steps.
func idle(p moduletest.Deps) module.Module {
	m := build(p)
	m.Run = nil
	return m
}

// steps are those of the worker of an endpoint.
type steps struct {
	*setup
	d          *deliverer
	endpointID string
	key        string // of two deliveries
	lost       bool   // the delivery that was claimed last has no body
}

// newSteps makes an endpoint with two deliveries of one key.
func newSteps(t *testing.T, r *moduletest.Runner) *steps {
	t.Helper()
	s := &setup{Runner: r}
	s.admin, s.adminID = r.As(t, "admin")
	w := &steps{setup: s, endpointID: s.endpoint(t, hook, "*").Text("id"), key: id.New()}
	w.d = &deliverer{Deps: Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Config: Config{Secret: ring}}}
	s.Publish(t, payments(w.key, 2)...)
	s.awaitDeliveries(t, w.endpointID, 2, "queued", func(d delivery) bool { return d.Status == deliveryQueued })
	return w
}

// batch saves outcomes and claims up to free deliveries, in a transaction of its own.
func (w *steps) batch(t *testing.T, free int, outcomes ...outcome) []delivery {
	t.Helper()
	var claimed []delivery
	err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) (err error) {
		claimed, err = w.runBatch(tx, free, outcomes...)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return claimed
}

func (w *steps) runBatch(tx *gorm.DB, free int, outcomes ...outcome) (claimed []delivery, err error) {
	work, err := w.d.runBatch(tx.Statement.Context, tx, batch{outcomes: outcomes, free: free, far: true}, w.endpointID)
	for _, s := range work {
		claimed = append(claimed, s.delivery)
		w.lost = s.lost
	}
	return claimed, err
}

// one requires that one delivery was claimed.
func one(t *testing.T, claimed []delivery) delivery {
	t.Helper()
	if len(claimed) != 1 {
		t.Fatalf("%d deliveries are claimed, want 1", len(claimed))
	}
	return claimed[0]
}

// ended is what comes of an attempt with a status.
func (w *steps) ended(d delivery, status int) outcome {
	r := result{at: w.Clock.Now(), statusCode: status}
	if status > 299 {
		r.err = errorStatus
	}
	return outcome{delivery: d, result: r}
}

func (w *steps) redeliver(t *testing.T, d delivery) {
	t.Helper()
	err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) error {
		_, err := redeliver(tx.Statement.Context, tx, d.ID, w.Clock.Now())
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func eachStep(t *testing.T, test func(t *testing.T, w *steps)) {
	t.Parallel()
	moduletest.Each(t, idle, func(t *testing.T, r *moduletest.Runner) { test(t, newSteps(t, r)) })
}

// While a delivery is under way, an older one of its key that is queued anew waits for it.
func TestRedeliveredWaitsForItsKey(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		first := one(t, w.batch(t, 16))
		second := one(t, w.batch(t, 16, w.ended(first, 204)))
		w.redeliver(t, first)
		if claimed := w.batch(t, 16); len(claimed) != 0 {
			t.Errorf("%d is claimed while %d of its key is under way", claimed[0].Seq, second.Seq)
		}
		if again := one(t, w.batch(t, 16, w.ended(second, 204))); again.ID != first.ID {
			t.Errorf("%d is next, want %d", again.Seq, first.Seq)
		}
	})
}

// An outcome whose claim has ended, and another has taken the delivery, changes nothing.
func TestLateOutcome(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		late := one(t, w.batch(t, 16))
		w.Clock.Advance(lease + time.Second)
		again := one(t, w.batch(t, 16))
		if again.ID != late.ID || *again.Claim == *late.Claim {
			t.Fatalf("claimed again: %+v", again)
		}
		w.batch(t, 0, w.ended(late, 404))
		if d := w.deliveries(t, w.endpointID)[0]; d.Claim == nil || *d.Claim != *again.Claim || len(d.Log) != 0 {
			t.Errorf("a late outcome has changed %+v", d)
		}
		w.batch(t, 0, w.ended(again, 204))
		w.batch(t, 0, w.ended(late, 404))
		if d := w.deliveries(t, w.endpointID)[0]; d.Status != deliveryDelivered || len(d.Log) != 1 {
			t.Errorf("a late outcome has changed %+v", d)
		}
	})
}

// An event of the log that has no body fails, and its key goes on.
func TestPoisonedEvent(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		bad := w.deliveries(t, w.endpointID)[0]
		if err := w.DB.WithContext(t.Context()).Exec("UPDATE events SET payload = '{\"amount\":\"much\"}' WHERE seq = ?",
			bad.Seq).Error; err != nil {
			t.Fatal(err)
		}
		claimed := one(t, w.batch(t, 16))
		if claimed.ID != bad.ID || !w.lost {
			t.Fatalf("%d is claimed, lost: %v", claimed.Seq, w.lost)
		}
		next := one(t, w.batch(t, 16, outcome{delivery: claimed, result: result{at: w.Clock.Now(), lost: true}}))
		if found := w.deliveries(t, w.endpointID)[0]; next.ID == bad.ID || found.Status != deliveryFailed || w.lost {
			t.Errorf("%+v, next %d", found, next.Seq)
		}
	})
}

// A delivery that has ended is queued anew once, also by a caller who has read it before.
func TestQueuedAgainOnce(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		w.batch(t, 0, w.ended(one(t, w.batch(t, 16)), 204))
		d := w.deliveries(t, w.endpointID)[0]
		if err := d.queueAgain(w.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		db := w.DB.WithContext(t.Context())
		if err := saveQueued(db, d, deliveryDelivered); err != nil {
			t.Fatal(err)
		}
		if err := saveQueued(db, d, deliveryDelivered); !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("the second time: %v", err)
		}
	})
}

// A claim is as cheap in a long queue of which the database has no statistics: each step of a
// worker makes one.
func TestClaimOfALongQueue(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		const keys, perKey = 100, 10
		var all []eventbus.Event
		for range keys {
			all = append(all, payments(id.New(), perKey)...)
		}
		w.Publish(t, all...)
		var claimed []delivery
		for range 3 {
			claimed = append(claimed, w.batch(t, 16)...) // a statement that takes 5 s fails
		}
		if len(claimed) != 3*16 {
			t.Errorf("%d are claimed", len(claimed))
		}
	})
}

// hold runs a transaction and leaves it open until release is called.
func (w *steps) hold(t *testing.T, f func(tx *gorm.DB) error) (release func()) {
	t.Helper()
	done, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- database.InTx(t.Context(), w.DB, func(tx *gorm.DB) error {
			err := f(tx)
			close(done)
			<-end
			return err
		})
	}()
	<-done
	return func() {
		close(end)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// awaitLock waits until a transaction waits for a lock, or done is closed.
func (w *steps) awaitLock(t *testing.T, done <-chan struct{}) {
	t.Helper()
	kit.Eventually(t, "a transaction waits", func() error {
		select {
		case <-done:
			return nil
		default:
		}
		var waiting int
		err := w.DB.WithContext(t.Context()).Raw("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND " +
			"wait_event_type = 'Lock'").Scan(&waiting).Error
		if err == nil && waiting == 0 {
			err = errors.New("none waits")
		}
		return err
	})
}

// The lock of the endpoint makes redeliveries and claims come one after the other: without it, a
// claim that is not committed yet is not seen, and two of a key are under way. SQLite has one
// writer.
func TestEndpointIsLocked(t *testing.T) {
	t.Parallel()
	w := newSteps(t, moduletest.Postgres(t, idle))
	first := one(t, w.batch(t, 16))
	w.batch(t, 0, w.ended(first, 204))
	release := w.hold(t, func(tx *gorm.DB) error {
		_, err := w.runBatch(tx, 16) // the second delivery of the key
		return err
	})
	var claimed []delivery
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.redeliver(t, first)
		claimed = w.batch(t, 16)
	}()
	w.awaitLock(t, done)
	release()
	<-done
	if len(claimed) != 0 {
		t.Errorf("%d is claimed beside another of its key", claimed[0].Seq)
	}
}

// Of two claims at once one takes a delivery, also without the lock of the endpoint.
func TestClaimedOnce(t *testing.T) {
	t.Parallel()
	w := newSteps(t, moduletest.Postgres(t, idle))
	claim := func(tx *gorm.DB) (int, error) {
		claimed, err := claimDue(tx, w.endpointID, false, 16, nil, w.Clock.Now())
		return len(claimed), err
	}
	release := w.hold(t, func(tx *gorm.DB) error {
		if n, err := claim(tx); err != nil || n != 1 {
			t.Errorf("%d claimed, %v", n, err)
		}
		return nil
	})
	again, done := 0, make(chan struct{})
	go func() {
		defer close(done)
		err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) (err error) {
			again, err = claim(tx)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}()
	w.awaitLock(t, done)
	release()
	<-done
	if again != 0 {
		t.Errorf("%d is claimed twice", again)
	}
}
