package eventbus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestCommittedEventsAreDelivered(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, got.handle)
		f.start()
		f.publishAs(Cause{RequestID: "req-1", Actor: "user:7"}, placed{Order: "a", Number: 1})
		m := got.wait(t, 1)[0]
		if m.Event != (placed{Order: "a", Number: 1}) || m.Key != "a" || m.RequestID != "req-1" || m.Actor != "user:7" || m.Attempt != 1 ||
			m.Seq == 0 || m.ID == "" || m.Causation != "" {
			t.Errorf("got %+v", m)
		}
		if age := time.Since(m.OccurredAt); age < 0 || age > time.Minute || m.OccurredAt.Location() != time.UTC {
			t.Errorf("occurred at %v", m.OccurredAt)
		}
		f.awaitIdle()
	})
}

func TestRolledBackEventsAreNot(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "mail.orders"}, new(received[placed]).handle)
		f.start()
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if err := Publish(t.Context(), tx, placed{Order: "a"}); err != nil {
				return err
			}
			return errBroken
		})
		if err != errBroken {
			t.Fatal(err)
		}
		if n := f.count("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries)"); n != 0 {
			t.Errorf("%d rows are left of it", n)
		}
	})
}

func TestPublishAtCommit(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle)
		f.start()
		ctx := WithCause(t.Context(), Cause{RequestID: "req-1", Barrier: "req-1"})
		for _, want := range []error{errBroken, nil} {
			err := database.InTx(ctx, db, func(tx *gorm.DB) error {
				return errors.Join(PublishAtCommit(ctx, tx, placed{Order: "a", Number: 1}, placed{Order: "a", Number: 2}), want)
			})
			if !errors.Is(err, want) {
				t.Fatal(err)
			}
		}
		WaitForReadModels(ctx, db, time.Minute)
		if m := got.wait(t, 2); m[0].Event.Number != 1 || m[1].Event.Number != 2 {
			t.Errorf("got %+v", m)
		}
		f.awaitIdle()
	})
}

func TestOneDeliveryForEachSubscribedConsumer(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var mails, points received[placed]
		var parcels received[shipped]
		On(f.bus, Consumer{Name: "mail.orders"}, mails.handle)
		On(f.bus, Consumer{Name: "points.orders"}, points.handle)
		On(f.bus, Consumer{Name: "points.orders"}, parcels.handle)
		f.start()
		f.publish(placed{Order: "a", Number: 1}, shipped{Order: "a"}, placed{Order: "b", Number: 2})
		mails.wait(t, 2)
		points.wait(t, 2)
		parcels.wait(t, 1)
		f.awaitIdle()
	})
}

type hidden struct {
	Order string `json:"order"`
	Buyer struct {
		Email string `json:"email" pii:"true"`
	} `json:"buyer"`
}

func (hidden) EventName() string  { return "shop.hidden.v1" }
func (e hidden) EventKey() string { return e.Order }

type subjectless struct {
	Email string `json:"email" pii:"true"`
}

func (subjectless) EventName() string { return "shop.subjectless.v1" }
func (subjectless) EventKey() string  { return "k" }

type misnamed struct{}

func (misnamed) EventName() string { return "Placed" }
func (misnamed) EventKey() string  { return "k" }

func TestPublishRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		newFixture(t, db, Options{})
		for name, row := range map[string]struct {
			event Event
			want  string
		}{
			"no key":                         {placed{}, "has no key"},
			"a nested personal field":        {hidden{Order: "a"}, "below the top level"},
			"personal fields, no subject":    {subjectless{}, "no EventSubject"},
			"personal fields, empty subject": {signed{Email: "ann@example.org"}, "has no key"},
			"a name without a version":       {misnamed{}, "does not match"},
			"a pointer":                      {&placed{Order: "a"}, "not a pointer"},
		} {
			err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return Publish(t.Context(), tx, row.event) })
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := Publish(t.Context(), db, placed{Order: "a"}); err == nil || !strings.Contains(err.Error(), "outside of a transaction") {
			t.Errorf("outside of a transaction: %v", err)
		}
		err := db.Transaction(func(tx *gorm.DB) error { return Publish(t.Context(), tx, placed{Order: "a"}) })
		if err == nil {
			t.Error("a transaction that InTx has not opened was taken")
		}
	})
}

// An event that a handler publishes carries the request, the actor and the id of the handled event.
func TestEventsOfHandlersInheritTheCause(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "depot.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			return Publish(ctx, tx, shipped{Order: m.Event.Order})
		})
		var got received[shipped]
		On(f.bus, Consumer{Name: "mail.parcels"}, got.handle)
		f.start()
		f.publishAs(Cause{RequestID: "req-1", Actor: "user:7"}, placed{Order: "a"})
		m := got.wait(t, 1)[0]
		var first string
		if err := db.Raw("SELECT id FROM events WHERE name = 'shop.placed.v1'").Scan(&first).Error; err != nil {
			t.Fatal(err)
		}
		if m.RequestID != "req-1" || m.Actor != "user:7" || m.Causation != first {
			t.Errorf("got %+v, first was %s", m, first)
		}
	})
}

// statementCounter counts the statements that gorm sends.
type statementCounter struct {
	logger.Interface
	n int
}

func (s *statementCounter) Trace(context.Context, time.Time, func() (string, int64), error) { s.n++ }

func TestPublishIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	On(f.bus, Consumer{Name: "mail.orders"}, new(received[placed]).handle)
	On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, new(received[placed]).handle)
	f.start()
	sent := &statementCounter{Interface: logger.Discard}
	err := database.InTx(t.Context(), f.db.Session(&gorm.Session{Logger: sent}), func(tx *gorm.DB) error {
		return Publish(t.Context(), tx, placed{Order: "a"}, shipped{Order: "a"}, placed{Order: "b"}, signed{User: "u", Email: "ann@example.org"})
	})
	if err != nil || sent.n != 1 {
		t.Errorf("%d statements, %v", sent.n, err)
	}
	f.awaitIdle()
}

// Publish writes more events than one statement has parameters for, in their order, at once or with
// the COMMIT.
func TestPublishManyEvents(t *testing.T) {
	const many = 10_000
	for name, publish := range map[string]func(ctx context.Context, tx *gorm.DB, events ...Event) error{"at once": Publish,
		"last": PublishAtCommit} {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, db *gorm.DB) {
				f := newFixture(t, db, Options{})
				On(f.bus, Consumer{Name: "mail.orders"}, new(received[placed]).handle)
				if err := f.bus.DeclareConsumers(t.Context()); err != nil {
					t.Fatal(err)
				}
				events := make([]Event, many)
				for i := range events {
					events[i] = placed{Order: "a", Number: i}
				}
				if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return publish(t.Context(), tx, events...) }); err != nil {
					t.Fatal(err)
				}
				var payloads []string
				err := db.Raw("SELECT e.payload FROM deliveries d JOIN events e ON e.seq = d.seq ORDER BY d.seq").Scan(&payloads).Error
				if err != nil || len(payloads) != many {
					t.Fatalf("%d deliveries: %v", len(payloads), err)
				}
				for i, payload := range payloads {
					if payload != fmt.Sprintf(`{"order":"a","number":%d}`, i) {
						t.Fatalf("the event at %d is %s", i, payload)
					}
				}
			})
		})
	}
}
