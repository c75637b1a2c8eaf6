package ordering

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/id"
)

func TestListAllOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, grace := s.customer(t), s.customer(t)
		lines := s.mokaAndCup(t)
		at := s.Clock.Now().Add(-time.Hour)
		placedAt := func(hours int) func(o *order) {
			return func(o *order) { o.PlacedAt = at.Add(time.Duration(hours-10) * time.Hour) }
		}
		first := s.place(t, ada, payByBankTransfer, lines, placedAt(1))
		second := s.place(t, ada, payOnDelivery, lines, placedAt(2))
		third := s.place(t, grace, payByInvoice, lines, placedAt(3), func(o *order) { o.BuyerName = "Grace_Höpper 100%" })
		s.do(t, second, "process", nil)
		s.do(t, first, "cancel", nil)
		moment := func(hours int) string { return at.Add(time.Duration(hours-10) * time.Hour).Format(time.RFC3339Nano) }

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
			"?q=nobody":                            nil,
			"?from=" + moment(2):                   {third.Number, second.Number},
			"?to=" + moment(2):                     {first.Number},
			"?from=" + moment(2) + "&to=" + moment(3) + "&status=processing": {second.Number},
		} {
			var list struct{ Data []orderView }
			s.admin.Do(t, "GET", "/v1/admin/orders"+query, nil).Require(t, 200).Decode(t, &list)
			var got []string
			for _, o := range list.Data {
				got = append(got, o.Number)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		got := s.admin.Do(t, "GET", third.adminPath(""), nil).Require(t, 200)
		if got.Text("customer.email") != grace.Email || got.Text("customer.id") != grace.ID || got.Text("shipTo.country") != "DE" || got.Text("number") != third.Number {
			t.Errorf("got %s", got.Body)
		}
		for query, want := range map[string]string{
			"?status=open": "?status not_allowed", "?paymentStatus=x": "?paymentStatus not_allowed", "?fulfillmentStatus=x": "?fulfillmentStatus not_allowed",
			"?from=yesterday": "?from bad_format", "?to=1": "?to bad_format", "?q=" + strings.Repeat("x", 201): "?q too_long",
		} {
			for _, path := range []string{"/v1/admin/orders", "/v1/admin/orders/export"} {
				if got := s.admin.Do(t, "GET", path+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
					t.Errorf("%s: %v, want %s", query, got.Pointers(), want)
				}
			}
		}
		for _, path := range []string{"/v1/admin/orders", "/v1/admin/orders/export", third.adminPath("")} {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			grace.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "GET", "/v1/admin/orders/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}

func TestExportOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		// More than a batch, many of them at the same moment.
		now := s.Clock.Now()
		o := s.place(t, c, payByBankTransfer, lines, func(o *order) {
			o.BuyerName, o.ShipTo.Phone, o.Note = `=HYPERLINK("https://evil.example")`, new("+49 30 1"), new("@home, \"ring\"\ntwice")
		})
		model := row[order](t, s, "id", o.OrderID)
		many := make([]order, exportBatch+20)
		for i := range many {
			many[i] = *model
			many[i].ID, many[i].CartID, many[i].Number = id.New(), id.New(), fmt.Sprintf("ORD-9%09d", i)
			many[i].PlacedAt = now.Add(-time.Duration(i/100) * time.Hour)
		}
		if err := s.DB.CreateInBatches(&many, 100).Error; err != nil {
			t.Fatal(err)
		}

		a := s.admin.Do(t, "GET", "/v1/admin/orders/export?q=hyperlink", nil).Require(t, 200)
		rows, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
		if err != nil || a.Header.Get("Content-Type") != "text/csv" || !strings.Contains(a.Header.Get("Content-Disposition"), "orders.csv") {
			t.Fatal(err, a.Header)
		}
		if len(rows) != len(many)+2 || !slices.Equal(rows[0], exportHeader) {
			t.Errorf("%d rows, want %d; header %v", len(rows), len(many)+2, rows[0])
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
			o.Number, moment(&model.PlacedAt), "pending_payment", "unpaid", "unfulfilled", `'=HYPERLINK("https://evil.example")`, c.Email, "Ada Lovelace", "'+49 30 1",
			"Unter den Linden 1, 10117 Berlin", "DE", "Standard", "bank_transfer", "4", "64.97", "6.49", "4.90", "10.12", "63.38", "0.00", "", "", "",
			"'@home, \"ring\"\ntwice", o.OrderID,
		}
		if !slices.Equal(rows[at], want) {
			t.Errorf("got\n%q, want\n%q", rows[at], want)
		}
		none := s.admin.Do(t, "GET", "/v1/admin/orders/export?status=completed", nil).Require(t, 200)
		if string(none.Body) != strings.Join(exportHeader, ",")+"\n" {
			t.Errorf("nothing: %q", none.Body)
		}
	})
}
