package faults

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// lawfulTables are where the law has the documents of an erased buyer kept: name, company, address
// and VAT id, in the documents and in their files, whose bytes a dump shows as numbers.
var lawfulTables = []string{"invoices_documents", "file_contents"}

// After the erasure of a customer who has an invoice and withdrawals, who was billed and where the
// goods went stands in the documents alone, and how to reach them, and what they wrote, nowhere.
// After the retention that stands nowhere either; numbers and sums stay.
func TestErasureOfPapers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.openBooks(t)
		s := w.openShop(t)
		email, access := w.customer("billed")
		o := w.api().As(access)
		if err := s.fill(t.Context(), o, 1); err != nil {
			t.Fatal(err)
		}
		placed := o.Do(t, "POST", "/v1/checkout", object{
			"shippingMethodId": s.method, "paymentMethod": "cash_on_delivery",
			"billTo": object{"fullName": "Balthasar Nepomuk", "company": "Kesselflicker & Söhne", "line1": "Eulenspiegelweg 3",
				"postalCode": "20095", "city": "Hamburg", "country": "DE", "phone": "+49 40 98765010987"},
			"shipTo": object{"fullName": "Kunigunde Lang", "line1": "Nachtigallensteg 9", "postalCode": "20097", "city": "Hamburg",
				"country": "DE", "phone": "+49 40 98765020987"},
		}).Require(t, 201)
		path := "/v1/orders/" + placed.Text("id")
		for _, command := range []string{"process", "ship", "deliver"} {
			w.asAdmin().Do(t, "POST", "/v1/admin"+strings.TrimPrefix(path, "/v1")+"/"+command, object{}).Require(t, 200)
			w.awaitRest(t)
		}
		documents := o.Do(t, "GET", path+"/invoices", nil).Require(t, 200)
		documents.RequireFields(t, kit.Fields{"data.#": 1, "data.0.buyer.fullName": "Balthasar Nepomuk"})
		kit.Eventually(t, "the files are made", func() error {
			if n := w.number("SELECT count(*) FROM invoices_files WHERE pdf IS NULL"); n > 0 {
				return fmt.Errorf("those of %d are not", n)
			}
			return nil
		})
		w.api().Do(t, "POST", "/v1/withdrawals", object{
			"orderNumber": placed.Text("number"), "fullName": "Amadeus Klabautermann", "email": email,
			"items": []object{{"text": "Ein Murmeltier"}},
		}).Require(t, 202)
		o.Do(t, "POST", path+"/withdraw", nil).Require(t, 201)
		w.awaitRest(t)

		lawful := []string{"Nepomuk", "Kesselflicker", "Eulenspiegelweg", "Kunigunde", "Nachtigallensteg"}
		gone := []string{email, "98765010987", "98765020987", "Klabautermann", "Murmeltier"}
		all := slices.Concat(lawful, gone)
		if missing := missing(w.dump(), all); len(missing) > 0 {
			t.Fatalf("the database holds nothing of %q before the erasure: the test would find nothing", missing)
		}
		o.Do(t, "DELETE", "/v1/users/me", object{"password": password}).Require(t, 202)
		w.ledger.remove(email)
		w.awaitRest(t)
		kit.Eventually(t, "nothing is left but what the law has kept", func() error {
			kept, rest := w.dumpOfPapers()
			if found := append(containsAny(rest, all), containsAny(kept, gone)...); len(found) > 0 {
				return errors.New(strings.Join(found, "\n"))
			}
			return nil
		})
		kept, _ := w.dumpOfPapers()
		if missing := missing(kept, lawful); len(missing) > 0 {
			t.Errorf("the documents lack %q, which the law has them keep", missing)
		}
		if found := containsAny(w.replicas[0].Output(), all); len(found) > 0 {
			t.Errorf("it was printed: %s", found)
		}
		id := documents.Text("data.0.id")
		w.asAdmin().Do(t, "GET", "/v1/admin/invoices/"+id, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"buyer.fullName": "Balthasar Nepomuk", "gross": documents.At("data.0.gross")})
		checkEverything(t, w)

		w.endRetention(t, all)
		w.asAdmin().Do(t, "GET", "/v1/admin/invoices/"+id, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"buyer.fullName": "", "number": documents.At("data.0.number"), "gross": documents.At("data.0.gross")})
		w.asAdmin().Do(t, "GET", "/v1/admin/invoices/"+id+"/pdf", nil).Require(t, 404)
	})
}

// endRetention ends the time of all documents, and waits until the words stand nowhere.
func (w *world) endRetention(t *testing.T, words []string) {
	t.Helper()
	w.endYears(t)
	kit.Eventually(t, "after the retention nothing is left", func() error {
		found := containsAny(w.dump(), words)
		if n := w.number("SELECT count(*) FROM file_contents"); n > 0 {
			found = append(found, fmt.Sprintf("%d files", n))
		}
		if len(found) > 0 {
			return errors.New(strings.Join(found, "\n"))
		}
		return nil
	})
	if file, ok := strings.CutPrefix(w.url, "sqlite:"); ok {
		kit.Eventually(t, "nothing is left in the file", func() error { return checkFiles(file, words) })
	}
}

// endYears makes all documents as old as none has to be kept, against the triggers that refuse it,
// and starts the process again, which looks at once for those whose retention is over.
func (w *world) endYears(t *testing.T) {
	t.Helper()
	err := w.db.WithContext(t.Context()).Transaction(func(tx *gorm.DB) error {
		if database.Dialect(tx) == database.Postgres {
			return tx.Exec(`DO $$ BEGIN
				ALTER TABLE invoices_documents DISABLE TRIGGER USER;
				UPDATE invoices_documents SET year = 2010;
				ALTER TABLE invoices_documents ENABLE TRIGGER USER; END $$`).Error
		}
		var triggers []struct{ Name, SQL string }
		err := tx.Raw("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'invoices_documents'").Scan(&triggers).Error
		var drop, create []string
		for _, trigger := range triggers {
			drop, create = append(drop, "DROP TRIGGER "+trigger.Name), append(create, trigger.SQL)
		}
		for _, statement := range slices.Concat(drop, []string{"UPDATE invoices_documents SET year = 2010"}, create) {
			err = errors.Join(err, tx.Exec(statement).Error)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.restart(0)
}

// dumpOfPapers is dump in two parts: the rows of lawfulTables, and all others.
func (w *world) dumpOfPapers() (kept, rest string) {
	var parts [2]strings.Builder
	isKept := 1
	for line := range strings.Lines(w.dump()) {
		// A row may have several lines; each begins with the name of a table.
		if table, _, ok := strings.Cut(line, " map["); ok {
			isKept = 1
			if slices.Contains(lawfulTables, table) {
				isKept = 0
			}
		}
		parts[isKept].WriteString(line)
	}
	return parts[0].String(), parts[1].String()
}
