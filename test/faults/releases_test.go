package faults

import (
	"cmp"
	"os"
	"testing"
	"time"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Orders are placed, sent and refunded while one process after the other is replaced, with
// TEST_ORDERD_OLD by that of another release: the two work beside each other on one database. Every
// order keeps the sums and the VAT that its buyer was shown. One whose release did not keep its VAT
// gets no document, and the documents of all others charge what they claim.
func TestOrdersOfTwoReleases(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := prepare(t, kit.NewURL(t, dialect), map[string]int{database.SQLite: 1, database.Postgres: 2}[dialect])
			for _, replica := range w.replicas {
				replica.Binary = cmp.Or(os.Getenv("TEST_ORDERD_OLD"), replica.Binary)
			}
			w.launch()
			r := releases{world: w, goods: w.openShop(t)}
			r.place(t, 4)
			for n, replica := range w.replicas {
				if err := replica.Stop(); err != nil {
					t.Error(err)
				}
				replica.Binary = kit.Binary(t)
				replica.Start()
				if n == 0 {
					w.openBooks(t)
				}
				r.place(t, 4)
				r.sendEvery(t, len(w.replicas)+1-n)
			}
			r.sendEvery(t, 1)
			w.awaitFiles(t, time.Minute)
			r.check(t)
		})
	}
}

// releases is a shop that is served by two releases.
type releases struct {
	*world
	goods  goods
	placed []kit.Answer // as the buyers were shown them
	sent   map[int]bool
	// documents are how many each order has, if its release kept its VAT.
	documents map[string]int
}

// place places n orders at the processes in turn.
func (r *releases) place(t *testing.T, n int) {
	t.Helper()
	for range n {
		made, _ := r.guestOrder(t, r.at(len(r.placed)%len(r.replicas)), r.goods, someone("releases"))
		r.placed = append(r.placed, made)
	}
}

// sendEvery sends one of so many of the orders that are not sent, at another process than took it,
// and refunds a part of every second of them.
func (r *releases) sendEvery(t *testing.T, every int) {
	t.Helper()
	if r.sent == nil {
		r.sent, r.documents = map[int]bool{}, map[string]int{}
	}
	for n, order := range r.placed {
		if r.sent[n] || n%every != 0 {
			continue
		}
		r.sent[n] = true
		r.documents[order.Text("id")]++
		admin, path := r.at((n+1)%len(r.replicas)).As(r.adminToken()), "/v1/admin/orders/"+order.Text("id")
		admin.Do(t, "POST", path+"/process", nil).Require(t, 200)
		admin.Do(t, "POST", path+"/ship", object{"carrier": "DHL", "trackingNumber": "0034"}).Require(t, 200)
		admin.Do(t, "POST", path+"/deliver", nil).Require(t, 200)
		if n%2 == 0 {
			refund := admin.Do(t, "POST", path+"/refund", object{"amount": 5, "reason": "It came late."}).Require(t, 200)
			admin.Do(t, "POST", "/v1/admin/refunds/"+refund.Text("refunds.0.id")+"/confirm", nil).Require(t, 200)
			r.documents[order.Text("id")]++
		}
	}
}

// check compares what the newer release says with what the buyers were shown.
func (r *releases) check(t *testing.T) {
	t.Helper()
	former := 0
	for _, shown := range r.placed {
		path := "/v1/admin/orders/" + shown.Text("id")
		order := r.asAdmin().Do(t, "GET", path, nil).Require(t, 200)
		want := kit.Fields{"taxes.#": 1}
		for _, field := range []string{"subtotal", "discountTotal", "shippingTotal", "taxTotal", "total"} {
			want[field] = shown.At(field)
		}
		for _, field := range []string{"rate", "tax", "gross"} { // all is of one rate
			want["taxes.0."+field] = shown.At("taxes.0." + field)
		}
		order.RequireFields(t, want)
		documents := r.asAdmin().Do(t, "GET", "/v1/admin/invoices?orderId="+shown.Text("id"), nil).Require(t, 200)
		if order.At("items.0.net") != nil {
			documents.RequireFields(t, kit.Fields{"data.#": r.documents[shown.Text("id")], "data.0.seller.name": "Moka & Co GmbH"})
			continue
		}
		former++
		documents.RequireFields(t, kit.Fields{"data.#": 0, "meta.total": 0})
		r.asAdmin().Do(t, "POST", path+"/invoice", nil).Require(t, 409, "invalid_transition")
	}
	t.Logf("%d orders, %d of a release that did not keep their VAT", len(r.placed), former)
	r.checkDocuments(t, len(r.placed)-former)
	checkEverything(t, r.world)
}
