package invoices

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/money"
	"orderd/platform/safecsv"
	"orderd/test/kit"
)

// The report, the index of the export and the documents have the same sums; the export has both
// files of each document.
func TestReportAndExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		domestic, abroad, exported := s.example1(), s.order(490, line{2, 4000, 2000}), s.order(0, line{1, 5412, 0})
		abroad.ShipToCountry, exported.ShipToCountry = "FR", "CH"
		export := ordering.TaxCategoryExport
		exported.Lines[0].Category, exported.Taxes[0].Category = &export, export
		exported.Taxes[0].Reason = export.Reason()
		domestic.BillTo.BillToName = "=HYPERLINK(1)"
		for _, e := range []ordering.OrderPlaced{domestic, abroad, exported} {
			s.ship(t, e)
		}
		s.Publish(t, refundOf(domestic, 7377-1838, ""))
		s.awaitFiles(t)
		berlin, _ := time.LoadLocation("Europe/Berlin")
		now := s.Clock.Now().In(berlin) // midnight may have come since
		days := "from=" + now.AddDate(0, 0, -1).Format(time.DateOnly) + "&to=" + now.Format(time.DateOnly)
		got := s.staff.Do(t, "GET", "/v1/admin/reports/tax?"+days, nil).Require(t, 200)
		if got.Number("totals.gross") != 154.41 {
			t.Errorf("%s", got.Body)
		}
		var sum money.Cents
		for _, e := range []ordering.OrderPlaced{domestic, abroad, exported} {
			sum += s.charged(t, e.OrderID)
		}
		if sum != 15441 {
			t.Errorf("the documents sum to %s", sum)
		}
		text := string(s.staff.Do(t, "GET", "/v1/admin/reports/tax?format=csv&"+days, nil).Require(t, 200).Body)
		if !strings.HasPrefix(text, "country,scheme,rate,category,documents,net,tax,gross\nCH,export,0.00,G,1,54.12,0.00,54.12\n") ||
			!strings.Contains(text, "FR,oss,20.00,S,1,37.42,7.48,44.90\n") {
			t.Errorf("%s", text)
		}
		s.requireExport(t, days, got)
	})
}

// requireExport compares the export of the days with their report.
func (s *setup) requireExport(t *testing.T, days string, report kit.Answer) {
	t.Helper()
	raw := s.staff.Do(t, "GET", "/v1/admin/invoices/export?"+days, nil).Require(t, 200).Body
	files := archived(t, raw)
	index, err := csv.NewReader(strings.NewReader(files["index.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Collect(maps.Keys(files))
	if len(names) != 9 || !slices.Contains(names, index[1][0]+".pdf") || !slices.Contains(names, index[1][0]+".xml") {
		t.Errorf("%v", names)
	}
	var sums [3]money.Cents
	for _, row := range index[1:] {
		for n, cell := range row[12:] {
			var c money.Cents
			if err := c.UnmarshalJSON([]byte(cell)); err != nil {
				t.Errorf("%q: %v", cell, err)
			}
			sums[n] += c
		}
		if row[0] == "" || strings.HasPrefix(row[6], "=") {
			t.Errorf("%q", row)
		}
	}
	for n, field := range []string{"net", "tax", "gross"} {
		if got := report.Number("totals." + field); fmt.Sprintf("%.2f", got) != sums[n].String() {
			t.Errorf("%s: the report has %v, the index %s", field, got, sums[n])
		}
	}
}

// VAT is declared as it was charged: by the rates of the day of the order, whenever its invoice is
// issued. Monaco's counts in France.
func TestSchemeOfTheDayOfTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		berlin, _ := time.LoadLocation("Europe/Berlin")
		now := s.Clock.Now().In(berlin)
		s.save(t, shop.GroupTax, shop.Tax{Rates: []shop.TaxRate{
			{Country: "DE", Standard: 1900, Reduced: 700},
			{Country: "FR", Standard: 2000, Reduced: 550, From: new(now.AddDate(0, 0, 1).Format(time.DateOnly))},
		}, WholesalePrices: shop.PricesGross, RetentionYears: 8})
		before := s.order(0, line{1, 1190, 1900})
		s.Clock.Advance(48 * time.Hour)
		after := s.order(0, line{1, 1200, 2000})
		before.ShipToCountry, after.ShipToCountry = "FR", "MC"
		s.ship(t, before)
		s.ship(t, after)
		staff, _ := s.As(t, auth.RoleAdmin)
		now = s.Clock.Now().In(berlin) // midnight may have come since
		days := "&from=" + now.AddDate(0, 0, -1).Format(time.DateOnly) + "&to=" + now.Format(time.DateOnly)
		text := string(staff.Do(t, "GET", "/v1/admin/reports/tax?format=csv"+days, nil).Require(t, 200).Body)
		for _, row := range []string{"FR,domestic,19.00,S,1,10.00,1.90,11.90\n", "FR,oss,20.00,S,1,10.00,2.00,12.00\n"} {
			if !strings.Contains(text, row) {
				t.Errorf("no %q in %s", row, text)
			}
		}
	})
}

// What the rates were when an order was placed counts, whatever becomes of them until its invoice
// and the corrections of that: a rate is removed, or is set for days that have passed.
func TestSchemeStaysWithTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		rates := func(rates ...shop.TaxRate) {
			t.Helper()
			s.save(t, shop.GroupTax, shop.Tax{Rates: rates, WholesalePrices: shop.PricesGross, RetentionYears: 8})
		}
		de := shop.TaxRate{Country: "DE", Standard: 1900, Reduced: 700}
		oss, domestic := s.order(0, line{1, 1200, 2000}), s.order(0, line{1, 1190, 1900})
		oss.ShipToCountry, domestic.ShipToCountry = "FR", "AT"
		s.Publish(t, oss)
		s.Publish(t, domestic)
		rates(de, shop.TaxRate{Country: "AT", Standard: 2000, Reduced: 1000})
		s.Publish(t, shipped(oss, 1200, s.Clock.Now()))
		s.Publish(t, shipped(domestic, 1190, s.Clock.Now()))
		s.Publish(t, refundOf(oss, 600, ""))
		staff, _ := s.As(t, auth.RoleAdmin)
		berlin, _ := time.LoadLocation("Europe/Berlin")
		now := s.Clock.Now().In(berlin) // midnight may have come since
		days := "&from=" + now.AddDate(0, 0, -1).Format(time.DateOnly) + "&to=" + now.Format(time.DateOnly)
		text := string(staff.Do(t, "GET", "/v1/admin/reports/tax?format=csv"+days, nil).Require(t, 200).Body)
		for _, row := range []string{"FR,oss,20.00,S,2,5.00,1.00,6.00\n", "AT,domestic,19.00,S,1,10.00,1.90,11.90\n"} {
			if !strings.Contains(text, row) {
				t.Errorf("no %q in %s", row, text)
			}
		}
	})
}

// A list is filtered by kind, order, days and what staff type.
func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first, second := s.example1(), s.example1()
		second.BillTo.BillToName, second.BillTo.BillToCompany = "Grace Hopper", nil
		s.ship(t, first)
		s.Publish(t, refundOf(first, 7000, ""))
		s.ship(t, second)
		number := s.numbers(t, second.OrderID)[0]
		for query, want := range map[string]float64{
			"": 3, "kind=correction": 1, "kind=cancellation": 0, "orderId=" + first.OrderID: 2, "q=hopper": 1, "q=analytical": 2,
			"q=" + number: 1, "q=" + first.Number: 2, "q=nobody": 0, "from=2026-01-01": 3, "to=2026-01-01": 0, "kind=invoice&q=ada": 1,
		} {
			if got := s.staff.Do(t, "GET", "/v1/admin/invoices?"+query, nil).Require(t, 200); got.Number("meta.total") != want {
				t.Errorf("%s: %v, want %v", query, got.At("meta.total"), want)
			}
		}
		newest := s.staff.Do(t, "GET", "/v1/admin/invoices?limit=1", nil).Require(t, 200)
		if newest.Text("data.0.number") != number || newest.At("data.0.live") != true {
			t.Errorf("%s", newest.Body)
		}
		s.staff.Do(t, "GET", "/v1/admin/invoices/"+newest.Text("data.0.id"), nil).Require(t, 200)
	})
}

// What is wrong with a request of staff, and who may make it.
func TestRequestsOfStaff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		documentID := s.documents(t, e.OrderID)[0].ID
		reader, _ := s.AsKey(t, "invoices:read")
		reporter, _ := s.AsKey(t, "reports:read")
		none, _ := s.AsKey(t, "orders:read")
		const days = "?from=2026-11-01&to=2026-11-30"
		for path, scope := range map[string]*kit.API{
			"/v1/admin/invoices": reader, "/v1/admin/invoices/" + documentID: reader, "/v1/admin/invoices/export" + days: reader,
			"/v1/admin/reports/tax" + days: reporter,
		} {
			s.API.Do(t, "GET", path, nil).Require(t, 401)
			s.buyer.Do(t, "GET", path, nil).Require(t, 403)
			none.Do(t, "GET", path, nil).Require(t, 403)
			if got, err := scope.Try("GET", path, nil); err != nil || got.Status != 200 && got.Status != 503 {
				t.Errorf("%s: %d, %v", path, got.Status, err)
			}
		}
		for _, path := range []string{"/v1/admin/orders/" + e.OrderID + "/invoice", "/v1/admin/invoices/" + documentID + "/reissue"} {
			s.API.Do(t, "POST", path, body{}).Require(t, 401)
			s.buyer.Do(t, "POST", path, body{}).Require(t, 403)
			reader.Do(t, "POST", path, body{}).Require(t, 403)
		}
		for query, want := range map[string]string{
			"/v1/admin/invoices?kind=bill":                                 "?kind not_allowed",
			"/v1/admin/invoices?from=yesterday":                            "?from bad_format",
			"/v1/admin/invoices?from=2026-11-02&to=2026-11-01":             "?to out_of_range",
			"/v1/admin/invoices/export?from=2026-11-02&to=2026-11-01":      "?to out_of_range",
			"/v1/admin/invoices/export?from=2025-11-01&to=2026-11-02":      "?to out_of_range",
			"/v1/admin/invoices/export?from=2026-11-02":                    "?to required",
			"/v1/admin/reports/tax?from=2026-11-01&to=2026-11-02&format=x": "?format not_allowed",
		} {
			if got := s.staff.Do(t, "GET", query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%s: %v, want %s", query, got.Pointers(), want)
			}
		}
		for want, sent := range map[string]body{
			"/reason required":      {},
			"/reason too_long":      {"reason": strings.Repeat("x", 501)},
			"/billTo/city required": {"reason": "x", "billTo": body{"fullName": "A", "line1": "B", "postalCode": "1", "country": "DE"}},
			"/billTo/country bad_format": {"reason": "x", "billTo": body{"fullName": "A", "line1": "B", "city": "C", "postalCode": "1",
				"country": "Germany"}},
			"/billTo/vatId unexpected_field": {"reason": "x", "billTo": body{"fullName": "A", "line1": "B", "city": "C", "postalCode": "1",
				"country": "DE", "vatId": "1"}},
		} {
			got := s.staff.Do(t, "POST", "/v1/admin/invoices/"+documentID+"/reissue", sent).Require(t, 422)
			if !slices.Contains(got.Pointers(), want) {
				t.Errorf("%v: %v, want %s", sent, got.Pointers(), want)
			}
		}
		s.staff.Do(t, "GET", "/v1/admin/invoices/"+s.userID, nil).Require(t, 404)
		s.staff.Do(t, "POST", "/v1/admin/invoices/x/reissue", body{"reason": "x"}).Require(t, 404)
		admin, _ := s.As(t, auth.RoleAdmin)
		admin.Do(t, "GET", "/v1/admin/invoices/"+documentID, nil).Require(t, 200)
	})
}

// A document that is issued while an archive is written, and whose files are not made yet, is in
// neither its files nor its index.
func TestArchiveOfWhatIsIssuedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made, late := s.example1(), s.example1()
		s.ship(t, made)
		s.ship(t, late)
		s.awaitFiles(t)
		db := s.DB.WithContext(t.Context())
		lateID := s.documents(t, late.OrderID)[0].ID
		unmade := db.Exec("UPDATE invoices_files SET pdf = NULL, xml = NULL, due_at = ? WHERE document_id = ?",
			s.Clock.Now().Add(time.Hour), lateID)
		if unmade.Error != nil {
			t.Fatal(unmade.Error)
		}
		batch, err := nextDocuments(db, time.Time{}, s.Clock.Now().Add(time.Hour), nil, 10)
		if err != nil || len(batch) != 2 {
			t.Fatalf("%d documents, %v", len(batch), err)
		}
		var out bytes.Buffer
		a := newArchive(db, safecsv.Plain, &out)
		if err := errors.Join(a.add(t.Context(), batch), a.end()); err != nil {
			t.Fatal(err)
		}
		files := archived(t, out.Bytes())
		for name := range files {
			if strings.Contains(name, s.numbers(t, late.OrderID)[0]) {
				t.Errorf("%s is in the archive", name)
			}
		}
		if n := len(files); n != 3 {
			t.Errorf("%d files", n)
		}
		if index := a.index.String(); strings.Contains(index, s.numbers(t, late.OrderID)[0]) ||
			!strings.Contains(index, s.numbers(t, made.OrderID)[0]) {
			t.Errorf("%s", index)
		}
	})
}
