package invoices

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"orderd/modules/invoices/events"
	"orderd/platform/id"
	"orderd/platform/safecsv"
	"orderd/test/kit"
)

// archived are the files of an archive, by name.
func archived(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", f.Name, len(text), err)
		}
		files[f.Name] = string(text)
	}
	return files
}

// An export of days on which a document has no files yet is refused, and says when to come again.
// It may be of 366 days.
func TestExportWaitsForFiles(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		berlin, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		now := s.Clock.Now().In(berlin) // midnight may have come since
		yesterday, today := now.AddDate(0, 0, -1).Format(time.DateOnly), now.Format(time.DateOnly)
		of := func(from, to string) string { return "/v1/admin/invoices/export?from=" + from + "&to=" + to }
		s.staff.Do(t, "GET", of(yesterday, today), nil).Require(t, 200)
		unmade := s.DB.WithContext(t.Context()).Exec("UPDATE invoices_files SET pdf = NULL, xml = NULL, due_at = ?",
			s.Clock.Now().Add(time.Hour))
		if unmade.Error != nil || unmade.RowsAffected != 1 {
			t.Fatalf("%d files, %v", unmade.RowsAffected, unmade.Error)
		}
		got := s.staff.Do(t, "GET", of(yesterday, today), nil).Require(t, 503, "unavailable")
		if wait := got.Header.Get("Retry-After"); wait != "2" {
			t.Errorf("come again after %q s", wait)
		}
		s.staff.Do(t, "GET", of("2023-03-01", "2024-02-29"), nil).Require(t, 200)
		s.staff.Do(t, "GET", of("2023-03-01", "2024-03-01"), nil).Require(t, 422).RequireFields(t, kit.Fields{"errors.0.pointer": "?to"})
		s.staff.Do(t, "GET", "/v1/admin/reports/tax?from=2023-03-01&to=2024-03-01", nil).Require(t, 422)
	})
}

// An export has more documents than are read at once, each of them once, though all were issued in
// one moment. Those whose retention is over have no files.
func TestExportOfManyDocuments(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		at := s.Clock.Now()
		documents := make([]documentRow, 2*archiveBatch+1)
		rows := make([]reportRow, len(documents))
		for n := range documents {
			taken := number{events.KindInvoice, 1999, int64(n + 1)}
			d := document{ID: id.New(), Kind: taken.kind, Number: taken.String(), IssuedAt: at}
			r, err := newDocumentRow(d, taken, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.OrderID, r.Gross, r.Erased = id.New(), 1, true
			documents[n] = r
			rows[n] = reportRow{DocumentID: d.ID, N: 1, IssuedAt: at, Country: "DE", Scheme: schemeDomestic, Category: "S"}
		}
		db := s.DB.WithContext(t.Context())
		for _, all := range []any{&documents, &rows} {
			if err := db.CreateInBatches(all, 50).Error; err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := writeArchive(t.Context(), s.DB, at, at.Add(time.Second), safecsv.Plain, &out); err != nil {
			t.Fatal(err)
		}
		files := archived(t, out.Bytes())
		for _, d := range documents {
			if n := strings.Count(files["index.csv"], d.Number); n != 1 {
				t.Errorf("%s is %d times in the index", d.Number, n)
			}
		}
		if lines := strings.Count(files["index.csv"], "\n"); len(files) != 1 || lines != len(documents)+1 {
			t.Errorf("%d files, %d lines", len(files), lines)
		}
	})
}
