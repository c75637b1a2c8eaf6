package catalog

import (
	"testing"
	"time"

	"orderd/test/kit"
)

// The prices come back whatever rules there are by then.
func TestPricePlanGoesBackAgainstNewRules(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		s.doPlans(t, time.Hour)
		s.requireGPSR(t, 2, true)
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "restored")
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10})
	})
}

// A product whose price could not be given is not published without it.
func TestPricePlanPublishesWithItsPrices(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 60), s.offer(t, "Pot", 60)
		cup.edit(t, body{"status": "draft"})
		pot.edit(t, body{"status": "draft"})
		plan := s.plan(t, time.Hour, 0, []body{planned(cup, 49), planned(pot, 49)}, body{"publish": []string{cup.id, pot.id}})
		cup.set(t, 60, 0, body{"wholesalePrices": []body{{"minQuantity": 5, "price": 55}}})
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "failed", "applied", "failed", "applied")
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 60, "status": "draft"})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.price": 49, "status": "active"})
		s.admin.With("Accept-Language", "de").Do(t, "GET", plan+"/results?state=failed&kind=publish", nil).Require(t, 200).
			RequireFields(t, kit.Fields{
				"data.0.fault.code":   "invalid_transition",
				"data.0.fault.detail": "Der Preisplan konnte dem Produkt seinen Preis nicht geben.",
			})
	})
}

// A price to compare with that staff have corrected stays, and the price goes back all the same;
// and the other way round.
func TestPricePlanJudgesEachPriceForItself(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 10), s.offer(t, "Pot", 20)
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{
			planned(cup, 8, body{"compareAtPrice": 12}), planned(pot, 15, body{"compareAtPrice": 20}),
		})
		s.doPlans(t, time.Hour)
		cup.set(t, 8, 13)
		pot.set(t, 14, 20)
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "restored", "changed_since")
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10, "variants.0.compareAtPrice": 13})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.price": 14, "variants.0.compareAtPrice": nil})
	})
}

// A price to compare with is of the variant's kind, unless the plan says another.
func TestPricePlanKeepsTheKindToCompareWith(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 10), s.offer(t, "Pot", 20)
		cup.set(t, 10, 15, body{"compareAtKind": "rrp"})
		pot.set(t, 20, 25, body{"compareAtKind": "rrp"})
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{
			planned(cup, 8, body{"compareAtPrice": 14}), planned(pot, 15, body{"compareAtPrice": 20, "compareAtKind": "was"}),
		})
		s.admin.Do(t, "GET", plan+"/results", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.compareAtKind": "rrp", "data.1.compareAtKind": "was",
		})
		s.doPlans(t, time.Hour)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.compareAtPrice": 14, "variants.0.compareAtKind": "rrp"})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.compareAtPrice": 20, "variants.0.compareAtKind": "was"})
		s.doPlans(t, time.Hour)
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.compareAtPrice": 25, "variants.0.compareAtKind": "rrp"})
	})
}

// A bulk edit leaves the prices of a plan alone, because a changed one would stay after the plan.
// So does an undo, which goes on once the plan is over.
func TestBulkEditsLeaveThePricesOfPlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 10), s.offer(t, "Pot", 20)
		raise := body{"kind": "change_prices", "percent": 10}
		bulk := func(action body, productIDs ...string) kit.Answer {
			started := s.admin.Do(t, "POST", bulkPath, body{"productIds": productIDs, "action": action}).Require(t, 201)
			if err := s.bulkEditor(t).finish(t.Context(), started.Text("id")); err != nil {
				t.Fatal(err)
			}
			return s.awaitBulk(t, started.Text("id"))
		}
		mistake := bulk(body{"kind": "change_prices", "percent": 100}, cup.id).Text("id")
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		s.doPlans(t, time.Hour)
		done := bulk(raise, cup.id, pot.id)
		done.RequireFields(t, kit.Fields{"changed": 1, "failed": 1})
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 8})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.price": 22})
		s.admin.Do(t, "GET", bulkPath+"/"+done.Text("id")+"/results?state=failed", nil).Require(t, 200).RequireFields(t,
			kit.Fields{
				"data.0.fault.code":   "invalid_transition",
				"data.0.fault.detail": `The product has prices of the price plan "Sale" until that is over.`,
			})
		bulk(body{"kind": "add_tags", "tags": []string{"new"}}, cup.id).RequireFields(t, kit.Fields{"changed": 1})
		undo := func(want kit.Fields) {
			t.Helper()
			started := s.admin.Do(t, "POST", bulkPath+"/"+mistake+"/undo", nil).Require(t, 201)
			if err := s.bulkEditor(t).finish(t.Context(), started.Text("id")); err != nil {
				t.Fatal(err)
			}
			s.awaitBulk(t, started.Text("id")).RequireFields(t, want)
		}
		undo(kit.Fields{"changed": 0, "failed": 1})
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "restored")
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 20})
		undo(kit.Fields{"changed": 1, "failed": 0})
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10})
		bulk(raise, cup.id).RequireFields(t, kit.Fields{"changed": 1})
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 11})
	})
}
