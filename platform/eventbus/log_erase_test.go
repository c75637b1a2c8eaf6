package eventbus

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// A client may write an address into X-Request-Id: the erasure takes it from all that its requests
// caused, and leaves others' alone.
func TestEraseForgetsTheRequestsOfTheSubject(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		ann := Cause{RequestID: "ann.example.org", Actor: "user:ann"}
		r.publishAs(ann, signed{User: "ann", Plan: "gold", Email: "ann@example.org"}, placed{Order: "a", Number: 1})
		r.publishAs(Cause{RequestID: "req-2", Actor: "user:bob"}, signed{User: "bob", Plan: "gold", Email: "bob@example.org"}, placed{Order: "b", Number: 2})
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return EraseSubject(t.Context(), tx, "ann") })
		if err != nil {
			t.Fatal(err)
		}
		if n := r.count("SELECT count(*) FROM events WHERE request_id = 'ann.example.org'"); n != 0 {
			t.Errorf("the request's id stands in %d events", n)
		}
		if n := r.count("SELECT count(*) FROM events WHERE request_id = 'req-2'"); n != 2 {
			t.Errorf("%d events of another's request know it, want 2", n)
		}
	})
}
