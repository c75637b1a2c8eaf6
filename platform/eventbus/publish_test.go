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

func TestWhatIsCommittedIsDelivered(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, got.handle)
		r.start()
		r.publishAs(Cause{RequestID: "req-1", Actor: "user:7"}, placed{Order: "a", Number: 1})
		m := got.wait(t, 1)[0]
		if m.Event != (placed{Order: "a", Number: 1}) || m.Key != "a" || m.RequestID != "req-1" || m.Actor != "user:7" || m.Attempt != 1 || m.Seq == 0 || m.ID == "" || m.Causation != "" {
			t.Errorf("got %+v", m)
		}
		if age := time.Since(m.OccurredAt); age < 0 || age > time.Minute || m.OccurredAt.Location() != time.UTC {
			t.Errorf("occurred at %v", m.OccurredAt)
		}
		r.idle()
	})
}

func TestWhatIsRolledBackIsNot(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "mail.orders"}, new(seen[placed]).handle)
		r.start()
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if err := Publish(t.Context(), tx, placed{Order: "a"}); err != nil {
				return err
			}
			return errBroken
		})
		if err != errBroken {
			t.Fatal(err)
		}
		if n := r.count("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries)"); n != 0 {
			t.Errorf("%d rows are left of it", n)
		}
	})
}

func TestWhatIsPublishedLastIsDelivered(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var got seen[placed]
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle)
		r.start()
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
		r.idle()
	})
}

func TestOneDeliveryForEachConsumerThatHears(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var mails, points seen[placed]
		var parcels seen[shipped]
		On(r.bus, Consumer{Name: "mail.orders"}, mails.handle)
		On(r.bus, Consumer{Name: "points.orders"}, points.handle)
		On(r.bus, Consumer{Name: "points.orders"}, parcels.handle)
		r.start()
		r.publish(placed{Order: "a", Number: 1}, shipped{Order: "a"}, placed{Order: "b", Number: 2})
		mails.wait(t, 2)
		points.wait(t, 2)
		parcels.wait(t, 1)
		r.idle()
	})
}

func TestPersonalFieldsAreStoredApart(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var got seen[signed]
		On(r.bus, Consumer{Name: "mail.members"}, got.handle)
		r.start()
		phone := "+49 1"
		r.publish(signed{User: "u1", Plan: "gold", Email: "ann@example.org", Phone: &phone})
		m := got.wait(t, 1)[0]
		if m.Event.Email != "ann@example.org" || *m.Event.Phone != phone || m.Event.Plan != "gold" || m.Subject != "u1" {
			t.Errorf("got %+v", m)
		}
		var row struct{ Payload, Personal, Subject string }
		if err := db.Raw("SELECT payload, personal, subject FROM events").Scan(&row).Error; err != nil {
			t.Fatal(err)
		}
		if row.Payload != `{"user":"u1","plan":"gold"}` || row.Personal != `{"email":"ann@example.org","phone":"+49 1"}` || row.Subject != "u1" {
			t.Errorf("stored %+v", row)
		}
	})
}

// renewed embeds what it has in common with signed.
type renewed struct {
	signed
	Years int `json:"years"`
}

func (renewed) EventName() string { return "club.renewed.v1" }

func TestPersonalFieldsOfEmbeddedStructsAreStoredApart(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		r.publish(renewed{signed{User: "u1", Plan: "gold", Email: "ann@example.org"}, 2})
		var row struct{ Payload, Personal string }
		if err := db.Raw("SELECT payload, personal FROM events").Scan(&row).Error; err != nil {
			t.Fatal(err)
		}
		if row.Payload != `{"user":"u1","plan":"gold","years":2}` || row.Personal != `{"email":"ann@example.org","phone":null}` {
			t.Errorf("stored %+v", row)
		}
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
	each(t, func(t *testing.T, db *gorm.DB) {
		newRoom(t, db, Options{})
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

// A handler's events carry the request, the actor and the event that they come from.
func TestHopsInheritTheCause(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "depot.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			return Publish(ctx, tx, shipped{Order: m.Event.Order})
		})
		var got seen[shipped]
		On(r.bus, Consumer{Name: "mail.parcels"}, got.handle)
		r.start()
		r.publishAs(Cause{RequestID: "req-1", Actor: "user:7"}, placed{Order: "a"})
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

// statements counts what gorm sends.
type statements struct {
	logger.Interface
	n int
}

func (s *statements) Trace(context.Context, time.Time, func() (string, int64), error) { s.n++ }

func TestPublishIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{})
	On(r.bus, Consumer{Name: "mail.orders"}, new(seen[placed]).handle)
	On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, new(seen[placed]).handle)
	r.start()
	sent := &statements{Interface: logger.Discard}
	err := database.InTx(t.Context(), r.db.Session(&gorm.Session{Logger: sent}), func(tx *gorm.DB) error {
		return Publish(t.Context(), tx, placed{Order: "a"}, shipped{Order: "a"}, placed{Order: "b"}, signed{User: "u", Email: "ann@example.org"})
	})
	if err != nil || sent.n != 1 {
		t.Errorf("%d statements, %v", sent.n, err)
	}
	r.idle()
}

// More events than a statement has parameters for are written all the same, in their order, at once or with the COMMIT.
func TestPublishOfManyEvents(t *testing.T) {
	const many = 10_000
	for name, publish := range map[string]func(ctx context.Context, tx *gorm.DB, events ...Event) error{"at once": Publish, "last": PublishAtCommit} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, db *gorm.DB) {
				r := newRoom(t, db, Options{})
				On(r.bus, Consumer{Name: "mail.orders"}, new(seen[placed]).handle)
				if err := r.bus.DeclareConsumers(t.Context()); err != nil {
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
