package eventbus

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
)

func TestEraseBlanksPersonalFields(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		c := Consumer{Name: "list.members", ReadModel: true}
		var got received[signed]
		On(f.bus, c, got.handle)
		f.start()
		f.publish(signed{User: "ann", Plan: "gold", Email: "ann@example.org"}, signed{User: "bob", Plan: "gold", Email: "bob@example.org"})
		got.wait(t, 2)
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return EraseSubject(t.Context(), tx, "ann") })
		if err != nil {
			t.Fatal(err)
		}
		entries, total, err := ListLog(t.Context(), db, LogFilter{Key: "ann"}, 10, 0)
		if err != nil || total != 1 || string(entries[0].Payload) != `{"user":"ann","plan":"gold"}` || entries[0].Subject != "" {
			t.Errorf("the log says %+v, %v", entries, err)
		}
		if n := f.count("SELECT count(*) FROM events WHERE personal LIKE '%ann@%'"); n != 0 {
			t.Errorf("the address still stands in %d events", n)
		}
		if _, err := Replay(t.Context(), db, c.Name, false); err != nil {
			t.Fatal(err)
		}
		again := got.wait(t, 4)[2:]
		if m := again[0]; m.Key != "ann" || m.Event.Plan != "gold" || m.Event.Email != "" || m.Subject != "" {
			t.Errorf("the erased one came as %+v", m)
		}
		if m := again[1]; m.Event.Email != "bob@example.org" {
			t.Errorf("the other came as %+v", m)
		}
	})
}

// A client may send an address as X-Request-Id. The erasure removes it from all events that its
// requests caused, and leaves the ids of other requests.
func TestEraseSubjectRemovesItsRequestIDs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		ann := Cause{RequestID: "ann.example.org", Actor: "user:ann"}
		f.publishAs(ann, signed{User: "ann", Plan: "gold", Email: "ann@example.org"}, placed{Order: "a", Number: 1})
		f.publishAs(Cause{RequestID: "req-2", Actor: "user:bob"}, signed{User: "bob", Plan: "gold", Email: "bob@example.org"},
			placed{Order: "b", Number: 2})
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return EraseSubject(t.Context(), tx, "ann") })
		if err != nil {
			t.Fatal(err)
		}
		if n := f.count("SELECT count(*) FROM events WHERE request_id = 'ann.example.org'"); n != 0 {
			t.Errorf("the request's id stands in %d events", n)
		}
		if n := f.count("SELECT count(*) FROM events WHERE request_id = 'req-2'"); n != 2 {
			t.Errorf("%d events of another's request know it, want 2", n)
		}
	})
}
