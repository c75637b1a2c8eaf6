package faults

import (
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
)

// One bank statement is uploaded 20 times at once, to both processes: each entry is kept once, and
// each order receives its amount once.
func TestStatementAtTwoReplicas(t *testing.T) {
	t.Parallel()
	w := pair(t)
	s := w.openShop(t)
	const orders = 8
	var ids []string
	file := strings.Builder{}
	file.WriteString("Buchungstag;Betrag;Währung;Verwendungszweck;Auftragskonto\n")
	entry := func(amount float64, text string) {
		fmt.Fprintf(&file, "27.11.2026;%s;EUR;%s;DE02120300000000202051\n", strings.Replace(fmt.Sprintf("%.2f", amount), ".", ",", 1), text)
	}
	var due float64
	for i := range orders {
		made := w.at(i%2).Do(t, "POST", "/v1/carts", nil).Require(t, 201)
		guest := w.at(i%2).With("X-Cart-Token", made.Text("cartToken"))
		if err := s.fill(t.Context(), guest, 1); err != nil {
			t.Fatal(err)
		}
		body := s.guestCheckout(someone("guest"))
		body["paymentMethod"] = "bank_transfer"
		placed := guest.With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/checkout", body).Require(t, 201)
		ids, due = append(ids, placed.Text("id")), placed.Number("total")
		entry(due, placed.Text("number"))
		entry(due+1, placed.Text("number")+" again") // too much: it waits for staff
	}
	w.awaitRest(t)

	contentType, form := kit.FileForm(t, "november.csv", []byte(file.String()))
	admin := w.adminToken()
	got := concurrently(w, 20, func(caller *kit.API) string {
		return postStatus(t, caller.As(admin).With("Content-Type", contentType), "/v1/admin/payments/statements", form)
	})
	if got["201"] != 20 {
		t.Fatalf("20 uploads at once: %v", got)
	}
	for state, want := range map[string]int{"booked": orders, "open": orders} {
		w.asAdmin().Do(t, "GET", "/v1/admin/payments/entries?state="+state, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"meta.total": want})
	}
	w.awaitRest(t)
	for _, orderID := range ids {
		w.asAdmin().Do(t, "GET", "/v1/admin/orders/"+orderID, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"paymentStatus": "paid", "payment.received": due, "payment.due": 0})
	}
	if known := w.number("SELECT sum(known) FROM payments_statements"); known != 19*2*orders {
		t.Errorf("%d entries are known, want %d", known, 19*2*orders)
	}
	checkEverything(t, w)
}
