package ordering

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// rename changes the name of the customer, as identity publishes it.
func (s *setup) rename(t *testing.T, c customer, name string) {
	t.Helper()
	s.Publish(t, identity.ProfileChanged{UserID: c.ID, Locale: "en", Email: c.Email, FullName: name})
}

func TestListAllOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, grace := s.customer(t), s.customer(t)
		s.rename(t, grace, "Grace_Höpper 100%")
		lines := s.mokaAndCup(t)
		first := s.place(t, ada, payByBankTransfer, lines)
		s.advance(t, time.Hour, &ada)
		second := s.place(t, ada, payOnDelivery, lines)
		s.advance(t, time.Hour, &ada)
		third := s.place(t, grace, payByInvoice, lines)
		s.do(t, second, "process", nil)
		s.do(t, first, "cancel", nil)
		moment := func(at time.Time) string { return url.QueryEscape(at.UTC().Format(time.RFC3339Nano)) }

		all := []string{third.Number, second.Number, first.Number}
		for query, want := range map[string][]string{
			"":                                     all,
			"?limit=2":                             all[:2],
			"?limit=2&page=2":                      all[2:],
			"?page=9":                              nil,
			"?status=cancelled":                    {first.Number},
			"?status=processing":                   {second.Number},
			"?status=placed&paymentStatus=unpaid":  {third.Number},
			"?paymentStatus=paid":                  nil,
			"?fulfillmentStatus=unfulfilled":       all,
			"?q=" + strings.ToLower(second.Number): {second.Number},
			"?q=" + url.QueryEscape("HÖPPER"):      {third.Number},
			"?q=" + url.QueryEscape(ada.Email):     {second.Number, first.Number},
			"?q=" + url.QueryEscape("0%"):          {third.Number},
			"?q=" + url.QueryEscape("_h"):          {third.Number},
			"?q=unknown":                           nil,
			"?from=" + moment(second.PlacedAt):     {third.Number, second.Number},
			"?to=" + moment(second.PlacedAt):       {first.Number},
			"?from=" + moment(second.PlacedAt) + "&to=" + moment(third.PlacedAt) + "&status=processing": {second.Number},
		} {
			if got := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders"+query, nil)); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		got := s.admin.Do(t, "GET", third.adminPath(""), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"customer.email": grace.Email, "customer.id": grace.ID, "shipTo.country": "DE", "number": third.Number})
	})
}

func orderNumbersOf(t *testing.T, a kit.Answer) (numbers []string) {
	t.Helper()
	var list struct{ Data []orderView }
	a.Require(t, 200).Decode(t, &list)
	for _, o := range list.Data {
		numbers = append(numbers, o.Number)
	}
	return numbers
}

func TestListAllOrdersRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		for query, want := range map[string]string{
			"?status=open": "?status not_allowed", "?paymentStatus=x": "?paymentStatus not_allowed",
			"?fulfillmentStatus=x": "?fulfillmentStatus not_allowed",
			"?from=yesterday":      "?from bad_format", "?to=1": "?to bad_format", "?q=" + strings.Repeat("x", 201): "?q too_long",
		} {
			for _, path := range []string{"/v1/admin/orders", "/v1/admin/orders/export"} {
				if got := s.admin.Do(t, "GET", path+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
					t.Errorf("%s: %v, want %s", query, got.Pointers(), want)
				}
			}
		}
		for _, path := range []string{"/v1/admin/orders", "/v1/admin/orders/export", o.adminPath("")} {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			c.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "GET", "/v1/admin/orders/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}

func TestExportOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		s.rename(t, c, `=HYPERLINK("https://evil.example")`)
		s.Publish(t, identity.AddressSaved{
			UserID: c.ID, AddressID: c.AddressID, IsDefault: true, FullName: "Ada Lovelace", Phone: new("+49 30 1"),
			Line1: "Unter den Linden 1", City: "Berlin", PostalCode: "10117", Country: "DE",
		})
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t), body{"note": "@home, \"ring\"\ntwice"})
		// More than a batch, many of them at the same moment.
		copies := s.copyOrder(t, o, exportBatch+20)

		rows := exported(t, s.admin, "?q=hyperlink")
		if len(rows) != copies+2 || !slices.Equal(rows[0], exportHeader) {
			t.Errorf("%d rows, want %d; header %v", len(rows), copies+2, rows[0])
		}
		seen := map[string]bool{}
		for i, r := range rows[1:] {
			if seen[r[0]] {
				t.Errorf("%s is there twice", r[0])
			}
			if seen[r[0]] = true; i > 0 && r[1] > rows[i][1] {
				t.Errorf("row %d of %s comes after %s", i, r[1], rows[i][1])
			}
		}
		at := slices.IndexFunc(rows, func(r []string) bool { return r[0] == o.Number })
		want := []string{
			o.Number, csvTime(&o.PlacedAt), "pending_payment", "unpaid", "unfulfilled", `'=HYPERLINK("https://evil.example")`, c.Email,
			"Ada Lovelace", "'+49 30 1",
			"Unter den Linden 1, 10117 Berlin", "DE", "Standard", "bank_transfer", "4", "64.97", "6.49", "4.90", "10.12", "63.38", "0.00", "", "",
			"",
			"'@home, \"ring\"\ntwice", o.OrderID, "0.00", "0.00", "",
			"Ada Lovelace", "", "Unter den Linden 1, 10117 Berlin", "DE", "",
			"Unter den Linden 1", "", "10117", "Berlin", "", "Unter den Linden 1", "", "10117", "Berlin", "",
		}
		if !slices.Equal(rows[at], want) {
			t.Errorf("got\n%q, want\n%q", rows[at], want)
		}
		german := s.admin.With("Accept-Language", "de-DE,de;q=0.9").Do(t, "GET", "/v1/admin/orders/export?q="+o.Number, nil).Require(t, 200)
		if text := string(german.Body); !strings.HasPrefix(text, "\uFEFFnumber;") || !strings.Contains(text, ";64,97;6,49;") {
			t.Errorf("a German spreadsheet gets\n%s", text)
		}
		if rows := exported(t, s.admin, "?status=completed"); len(rows) != 1 || !slices.Equal(rows[0], exportHeader) {
			t.Errorf("without an order: %v", rows)
		}
	})
}

// copyOrder writes n copies of the order's row, a hundred of them at each hour before it.
func (s *setup) copyOrder(t *testing.T, o ordered, n int) int {
	t.Helper()
	model := row[order](t, s, "id", o.OrderID)
	copies := make([]order, n)
	for i := range copies {
		copies[i] = *model
		copies[i].ID, copies[i].CartID, copies[i].Number = id.New(), id.New(), fmt.Sprintf("ORD-9%09d", i)
		copies[i].PlacedAt = model.PlacedAt.Add(-time.Duration(i/100) * time.Hour)
	}
	if err := s.DB.CreateInBatches(&copies, 100).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// exported are the rows of the export, the header first.
func exported(t *testing.T, admin *kit.API, query string) [][]string {
	t.Helper()
	a := admin.Do(t, "GET", "/v1/admin/orders/export"+query, nil).Require(t, 200)
	rows, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
	if err != nil || a.Header.Get("Content-Type") != "text/csv" || !strings.Contains(a.Header.Get("Content-Disposition"), "orders.csv") {
		t.Fatal(err, a.Header)
	}
	return rows
}
