package faults

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Orders are shipped, refunded and cancelled while the process is killed: their documents have the
// numbers 1 to n without a gap, each order's charge what it claims, and their files are made.
func TestDocumentsOfAKilledService(t *testing.T) {
	each(t, func(t *testing.T, w *world) { w.issueUnderKills(t, scaled(24, 10_000)) })
}

// The same with two replicas, of which one is killed every 2 s.
func TestDocumentsOfAKilledReplica(t *testing.T) {
	undisturbed(t)
	w := pair(t)
	w.issueUnderKills(t, scaled(24, 10_000))
}

// openBooks names the seller: documents are issued from now on.
func (w *world) openBooks(t *testing.T) {
	t.Helper()
	w.asAdmin().Do(t, "PUT", "/v1/admin/settings/seller", object{
		"name": "Moka & Co GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "email": "hello@shop.example",
		"vatId": "DE129273398",
	}).Require(t, 200)
	w.awaitRest(t)
}

// issueUnderKills sells n orders and ships them, while one process after the other is killed.
func (w *world) issueUnderKills(t *testing.T, n int) {
	t.Helper()
	goods := w.openShop(t)
	w.openBooks(t)
	var buyers, shippers sync.WaitGroup
	const atOnce = 6
	orders := make([][]string, atOnce)
	for i := range atOnce {
		buyers.Go(func() {
			for range n / atOnce {
				placed, _ := w.guestOrder(t, w.at(i%len(w.replicas)), goods, someone("papers"))
				orders[i] = append(orders[i], placed.Text("id"))
			}
		})
	}
	buyers.Wait()
	began := time.Now()
	for i := range atOnce {
		shippers.Go(func() {
			for k, orderID := range orders[i] {
				if err := w.shipAndRefund(t, orderID, k); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		shippers.Wait()
		close(done)
	}()
	for !endsWithin(done, time.Duration(scaled(1, 2))*time.Second) {
		w.restart(w.kills % len(w.replicas))
	}
	shipped := time.Now()
	w.awaitFiles(t, time.Duration(scaled(1, 20))*time.Minute)
	t.Logf("%d orders, %d kills: shipped in %v (%.1f/s), all files %v later", n, w.kills, shipped.Sub(began).Round(time.Second),
		float64(n)/shipped.Sub(began).Seconds(), time.Since(shipped).Round(time.Second))
	w.checkDocuments(t, n/atOnce*atOnce)
}

// awaitFiles waits until all is issued that is to be, with its files and mails.
func (w *world) awaitFiles(t *testing.T, limit time.Duration) {
	t.Helper()
	kit.Within(t, limit, "all documents are issued, made and mailed", func() error {
		for what, statement := range map[string]string{
			"events": "SELECT count(*) FROM deliveries", "files": "SELECT count(*) FROM invoices_files WHERE pdf IS NULL",
			"mails": "SELECT count(*) FROM mailer_letters WHERE status = 'queued'",
		} {
			if left := w.number(statement); left > 0 {
				return fmt.Errorf("%d %s wait", left, what)
			}
		}
		return nil
	})
	w.awaitRest(t) // a file that was made last is an event, and that is a mail
}

// checkDocuments looks for what breaks a rule of the documents, of which so many are invoices.
func (w *world) checkDocuments(t *testing.T, invoices int) {
	t.Helper()
	if n := w.number("SELECT count(*) FROM invoices_documents WHERE kind = 'invoice'"); n != invoices {
		t.Errorf("%d invoices, want %d", n, invoices)
	}
	for _, i := range documentInvariants {
		if broken := query[string](w, i.broken); len(broken) > 0 {
			t.Errorf("%s: not %s", i.rule, strings.Join(broken, ", "))
		}
	}
	out, err := w.replicas[0].Run("invoices", "verify")
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log(strings.TrimSpace(out))
}

// The disk of the database, where the files of documents are too, is full for a while: documents
// are issued whose files can't be made, and they say so; the next is refused. Then the process is
// killed. With space all follows by itself, under its number.
func TestDocumentsOnAFullDisk(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			small := newDisk(t, 400)
			if small == nil {
				return
			}
			w := prepare(t, small.database(dialect), 1, "TMPDIR="+small.dir)
			w.launch()
			goods := w.openShop(t)
			w.openBooks(t)
			placed, _ := w.guestOrder(t, w.api(), goods, someone("papers"))
			w.deliver(t, placed.Text("id"))
			w.awaitFiles(t, time.Minute)
			first := w.asAdmin().Do(t, "GET", "/v1/admin/invoices?orderId="+placed.Text("id"), nil).Require(t, 200).Text("data.0.id")

			small.leave(1 << 20)
			issued, refused := w.reissueUntilRefused(t, first)
			small.fill()
			unmade := 0
			for _, documentID := range query[string](w, "SELECT document_id FROM invoices_files WHERE pdf IS NULL") {
				answer := w.asAdmin().Do(t, "GET", "/v1/admin/invoices/"+documentID+"/pdf", nil)
				if answer.Status == 200 { // in the last space
					continue
				}
				if unmade++; answer.Require(t, 503, "unavailable").Header.Get("Retry-After") == "" {
					t.Error("a file that is not made says not when to ask again")
				}
			}
			if unmade == 0 {
				t.Error("all files are made: the disk was not full")
			}
			t.Logf("%d invoices issued, the files of %d documents not made", issued, unmade)

			w.replicas[0].Kill() // it starts where there is space
			small.clear()
			w.replicas[0].Start()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := refused(ctx); err != nil {
				t.Error(err)
			}
			w.awaitFiles(t, 2*time.Minute)
			w.checkDocuments(t, issued+1)
		})
	}
}

// reissueUntilRefused issues the invoice anew, each time with a cancellation of the one before,
// until that is refused. It returns how many invoices there are now, and the call that was refused.
func (w *world) reissueUntilRefused(t *testing.T, invoiceID string) (invoices int, refused func(context.Context) error) {
	t.Helper()
	for invoices = 1; invoices < 500; invoices++ {
		path := "/v1/admin/invoices/" + invoiceID + "/reissue"
		caller, body := w.asAdmin().With("Idempotency-Key", id.New()), object{"reason": "The buyer has moved."}
		answer := caller.Do(t, "POST", path, body)
		if answer.Status == 503 {
			return invoices, func(ctx context.Context) error {
				_, _, err := mustSettle(ctx, caller, "POST", path, body, 201)
				return err
			}
		}
		invoiceID = answer.Require(t, 201).Text("id")
	}
	t.Fatalf("%d invoices, and the disk is not full", invoices)
	return 0, nil
}

// documentInvariants are those of the documents of orders.
var documentInvariants = []invariant{
	{"the numbers of a series are 1 to n", `
		SELECT series FROM invoices_documents GROUP BY series HAVING count(*) <> max(n) OR min(n) <> 1 OR count(DISTINCT n) <> count(*)`},
	{"the documents of an order charge what it claims", `
		SELECT o.number FROM invoices_orders o LEFT JOIN invoices_documents d ON d.order_id = o.order_id
		WHERE o.placed IS NOT NULL
		GROUP BY o.order_id, o.number, o.claim_cents, o.shipped_at
		HAVING coalesce(sum(CASE WHEN d.kind = 'invoice' THEN d.gross_cents ELSE -d.gross_cents END), 0) <>
			CASE WHEN o.shipped_at IS NULL THEN 0 ELSE o.claim_cents END`},
	{"the claim of an order is what ordering says", `
		SELECT i.number FROM invoices_orders i JOIN ordering_orders o ON o.id = i.order_id
		WHERE i.placed IS NOT NULL
			AND i.claim_cents <> CASE WHEN o.status = 'cancelled' THEN 0 WHEN o.paid_at IS NOT NULL THEN o.paid_cents - o.refunded_cents
			ELSE o.total_cents - o.cancelled_cents - o.returned_cents END`},
	{"a document is published once", `
		SELECT d.number FROM invoices_documents d
		LEFT JOIN events e ON e.name = 'invoices.document_issued.v1' AND e.key = CAST(d.order_id AS text)
			AND e.payload LIKE '%' || CAST(d.id AS text) || '%' AND e.payload LIKE '{"documentId":"' || CAST(d.id AS text) || '%'
		GROUP BY d.id, d.number HAVING count(e.seq) <> 1`},
}

// shipAndRefund ships an order. Of one in three a part is refunded.
func (w *world) shipAndRefund(t *testing.T, orderID string, k int) error {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	admin, path := w.asAdmin(), "/v1/admin/orders/"+orderID
	for _, command := range []struct {
		path string
		body any
	}{{"/process", nil}, {"/ship", object{"carrier": "DHL", "trackingNumber": "0034"}}, {"/deliver", nil}} {
		if _, _, err := mustSettle(ctx, admin, "POST", path+command.path, command.body, 200); err != nil {
			return err
		}
	}
	if k%3 != 0 {
		return nil
	}
	refunded, _, err := mustSettle(ctx, admin, "POST", path+"/refund", object{"amount": 5, "reason": "It came late."}, 200)
	if err != nil {
		return err
	}
	refund := "/v1/admin/refunds/" + refunded.Text("refunds.0.id") + "/confirm"
	_, _, err = mustSettle(ctx, admin, "POST", refund, nil, 200)
	return err
}
