package ordering

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// Each of several counts succeeds or is refused by itself, and the others are saved.
func TestSeveralCounts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first, short, last := s.sell(t, 1999, 2), s.sell(t, 1999, 5), s.sell(t, 1999, 0)
		orderID := id.New()
		s.inTx(t, func(tx *gorm.DB) error {
			return moveStock(tx, stockMove{Reason: moveReserve, OrderID: &orderID, At: s.Clock.Now()}, []variantQuantity{{short.VariantID, 4}})
		})
		log := eventbustest.Record(t, s.DB)
		items := []body{
			{"variantId": last.VariantID, "onHand": 7}, {"variantId": short.VariantID, "onHand": 3}, {"variantId": id.New(), "onHand": 1},
			{"variantId": "no-id", "onHand": 1}, {"variantId": first.VariantID, "onHand": 9}, {"variantId": first.VariantID, "onHand": 8},
		}
		once := s.admin.With("Idempotency-Key", "counted")
		answer := once.Do(t, "PUT", "/v1/admin/stock", body{"items": items}).Require(t, 200)
		answer.RequireFields(t, kit.Fields{
			"results.#": 6, "results.0.variantId": last.VariantID, "results.0.ok": true, "results.0.stock.onHand": 7, "results.0.problem": nil,
			"results.1.ok": false, "results.1.problem.code": "insufficient_stock", "results.1.problem.status": 409, "results.1.stock": nil,
			"results.2.problem.code": "not_found", "results.3.problem.code": "not_found",
			"results.4.stock.onHand": 9, "results.5.stock.onHand": 8, "results.5.stock.name": "Moka",
		})
		if again := once.Do(t, "PUT", "/v1/admin/stock", body{"items": items}).Require(t, 200); string(again.Body) != string(answer.Body) {
			t.Errorf("again: %s", again.Body)
		}
		var onHand []int64
		for _, e := range eventbustest.Of[events.StockAdjusted](log) {
			onHand = append(onHand, e.OnHand)
		}
		if slices.Sort(onHand); !slices.Equal(onHand, []int64{7, 8, 9}) {
			t.Errorf("published: %v", onHand)
		}
		s.admin.Do(t, "GET", "/v1/admin/stock/"+short.VariantID, nil).Require(t, 200).RequireFields(t, kit.Fields{"onHand": 5, "reserved": 4})
	})
}

func TestSeveralCountsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 0)
		customer, _ := s.As(t, auth.RoleCustomer)
		valid := body{"items": []body{{"variantId": it.VariantID, "onHand": 1}}}
		s.API.Do(t, "PUT", "/v1/admin/stock", valid).Require(t, 401, "unauthenticated")
		customer.Do(t, "PUT", "/v1/admin/stock", valid).Require(t, 403, "forbidden")
		many := make([]body, 101)
		for i := range many {
			many[i] = body{"variantId": it.VariantID, "onHand": 1}
		}
		for _, bad := range []struct {
			items any
			want  string
		}{
			{[]body{}, "/items too_short"}, {many, "/items too_long"},
			{[]body{{"variantId": it.VariantID, "onHand": -1}}, "/items/0/onHand out_of_range"},
			{[]body{{"onHand": 1}}, "/items/0/variantId required"}, {nil, "/items wrong_type"},
		} {
			if got := s.admin.Do(t, "PUT", "/v1/admin/stock", body{"items": bad.items}).
				Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v, want %s", got.Pointers(), bad.want)
			}
		}
		s.admin.Do(t, "PUT", "/v1/admin/stock", body{"items": many[:100]}).Require(t, 200)
	})
}

// Requests that count the same variants in opposite orders do not wait for each other in a circle.
func TestCountsInOppositeOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var forth, back []body
		for i := range 20 {
			forth = append(forth, body{"variantId": s.sell(t, 1999, 0).VariantID, "onHand": i + 1})
		}
		back = slices.Clone(forth)
		slices.Reverse(back)
		var all sync.WaitGroup
		for range 2 {
			for _, items := range [][]body{forth, back} {
				all.Go(func() {
					answer := s.admin.Do(t, "PUT", "/v1/admin/stock", body{"items": items})
					if answer.Status != 200 || answer.Text("results.19.problem") != "" {
						t.Errorf("%d %s", answer.Status, answer.Body)
					}
				})
			}
		}
		all.Wait()
	})
}

// The ledger names the order of an entry, and who made it unless it was the buyer.
func TestLedgerNamesOrderAndActor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 0)
		path := "/v1/admin/stock/" + it.VariantID
		s.admin.Do(t, "PUT", path, body{"onHand": 10}).Require(t, 200)
		o := s.place(t, s.customer(t), payByBankTransfer, []bought{{it, 1, 1999}})
		number := s.do(t, o, "cancel", body{"reason": "Out of beans."}).Text("number")
		var ledger struct{ Data []movementView }
		s.admin.Do(t, "GET", path+"/ledger", nil).Require(t, 200).Decode(t, &ledger)
		var entries []string
		text := func(s *string) string {
			if s == nil {
				return "-"
			}
			return *s
		}
		for _, m := range ledger.Data {
			entries = append(entries, fmt.Sprint(m.Reason, " ", text(m.OrderNumber), " ", text(m.Actor)))
		}
		admin := "user:" + s.adminID
		if want := []string{"release " + number + " " + admin, "reserve " + number + " -", "count - " + admin}; !slices.Equal(entries, want) {
			t.Errorf("%q, want %q", entries, want)
		}
	})
}
