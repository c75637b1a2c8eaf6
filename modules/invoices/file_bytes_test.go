package invoices

import (
	"bytes"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/files"
	"orderd/platform/id"
)

// A document that is stored in either database has the bytes that it has in memory: what a database
// keeps of a time or a number changes no file.
func TestBytesOfBothDatabases(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ctx := eventbus.WithActor(t.Context(), eventbus.ActorCLI)
		examples := namedExamples()
		stored := map[string]string{}
		for name, d := range examples {
			d.OrderID, d.ID = id.New(), id.New()
			placed := s.example1()
			placed.OrderID = d.OrderID
			s.Publish(t, placed)
			if d.RefersTo != nil {
				d.RefersTo.ID = s.storedDocument(t, false)
			}
			n := number{d.Kind, 2026, s.numberOfItsOwn()}
			d.Number = n.String()
			err := s.inTx(t, func(tx *gorm.DB) error {
				row, err := newDocumentRow(*d, n, nil, nil)
				if err != nil {
					return err
				}
				return insertDocument(tx.WithContext(ctx), row, nil)
			})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			stored[name] = d.ID
		}
		s.awaitFiles(t)
		for name, documentID := range stored {
			pdf, xml := rendered(t, examples[name])
			for kind, want := range map[string][]byte{"pdf": pdf, "xml": xml} {
				got := s.staff.Do(t, "GET", "/v1/admin/invoices/"+documentID+"/"+kind, nil).Require(t, 200)
				if !bytes.Equal(got.Body, want) || got.Header.Get("ETag") != `"`+files.Sum(want)+`"` {
					t.Errorf("%s: the %s has other bytes than in memory", name, kind)
				}
			}
		}
	})
}
