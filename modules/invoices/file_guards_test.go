package invoices

import (
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// unmadeFile is the row of files that no process makes yet: they are due in an hour.
func (s *setup) unmadeFile(t *testing.T) file {
	t.Helper()
	f := file{DocumentID: s.storedDocument(t, false), OrderID: id.New(), DueAt: s.Clock.Now().Add(time.Hour)}
	if err := s.DB.WithContext(t.Context()).Create(&f).Error; err != nil {
		t.Fatal(err)
	}
	return f
}

// A process that has found a document whose files are due, and comes second, claims nothing:
// another one makes them, or has made them.
func TestClaimOfFilesIsGuarded(t *testing.T) {
	t.Parallel()
	s := newSetup(t, database.Postgres)
	sum := strings.Repeat("0", 64)
	for name, change := range map[string]map[string]any{
		"makes": {"due_at": s.Clock.Now().Add(24 * time.Hour)}, "has made": {"pdf": sum, "xml": sum},
	} {
		f := s.unmadeFile(t)
		other := s.DB.WithContext(t.Context()).Begin()
		defer other.Rollback()
		if err := other.Model(&file{}).Where("document_id = ?", f.DocumentID).Updates(change).Error; err != nil {
			t.Fatal(err)
		}
		var claimed []file
		done := kit.Contend(t, s.DB, other, func() (err error) {
			claimed, err = claimFiles(t.Context(), s.DB, f.DueAt.Add(time.Minute))
			return err
		})
		if err := other.Commit().Error; err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil || len(claimed) != 0 {
			t.Errorf("another %s them: claimed %+v, %v", name, claimed, err)
		}
	}
}

// Files that were made meanwhile are not claimed, not stored anew, and not delayed.
func TestMadeFilesAreGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		made := s.fileOf(t, s.documents(t, e.OrderID)[0].ID)
		if claimed, err := claimFiles(t.Context(), s.DB, made.DueAt.Add(time.Hour)); err != nil || len(claimed) > 0 {
			t.Errorf("claimed %+v, %v", claimed, err)
		}
		second := made
		second.PDF, second.XML = made.XML, made.PDF
		err := s.inTx(t, func(tx *gorm.DB) error {
			saved, err := saveFiles(tx, second)
			if saved {
				t.Error("files that were made are stored anew")
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		if err := delayFiles(t.Context(), s.DB, made.DocumentID, made.DueAt.Add(time.Hour)); err != nil {
			t.Error(err)
		}
		if got := s.fileOf(t, made.DocumentID); *got.PDF != *made.PDF || *got.XML != *made.XML || !got.DueAt.Equal(made.DueAt) {
			t.Errorf("%+v, was %+v", got, made)
		}
	})
}

func (s *setup) fileOf(t *testing.T, documentID string) file {
	t.Helper()
	found, err := filesOf(s.DB.WithContext(t.Context()), documentID)
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	return found[documentID]
}

// An order is copied once: what was read in the log of its beginning does not bring back the
// address that it had then.
func TestACopyIsNotMadeAnew(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.Publish(t, e)
		moved := e.BillTo
		moved.BillToName = "Grace Hopper"
		s.Publish(t, ordering.BillToChanged{Order: e.Order, BillTo: moved})
		if err := s.inTx(t, func(tx *gorm.DB) error { return copyPlaced(tx, nil, e) }); err != nil {
			t.Fatal(err)
		}
		s.Publish(t, shipped(e, e.Total, s.Clock.Now()))
		if got := s.documents(t, e.OrderID)[0].Buyer.FullName; got != "Grace Hopper" {
			t.Errorf("billed to %s", got)
		}
	})
}
