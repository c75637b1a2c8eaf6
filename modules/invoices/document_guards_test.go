package invoices

import (
	"maps"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// The UPDATEs of an order refuse a second live invoice, one of a cancelled order, and what is taken
// off another invoice than the live one, off more than it charges, or all of one with corrections.
func TestTheLiveInvoiceIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		live, corrected, cancelled := s.example1(), s.example1(), s.example1()
		s.ship(t, live)
		s.ship(t, corrected)
		s.Publish(t, refundOf(corrected, 7000, ""))
		s.Publish(t, cancelled)
		s.Publish(t, ordering.OrderCancelled{Order: claims(cancelled, 0), CancelledAt: s.Clock.Now()})
		before := s.orders(t)
		taken := func(e ordering.OrderPlaced, by money.Cents) document {
			d := document{ID: id.New(), RefersTo: &reference{ID: id.New()}, amounts: amounts{Gross: by}}
			if found := s.documents(t, e.OrderID); len(found) > 0 {
				d.RefersTo.ID = found[0].ID
			}
			return d
		}
		other := taken(live, 7377)
		other.RefersTo.ID = id.New()
		for name, row := range map[string]struct {
			of    ordering.OrderPlaced
			d     document
			write func(tx *gorm.DB, o *order, d document) (bool, error)
		}{
			"a second live one":            {live, taken(live, 7377), setLive},
			"one of a cancelled order":     {cancelled, taken(cancelled, 7377), setLive},
			"more than it charges":         {live, taken(live, 7378), takeOff},
			"a correction of another":      {live, other, takeOff},
			"a cancellation of another":    {live, other, endLive},
			"a cancellation of the rest":   {corrected, taken(corrected, 7377), endLive},
			"more than the rest of it":     {corrected, taken(corrected, 7001), takeOff},
			"a correction without invoice": {cancelled, taken(cancelled, 1), takeOff},
		} {
			err := s.inTx(t, func(tx *gorm.DB) error {
				done, err := row.write(tx, &order{OrderID: row.of.OrderID}, row.d)
				if done {
					t.Errorf("%s: is written", name)
				}
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := s.orders(t); after != before {
			t.Errorf("%s\nwas\n%s", after, before)
		}
	})
}

// orders are all orders, as a text.
func (s *setup) orders(t *testing.T) string {
	t.Helper()
	var all []order
	if err := s.DB.WithContext(t.Context()).Order("order_id").Find(&all).Error; err != nil {
		t.Fatal(err)
	}
	return string(kit.JSON(t, all))
}

// storedDocument inserts a document without rows and files, which alone would keep it, and returns
// its id.
func (s *setup) storedDocument(t *testing.T, erased bool) string {
	t.Helper()
	documentID := id.New()
	r := documentRow{
		ID: documentID, Kind: events.KindInvoice, Series: "RE-1999", N: s.numberOfItsOwn(), Year: 1999, Number: documentID,
		OrderID: id.New(), IssuedAt: s.Clock.Now(), Gross: 1, Content: "{}", Erased: erased,
	}
	if err := s.DB.WithContext(t.Context()).Create(&r).Error; err != nil {
		t.Fatal(err)
	}
	return documentID
}

func (s *setup) numberOfItsOwn() int64 {
	s.placed++
	return int64(s.placed)
}

// The database refuses to change or delete what was issued, whoever asks: the end of the retention
// changes the content and the search text alone, once.
func TestDocumentsAreFrozen(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.ship(t, s.example1())
		kept, erased := s.storedDocument(t, false), s.storedDocument(t, true)
		refused := [][2]string{
			{"invoices_documents is frozen", "UPDATE invoices_documents SET content = '{}' WHERE id = '" + kept + "'"},
			{"invoices_documents is frozen", "UPDATE invoices_documents SET content = '{1}' WHERE id = '" + erased + "'"},
			{"invoices_documents is frozen", "UPDATE invoices_documents SET erased = FALSE WHERE id = '" + erased + "'"},
			{"invoices_documents is frozen", "DELETE FROM invoices_documents WHERE id = '" + kept + "'"},
			{"invoices_documents is frozen", "DELETE FROM invoices_documents WHERE id = '" + erased + "'"},
			{"invoices_rows is frozen", "UPDATE invoices_rows SET tax_cents = 0, gross_cents = net_cents"},
			{"invoices_rows is frozen", "DELETE FROM invoices_rows"},
		}
		for column, value := range map[string]string{
			"id": "'0199d5a1-93c4-7a50-8b1c-6d2e3f405171'", "kind": "'correction'", "series": "'RE-2000'", "n": "n + 1", "year": "2000",
			"number": "'RE-1'", "order_id": "id", "issued_at": "'2020-01-01 00:00:00+00:00'", "gross_cents": "2", "refers_to_id": "id",
			"successor_id": "id", "event_id": "id",
		} {
			refused = append(refused, [2]string{"invoices_documents is frozen", "UPDATE invoices_documents SET erased = TRUE, " +
				column + " = " + value + " WHERE id = '" + kept + "'"})
		}
		if database.Dialect(s.DB) == database.Postgres {
			refused = append(refused, [2]string{"invoices_rows is frozen", "TRUNCATE invoices_rows"},
				// The trigger of the rows would refuse it too. Readers lock the tables in the same order.
				[2]string{"invoices_documents is frozen", `DO $$ BEGIN
					LOCK TABLE invoices_documents, invoices_rows IN ACCESS EXCLUSIVE MODE;
					ALTER TABLE invoices_rows DISABLE TRIGGER invoices_rows_emptied; TRUNCATE invoices_documents CASCADE; END $$`})
		}
		kit.RequireRefused(t, s.DB, refused)
		err := s.inTx(t, func(tx *gorm.DB) error {
			return tx.Exec("UPDATE invoices_documents SET erased = TRUE, content = '', search = '' WHERE id = ?", kept).Error
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// insertChanged is an INSERT of a row like one that is there, but for the changes.
func insertChanged(table string, columns []string, changes map[string]string) string {
	values := make([]string, len(columns))
	for n, column := range columns {
		if values[n] = column; changes[column] != "" {
			values[n] = changes[column]
		}
	}
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM " + table +
		" LIMIT 1"
}

// Behind what is looked at before a document is stored stand the constraints of the tables.
func TestConstraintsOfDocuments(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e, other := s.example1(), s.example1()
		s.ship(t, e)
		s.awaitFiles(t)
		s.Publish(t, other)
		const unknown = "'0199d5a1-93c4-7a50-8b1c-6d2e3f405171'"
		columns := strings.Fields(`id kind series n year number order_id refers_to_id successor_id event_id issued_at gross_cents content
			search erased`)
		document := func(changes map[string]string) string {
			all := map[string]string{"id": unknown, "n": "n + 1", "number": "number || 'x'", "event_id": "NULL"}
			maps.Copy(all, changes)
			return insertChanged("invoices_documents", columns, all)
		}
		rowColumns := strings.Fields("document_id n issued_at country scheme rate category net_cents tax_cents gross_cents")
		row := func(column, value string) string {
			return insertChanged("invoices_rows", rowColumns, map[string]string{"n": "n + 9", column: value})
		}
		kit.RequireRefused(t, s.DB, [][2]string{
			{"invoices_orders_charged_check", "UPDATE invoices_orders SET charged_cents = -1 WHERE live_id IS NOT NULL"},
			{"invoices_orders_charged_check", "UPDATE invoices_orders SET charged_cents = total_cents + 1 WHERE live_id IS NOT NULL"},
			{"invoices_orders_live_check", "UPDATE invoices_orders SET live_id = NULL"},
			{"invoices_orders_live_key", "UPDATE invoices_orders SET live_id = " + unknown},
			{"invoices_returns_shipping_check", "INSERT INTO invoices_returns VALUES (" + unknown + ", " + unknown + ", '{}', -1)"},
			{"invoices_years_check", "UPDATE invoices_years SET invoices = -1"},
			{"invoices_years_check", "UPDATE invoices_years SET corrections = -1"},
			{"invoices_years_check", "UPDATE invoices_years SET cancellations = -1"},
			{"invoices_documents_kind_check", document(map[string]string{"kind": "'credit'", "refers_to_id": "id"})},
			{"invoices_documents_n_check", document(map[string]string{"n": "0"})},
			{"invoices_documents_gross_check", document(map[string]string{"gross_cents": "0"})},
			{"invoices_documents_series_key", document(map[string]string{"n": "n"})},
			{"invoices_documents_number_key", document(map[string]string{"number": "number"})},
			{"invoices_documents_event_key", document(map[string]string{"event_id": "event_id"})},
			{"invoices_documents_pkey", document(map[string]string{"id": "id"})},
			{"invoices_documents_refers_to_id_fkey", document(map[string]string{"refers_to_id": "'0199d5a1-93c4-7a50-8b1c-6d2e3f405172'"})},
			{"invoices_documents_refers_to_check", document(map[string]string{"kind": "'correction'"})},
			{"invoices_documents_successor_check", document(map[string]string{"successor_id": "id"})},
			{"invoices_rows_document_id_fkey", row("document_id", unknown)},
			{"invoices_rows_pkey", row("n", "n")},
			{"invoices_rows_scheme_check", row("scheme", "'x'")},
			{"invoices_rows_category_check", row("category", "'x'")},
			{"invoices_rows_sum_check", row("tax_cents", "tax_cents + 1")},
			{"invoices_files_check", "UPDATE invoices_files SET xml = NULL"},
			{"invoices_files_document_id_fkey", "UPDATE invoices_files SET document_id = " + unknown},
		})
	})
}
