package faults

import (
	"testing"
	"time"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Of twenty who want the invoice of an order at once, or another in its place, or withdraw from the
// order, one succeeds, also when they call two replicas. The numbers have no gap, and a process
// that is killed in between loses none.
func TestPapersAtOnce(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := prepare(t, kit.NewURL(t, dialect), map[string]int{database.SQLite: 1, database.Postgres: 2}[dialect])
			w.launch()
			goods := w.openShop(t)
			w.openBooks(t)
			admin := w.adminToken()
			staff := func(n int) *kit.API { return w.at(n % len(w.replicas)).As(admin) }
			oneOf := func(what string, call func(n int) (kit.Answer, error)) {
				t.Helper()
				got := kit.StatusesAtOnce(t, 20, call)
				if got[201] != 1 || got[409] != 19 {
					t.Errorf("%s: %v", what, got)
				}
			}
			const rounds = 3
			for range rounds {
				placed, _ := w.guestOrder(t, w.api(), goods, someone("papers"))
				orderID, token := placed.Text("id"), placed.Header.Get("X-Order-Token")
				w.awaitRest(t)
				oneOf("issue", func(n int) (kit.Answer, error) {
					return staff(n).Try("POST", "/v1/admin/orders/"+orderID+"/invoice", nil)
				})
				documents := "/v1/admin/invoices?orderId=" + orderID
				invoiceID := w.asAdmin().Do(t, "GET", documents, nil).Require(t, 200).Text("data.0.id")
				oneOf("reissue", func(n int) (kit.Answer, error) {
					return staff(n).Try("POST", "/v1/admin/invoices/"+invoiceID+"/reissue", object{"reason": "The buyer has moved."})
				})
				w.restart(w.kills % len(w.replicas))
				oneOf("withdraw", func(n int) (kit.Answer, error) {
					return w.at(n%len(w.replicas)).With("X-Order-Token", token).Try("POST", "/v1/orders/"+orderID+"/withdraw", nil)
				})
				w.awaitFiles(t, time.Minute)
				// The second invoice is cancelled with the order.
				w.asAdmin().Do(t, "GET", documents, nil).Require(t, 200).
					RequireFields(t, kit.Fields{"data.#": 4, "data.0.kind": "cancellation", "data.1.kind": "invoice", "data.1.live": false})
			}
			if n := w.number("SELECT count(*) FROM ordering_withdrawals"); n != rounds {
				t.Errorf("%d withdrawals", n)
			}
			out, err := w.replicas[0].Run("invoices", "verify")
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			if broken := query[string](w, documentInvariants[0].broken); len(broken) > 0 {
				t.Errorf("%s: not %v", documentInvariants[0].rule, broken)
			}
			checkEverything(t, w)
		})
	}
}
