package invoices

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/background"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/files"
	"orderd/platform/grant"
	"orderd/test/kit"
)

var errNoLuck = errors.New("no luck")

// orderToken opens the order for its guest.
func (s *setup) orderToken(orderID, guestID string) string {
	return grant.Sign(guestSecret, grant.Grant{
		Resource: orderID, Holder: guestID, Kind: grant.Mailed, ExpiresAt: s.Clock.Now().Add(time.Hour),
	})
}

// The files are what was stored, under the name of the document, for the caller's own cache.
func TestStoredFiles(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		d := s.documents(t, e.OrderID)[0]
		pdf, xml, err := render(d)
		if err != nil {
			t.Fatal(err)
		}
		for kind, want := range map[string][]byte{"pdf": pdf, "xml": xml} {
			for api, path := range map[*kit.API]string{s.buyer: "/v1/invoices/", s.staff: "/v1/admin/invoices/"} {
				got := api.Do(t, "GET", path+d.ID+"/"+kind, nil).Require(t, 200)
				if !bytes.Equal(got.Body, want) {
					t.Errorf("%s: other bytes than before", kind)
				}
				for name, value := range map[string]string{
					"Content-Disposition": `attachment; filename="` + d.Number + "." + kind + `"`, "ETag": `"` + files.Sum(want) + `"`,
					"Cache-Control": "private, no-cache", "Content-Type": "application/" + kind,
				} {
					if got.Header.Get(name) != value {
						t.Errorf("%s: %q, want %q", name, got.Header.Get(name), value)
					}
				}
				known := api.With("If-None-Match", `"`+files.Sum(want)+`"`).Do(t, "GET", path+d.ID+"/"+kind, nil)
				if known.Require(t, http.StatusNotModified); len(known.Body) != 0 {
					t.Errorf("304 with %d bytes", len(known.Body))
				}
			}
		}
	})
}

// Until its files are made, a document is there and they are not: 503. A failure is tried again, a
// restart goes on, and the document is published once, by whoever has stored the files.
func TestFilesThatAreMadeLater(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.example1()
		s.ship(t, made)
		s.awaitFiles(t)
		d := s.documents(t, made.OrderID)[0]
		db := s.DB.WithContext(t.Context())
		log := eventbustest.Record(t, s.DB)
		// As it is after a process that was killed between the number and the files.
		unmade := db.Exec("UPDATE invoices_files SET pdf = NULL, xml = NULL, due_at = ?", s.Clock.Now().Add(time.Hour))
		if unmade.Error != nil {
			t.Fatal(unmade.Error)
		}
		got := s.buyer.Do(t, "GET", "/v1/invoices/"+d.ID+"/pdf", nil).Require(t, 503)
		if got.Header.Get("Retry-After") == "" || got.Header.Get("ETag") != "" {
			t.Errorf("%v", got.Header)
		}
		berlin, _ := time.LoadLocation("Europe/Berlin")
		now := s.Clock.Now().In(berlin) // midnight may have come since
		days := "from=" + now.AddDate(0, 0, -1).Format(time.DateOnly) + "&to=" + now.Format(time.DateOnly)
		s.staff.Do(t, "GET", "/v1/admin/invoices/export?"+days, nil).Require(t, 503)
		s.buyer.Do(t, "GET", "/v1/invoices/"+d.ID, nil).Require(t, 200)

		for after, want := range map[time.Duration]string{0: "invoice_files_ok", 11 * time.Minute: "invoice_files_late"} {
			s.Clock.Advance(after)
			if got := (&fileCheck{clock: s.Clock}).check(t.Context(), s.DB); len(got) != 1 || got[0].Code != want {
				t.Errorf("after %v: %+v", after, got)
			}
			s.Clock.Advance(-after)
		}
		var calls atomic.Int64
		maker := &fileMaker{
			Deps: Deps{DB: s.DB, Clock: s.Clock, Log: s.Log}, wake: background.NewSignal(),
			render: func(d document) (pdf, xml []byte, err error) {
				if calls.Add(1) == 1 {
					return nil, nil, errNoLuck
				}
				return render(d)
			},
		}
		if err := maker.make(t.Context(), file{DocumentID: d.ID, OrderID: d.OrderID}); !errors.Is(err, errNoLuck) {
			t.Error(err)
		}
		results := kit.AtOnce(4, func(int) error { return maker.make(t.Context(), file{DocumentID: d.ID, OrderID: d.OrderID}) })
		if results[nil] != 4 {
			t.Errorf("%v", results)
		}
		if published := eventbustest.Of[events.DocumentIssued](log); len(published) != 1 {
			t.Errorf("published %d times", len(published))
		}
		if out, err := s.verified(t); err != nil || !strings.Contains(out, "1 documents") {
			t.Errorf("%v %s", err, out)
		}
	})
}

// Who comes second stores nothing, also when its version makes other bytes of the document.
func TestFilesThatComeSecond(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		second := &fileMaker{
			Deps: Deps{DB: s.DB, Clock: s.Clock, Log: s.Log}, wake: background.NewSignal(),
			render: func(document) (pdf, xml []byte, err error) { return []byte("another PDF"), []byte("another XML"), nil },
		}
		if err := second.make(t.Context(), file{DocumentID: s.documents(t, e.OrderID)[0].ID, OrderID: e.OrderID}); err != nil {
			t.Fatal(err)
		}
		var stored int64
		if err := s.DB.WithContext(t.Context()).Table("file_contents").Count(&stored).Error; err != nil || stored != 2 {
			t.Errorf("%d files of one document, %v", stored, err)
		}
	})
}

// The verification finds what is wrong.
func TestVerify(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for range 3 {
			s.ship(t, s.example1())
		}
		s.awaitFiles(t)
		for statement, want := range map[string]string{
			"UPDATE invoices_years SET invoices = 4":                           "4 was used last, and there are 3",
			"UPDATE invoices_orders SET charged_cents = 7000":                  "its documents sum to 73.77, and it says 70.00",
			"UPDATE invoices_orders SET claim_cents = 7000":                    "its documents charge 73.77, and it claims 70.00",
			"UPDATE file_contents SET content = 'x' WHERE content IS NOT NULL": "has other bytes",
		} {
			err := s.inTx(t, func(tx *gorm.DB) error {
				if err := tx.Exec(statement).Error; err != nil {
					return err
				}
				var out textBuffer
				if err := (Deps{DB: tx}).verify(t.Context(), nil, &out); !errors.Is(err, errFaulty) || !strings.Contains(string(out), want) {
					t.Errorf("%s: %v\n%s", statement, err, out)
				}
				return errNoLuck
			})
			if !errors.Is(err, errNoLuck) {
				t.Error(err)
			}
		}
	})
}
