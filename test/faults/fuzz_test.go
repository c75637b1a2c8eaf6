package faults

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Requests generated from the document, fitting and not, as everybody: no 5xx, every answer inside
// the document, nothing leaked, and afterwards all invariants hold.
func TestGeneratedRequests(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		contract := kit.LoadContract(t, w.replicas[0].Base)
		// Whoever switches notices off is not told, which an invariant would miss.
		operations := slices.DeleteFunc(w.operations(t), func(o operation) bool { return o.method == "PUT" && o.path == "/v1/admin/me/notices" })
		goods := w.openShop(t)
		ids := append(w.createOneOfEach(t, goods), "x", "%00", "%ff", "..%2f..", id.New(), "00000000-0000-0000-0000-000000000000",
			strings.Repeat("9", 500), "%F0%9F%98%80", "'")

		var workers sync.WaitGroup
		for i := range 4 {
			workers.Go(func() {
				f := &fuzzer{
					world: w, t: t, api: kit.NewAPI(w.replicas[0].Base, contract), operations: operations, ids: ids, learned: map[string][]string{},
					goods: goods, generator: generator{Rand: kit.Rand(t, fmt.Sprint("worker ", i)), known: goods.fields()},
				}
				for range scaled(800, 12_500) {
					if f.request(); t.Failed() {
						return
					}
				}
			})
		}
		workers.Wait()
		if !w.replicas[0].Alive() {
			t.Fatal("the process has ended")
		}
		w.awaitConsumers()
		w.checkInvariants(t)
		if dead := w.number("SELECT count(*) FROM deliveries WHERE dead_id IS NOT NULL"); dead > 0 {
			t.Errorf("%d deliveries are dead", dead)
		}
	})
}

// createOneOfEach makes one resource of each kind, of a user whom no generated request calls as,
// and returns their ids.
func (w *world) createOneOfEach(t *testing.T, goods goods) []string {
	t.Helper()
	undecided := someone("filled")
	if err := w.apply(t.Context(), w.api(), undecided); err != nil {
		t.Fatal(err)
	}
	application, err := w.applicationID(t.Context(), w.asAdmin(), undecided)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(w.owner(t, goods).ids(t, w), goods.products, goods.variants,
		[]string{goods.method, application, w.ledger.all()[undecided].tracking})
}

// fields are what fields of bodies may name of what is sold.
func (s goods) fields() map[string][]string {
	return map[string][]string{
		"productId": s.products, "variantId": s.variants, "shippingMethodId": {s.method}, "paymentMethod": {"cash_on_delivery"},
	}
}
