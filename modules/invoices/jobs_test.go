package invoices

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// issuer is an issuer of the module's own, that knows the settings of the shop.
func (s *setup) issuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{clock: s.Clock, settings: copySettings(s.Copies), wake: make(chan struct{}, 1)}
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return i
}

// While an invoice is corrected the end of its retention waits for nothing, and takes nothing that
// the correction needs: else PostgreSQL would end one of the two. SQLite has one writer at a time.
func TestRetentionDuringACorrection(t *testing.T) {
	t.Parallel()
	s := newSetup(t, database.Postgres)
	inUse, free := s.example1(), s.example1()
	s.ship(t, inUse)
	s.ship(t, free)
	s.awaitFiles(t)
	i := s.issuer(t)
	s.Clock.Advance(10 * 366 * 24 * time.Hour)
	var attempts int
	var ended <-chan error
	err := s.inTx(t, func(tx *gorm.DB) error {
		attempts++
		o, err := lockOrder(tx, inUse.OrderID)
		if err != nil || ended != nil {
			return err
		}
		ended = kit.Contend(t, s.DB, tx, func() error { return i.endRetention(t.Context(), s.DB) })
		if len(ended) == 0 {
			t.Error("the end of the retention waits")
		}
		o.Claim = 7000
		return i.settle(tx, &o, nil, nil)
	})
	if err := errors.Join(err, <-ended); err != nil || attempts != 1 {
		t.Errorf("after %d attempts: %v", attempts, err)
	}
	for _, e := range []struct{ orderID, want string }{{inUse.OrderID, "Ada Lovelace"}, {free.OrderID, ""}} {
		if got := s.documents(t, e.orderID)[0].Buyer.FullName; got != e.want {
			t.Errorf("%q, want %q", got, e.want)
		}
	}
	if err := i.endRetention(t.Context(), s.DB); err != nil {
		t.Fatal(err)
	}
	if d := s.documents(t, inUse.OrderID); len(d) != 2 || d[0].Buyer.FullName != "" || d[1].Buyer.FullName != "Ada Lovelace" {
		t.Errorf("%+v", d)
	}
}

// A process that comes second to the end of a document's retention changes nothing, and goes on.
func TestRetentionEndsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		found, err := documentsOf(s.DB.WithContext(t.Context()), e.OrderID)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.inTx(t, func(tx *gorm.DB) error { return endRetentionOf(tx, found[0]) }); err != nil {
				t.Error(err)
			}
		}
		if d := s.documents(t, e.OrderID)[0]; d.Buyer.FullName != "" || d.Number == "" {
			t.Errorf("%+v", d)
		}
	})
}
