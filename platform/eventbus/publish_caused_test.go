package eventbus

import (
	"fmt"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// Each event has the cause that it was published with; the waits of two requests stay apart.
func TestEventsWithCausesOfTheirOwn(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders", Awaited: true}, got.handle)
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		caused := []Caused{
			{Cause{RequestID: "r1", EventID: eventIDs[0], Actor: "user:1", Barrier: "b1"}, placed{"a", 1}},
			{Cause{RequestID: "r2", Barrier: "b1"}, placed{"b", 2}},
			{Cause{RequestID: "r3", EventID: eventIDs[1]}, placed{"c", 3}},
			{Cause{RequestID: "r4", Barrier: "b1"}, placed{"d", 4}},
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if err := PublishCaused(t.Context(), tx); err != nil {
				return err
			}
			return PublishCaused(t.Context(), tx, caused...)
		})
		if err != nil {
			t.Fatal(err)
		}
		for barrier, want := range map[string]int{"b1": 3, "": 1} {
			if n := f.count("SELECT count(*) FROM deliveries WHERE request_id = '" + barrier + "'"); n != want {
				t.Errorf("barrier %q: %d deliveries, want %d", barrier, n, want)
			}
		}
		f.start()
		for i, m := range got.wait(t, len(caused)) {
			want := caused[i].Cause
			if want.Actor == "" {
				want.Actor = ActorSystem
			}
			if have := (Cause{m.RequestID, m.Actor, m.Causation, m.barrier}); fmt.Sprint(have) != fmt.Sprint(want) {
				t.Errorf("%s: cause %+v, want %+v", m.Key, have, want)
			}
		}
	})
}

var eventIDs = []string{"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f", "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"}

func TestChunksOfRecords(t *testing.T) {
	t.Parallel()
	var records []eventRecord
	for i := range 2*maxInsertedEvents + 2 {
		r := eventRecord{name: fmt.Sprint(i)}
		if i > 0 {
			r.barrier = "b"
		}
		records = append(records, r)
	}
	got := ""
	for _, chunk := range chunksOf(records) {
		got += fmt.Sprintf(" %s+%d", chunk[0].name, len(chunk))
	}
	if want := fmt.Sprintf(" 0+1 1+%d %d+%d %d+1", maxInsertedEvents, maxInsertedEvents+1, maxInsertedEvents,
		2*maxInsertedEvents+1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
