package faults

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Requests generated from the document, fitting and not, as everybody: no 5xx, every answer inside the document, nothing
// leaked, and afterwards all invariants hold.
func TestGeneratedRequests(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		contract := kit.LoadContract(t, w.replicas[0].Base)
		operations := w.operations(t)
		ids := append(w.fill(t), "x", "%00", "%ff", "..%2f..", id.New(), "00000000-0000-0000-0000-000000000000", strings.Repeat("9", 500), "%F0%9F%98%80", "'")
		seed := rand.Uint64()
		t.Logf("seed %d", seed)

		var workers sync.WaitGroup
		for i := range 4 {
			workers.Go(func() {
				f := &fuzzer{
					world: w, t: t, api: kit.NewAPI(w.replicas[0].Base, contract), operations: operations, ids: slices.Clone(ids),
					generator: generator{rand.New(rand.NewPCG(seed, uint64(i))), 0},
				}
				for range often(800, 12_500) {
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
		kit.Eventually(t, "the deliveries are made", func() error {
			if n := w.number("SELECT count(*) FROM deliveries"); n > 0 {
				return fmt.Errorf("%d are left: %v", n, query[string](w, "SELECT name || ' ' || coalesce(last_error, '') FROM deliveries"))
			}
			return nil
		})
		w.checkInvariants(t)
		if dead := w.number("SELECT count(*) FROM deliveries WHERE dead_id IS NOT NULL"); dead > 0 {
			t.Errorf("%d deliveries are dead", dead)
		}
	})
}

// fill makes one resource of each kind, of somebody whom no generated request speaks for, and returns their ids.
func (w *world) fill(t *testing.T) (ids []string) {
	t.Helper()
	email, access := w.customer("filled")
	customer := w.api().As(access)
	ids = append(ids, customer.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id"))
	address := object{"fullName": "Ada", "line1": "Filled 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
	ids = append(ids, customer.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201).Text("id"))
	ids = append(ids, customer.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Text("data.0.id"))
	ids = append(ids, customer.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Text("data.0.id"))
	for range 2 {
		business := someone("filled")
		if err := w.apply(t.Context(), w.api(), business); err != nil {
			t.Fatal(err)
		}
		application, err := w.find(t.Context(), w.asAdmin(), business)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, application, w.ledger.all()[business].tracking)
	}
	mails := w.asAdmin().Do(t, "GET", "/v1/admin/mails?limit=100", nil).Require(t, 200)
	for i := range int(mails.Number("meta.total")) {
		if row := fmt.Sprintf("data.%d.", i); mails.Text(row+"to") == email {
			ids = append(ids, mails.Text(row+"id"))
		}
	}
	for i, one := range ids {
		if one == "" {
			t.Fatalf("id %d of %q is empty", i, ids)
		}
	}
	return ids
}
