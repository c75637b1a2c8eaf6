package catalog

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// manyPlanned adds a plan with 25 products at half their price, which is due.
func (s *setup) manyPlanned(t *testing.T) (plan string) {
	t.Helper()
	var prices []body
	for i := range 25 {
		prices = append(prices, planned(s.offer(t, fmt.Sprintf("Cup %02d", i), 10), 5))
	}
	plan = s.plan(t, time.Hour, 2*time.Hour, prices)
	s.later(t, time.Hour)
	return plan
}

// requirePricedOnce wants all products saved once in each version, at the price.
func (s *setup) requirePricedOnce(t *testing.T, cents, version int, log *eventbustest.Recorder) {
	t.Helper()
	var once int64
	err := s.DB.Model(&product{}).Where("price_from = ? AND version = ?", cents, version).Count(&once).Error
	if saved := len(eventbustest.Of[events.ProductSaved](log)); err != nil || once != 25 || saved != 25*version {
		t.Errorf("%d products were saved once, with %d events, %v", once, saved, err)
	}
}

// Several processes start and end a plan once.
func TestPricePlanInSeveralProcesses(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		log, plan := eventbustest.Record(t, s.DB), s.manyPlanned(t)
		other := s.Replica(t)
		planners := []*pricePlanner{s.pricePlanner(t), newPricePlanner(Deps{DB: other.DB, Clock: s.Clock, Log: s.Log, Copies: other.Copies})}
		if err := other.Copies.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		kit.AtOnce(4, func(i int) error { return planners[i%2].work(t.Context()) })
		s.doPlans(t, 0)
		s.requirePlan(t, plan, kit.Fields{"status": "active", "counts.applied": 25})
		s.requirePricedOnce(t, 500, 2, log)
		s.later(t, time.Hour)
		kit.AtOnce(4, func(i int) error { return planners[i%2].work(t.Context()) })
		s.doPlans(t, 0)
		s.requirePlan(t, plan, kit.Fields{"status": "ended", "counts.restored": 25})
		s.requirePricedOnce(t, 1000, 3, log)
	})
}

// A process that ends between what it does and its commit leaves nothing of it. The next one does
// the rest.
func TestPricePlanOfAKilledProcess(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		log, plan := eventbustest.Record(t, s.DB), s.manyPlanned(t)
		planner := s.pricePlanner(t)
		for batch := range 3 {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				if _, err := planner.doBatch(t.Context(), tx, false); err != nil {
					return err
				}
				return errKilled
			})
			if !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			s.requirePlan(t, plan, kit.Fields{"counts.applied": batch * planBatch, "counts.pending": 25 - batch*planBatch})
			err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				_, err := planner.doBatch(t.Context(), tx, false)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		s.requirePricedOnce(t, 500, 2, log)
		s.doPlans(t, time.Hour)
		s.requirePlan(t, plan, kit.Fields{"status": "ended", "counts.restored": 25})
	})
}

// What became of an entry is stored once: a second result takes its change back.
func TestPricePlanResultIsStoredOnce(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		s.manyPlanned(t)
		planner := s.pricePlanner(t)
		var stale []pricePlanEntry
		var plan pricePlan
		if err := errors.Join(s.DB.Order("position").Limit(1).Find(&stale).Error, s.DB.Take(&plan).Error); err != nil {
			t.Fatal(err)
		}
		s.doPlans(t, 0)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			_, err := planner.change(t.Context(), tx, stale, s.Clock.Now(), true)
			return err
		})
		if !errors.Is(err, errDoneElsewhere) {
			t.Errorf("a second result: %v", err)
		}
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return savePricePlanStep(tx, &plan, events.PricePlanScheduled)
		})
		if !errors.Is(err, errDoneElsewhere) {
			t.Errorf("a second start: %v", err)
		}
		s.requirePricedOnce(t, 500, 2, log)
	})
}

// A product that can't be saved does not hold up the others: it has failed.
func TestPricePlanPassesOver(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		plan := s.manyPlanned(t)
		// A text that is no JSON, which no request can store.
		err := s.DB.Exec("UPDATE catalog_products SET attributes = 'x' WHERE name = 'Cup 12'").Error
		if err != nil {
			t.Fatal(err)
		}
		s.doPlans(t, 0)
		s.requirePlan(t, plan, kit.Fields{"status": "active", "counts.applied": 24, "counts.failed": 1})
		s.admin.Do(t, "GET", plan+"/results?state=failed", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.name": "Cup 12", "data.0.fault.code": "internal",
		})
	})
}

// Of plans that were missed all is done in its order, and a price that was never in force by its
// time is not offered for a moment.
func TestPricePlansAfterDowntime(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, bag := s.offer(t, "Cup", 10), s.offer(t, "Bag", 30)
		bag.edit(t, body{"status": "draft"})
		s.later(t, 40*day)
		cup.setup = s
		active := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		missed := s.plan(t, 2*time.Hour, 3*time.Hour, []body{planned(cup, 5)},
			body{"publish": []string{bag.id}, "archive": []string{bag.id}})
		last := s.plan(t, 3*time.Hour, 5*time.Hour, []body{planned(cup, 9)})
		s.doPlans(t, time.Hour)
		log := eventbustest.Record(t, s.DB)
		s.doPlans(t, 3*time.Hour)
		s.requirePlan(t, active, kit.Fields{"status": "ended", "counts.restored": 1})
		s.requirePlan(t, missed, kit.Fields{"status": "ended", "counts.skipped": 2, "counts.applied": 1, "startedAt": nil})
		s.requirePlan(t, last, kit.Fields{"status": "active", "counts.applied": 1})
		s.requireResults(t, missed, "skipped", "skipped", "applied")
		s.requireProduct(t, bag.id, kit.Fields{"status": "archived"})
		var prices []int64
		for _, saved := range eventbustest.Of[events.ProductSaved](log) {
			if saved.ProductID == cup.id {
				prices = append(prices, saved.Variants[0].Price)
			}
		}
		if fmt.Sprint(prices) != "[1000 900]" {
			t.Errorf("prices %v", prices)
		}
		s.doPlans(t, time.Hour)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10})
		cup.setup = s
		cup.set(t, 7, 12)
		cup.requireReduced(t, 8, 8) // the missed 5 was never offered
	})
}

// A plan that begins when another one ends finds the prices from before that one, whichever was
// made first.
func TestPricePlansInARow(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		second := s.plan(t, 2*time.Hour, 3*time.Hour, []body{planned(cup, 9)})
		starts := s.admin.Do(t, "GET", second, nil).Text("startsAt")
		first := s.plan(t, time.Hour, 0, []body{planned(cup, 8)}, body{"endsAt": starts})
		s.doPlans(t, time.Hour+time.Minute)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 8})
		s.doPlans(t, time.Hour)
		s.requireResults(t, first, "restored")
		s.requireResults(t, second, "applied")
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 9, "version": 4})
		s.doPlans(t, time.Hour)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10})
	})
}

// Two plans have no variant at the same time; one may follow the other at once.
func TestOverlappingPricePlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 10), s.offer(t, "Pot", 10)
		now := s.Clock.Now()
		at := func(hours int) string { return now.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339Nano) }
		plan := func(name string, from, to int, prices ...body) body {
			b := body{"name": name, "startsAt": at(from), "prices": prices}
			if to > 0 {
				b["endsAt"] = at(to)
			}
			return b
		}
		s.admin.Do(t, "POST", pricePlanPath, plan("First", 2, 4, planned(cup, 8))).Require(t, 201)
		for _, times := range [][2]int{{1, 3}, {3, 5}, {2, 4}, {1, 5}, {3, 0}, {1, 0}} {
			requireRefused(t, s.admin, "POST", pricePlanPath, refusal{
				plan("Other", times[0], times[1], planned(pot, 5), planned(cup, 5)), []string{"/prices/1 not_allowed"},
			})
		}
		refused := s.admin.With("Accept-Language", "de").Do(t, "POST", pricePlanPath, plan("Other", 1, 3, planned(cup, 5)))
		refused.RequireFields(t, kit.Fields{
			"errors.0.detail": `überschneidet sich mit dem Preisplan "First", der diese Variante auch hat`,
		})
		before := s.admin.Do(t, "POST", pricePlanPath, plan("Before", 1, 2, planned(cup, 5))).Require(t, 201).Text("id")
		after := s.admin.Do(t, "POST", pricePlanPath, plan("After", 4, 0, planned(cup, 5), planned(pot, 1))).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", pricePlanPath, plan("Pot", 2, 4, planned(pot, 5))).Require(t, 201)
		requireRefused(t, s.admin, "PATCH", pricePlanPath+"/"+before,
			refusal{body{"endsAt": at(3)}, []string{"/endsAt not_allowed"}}, refusal{body{"endsAt": nil}, []string{"/endsAt not_allowed"}},
			refusal{body{"startsAt": at(3), "endsAt": at(5)}, []string{"/startsAt not_allowed"}})
		s.admin.Do(t, "PATCH", pricePlanPath+"/"+before, body{"endsAt": at(2)}).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
		s.admin.Do(t, "POST", pricePlanPath+"/"+after+"/cancel", nil).Require(t, 200)
		s.admin.Do(t, "PATCH", pricePlanPath+"/"+before, body{"startsAt": at(4), "endsAt": at(5)}).Require(t, 200)
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_price_plan_entries_overlap_check", "UPDATE catalog_price_plan_entries SET booked = TRUE"},
			{"catalog_price_plan_entries_overlap_check", `INSERT INTO catalog_price_plan_entries (plan_id, position, kind, product_id,
				variant_id, price, state, starts_at, ends_at, booked) SELECT '` + after + `', 7, kind, product_id, '` + cup.id + `', price, state,
				starts_at, ends_at, TRUE FROM catalog_price_plan_entries WHERE FALSE UNION ALL
				SELECT (SELECT id FROM catalog_price_plans WHERE name = 'Pot'), 7, 'price', product_id, variant_id, 1, 'pending', starts_at, NULL, TRUE
				FROM catalog_price_plan_entries WHERE plan_id = '` + before + `'`},
		})
	})
}

// Of several plans with one variant that are made at once one is stored.
func TestOverlappingPricePlansAtOnce(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		b := s.planBody(time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		statuses := kit.StatusesAtOnce(t, 6, func(int) (kit.Answer, error) { return s.admin.Try("POST", pricePlanPath, b) })
		if statuses[201] != 1 || statuses[422] != 5 {
			t.Errorf("%v", statuses)
		}
	})
}

// Plans have versions. What has begun keeps its prices, and what is over keeps all.
func TestChangesOfPricePlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 10), s.offer(t, "Pot", 10)
		log := eventbustest.Record(t, s.DB)
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		s.admin.With("If-Match", `"2"`).Do(t, "PATCH", plan, body{"name": "Other"}).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"2"`).Do(t, "POST", plan+"/cancel", nil).Require(t, 412, "precondition_failed")
		changed := s.admin.With("If-Match", `"1"`).Do(t, "PATCH", plan, body{"name": "Other", "prices": []body{planned(pot, 7), planned(cup, 6)}})
		changed.Require(t, 200).RequireFields(t, kit.Fields{"name": "Other", "version": 2, "counts.prices": 2})
		same := body{"prices": []body{planned(pot, 7), planned(cup, 6)}, "publish": []string{}, "archive": []string{}}
		s.admin.Do(t, "PATCH", plan, same).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		saved := eventbustest.Of[events.PricePlanSaved](log)
		if len(saved) != 2 || saved[0].Prices != 1 || !saved[0].Created || saved[1].Prices != 2 || saved[1].Created {
			t.Errorf("%+v", saved)
		}
		s.doPlans(t, time.Hour)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 6})
		// Who has seen it before the start does not end it.
		s.admin.With("If-Match", `"2"`).Do(t, "POST", plan+"/cancel", nil).Require(t, 412, "precondition_failed")
		s.admin.Do(t, "PATCH", plan, body{"prices": []body{planned(cup, 6)}}).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "PATCH", plan, body{"startsAt": s.Clock.Now().Add(time.Minute).Format(time.RFC3339Nano)}).Require(t, 409)
		requireRefused(t, s.admin, "PATCH", plan,
			refusal{body{"endsAt": s.Clock.Now().Add(-time.Minute).Format(time.RFC3339Nano)}, []string{"/endsAt out_of_range"}})
		s.admin.Do(t, "PATCH", plan, same).Require(t, 200)
		s.admin.Do(t, "PATCH", plan, body{"endsAt": nil}).Require(t, 200).RequireFields(t, kit.Fields{"endsAt": nil, "version": 4})
		s.doPlans(t, 3*time.Hour)
		s.requirePlan(t, plan, kit.Fields{"status": "active"})
		s.admin.Do(t, "PATCH", plan, body{"endsAt": s.Clock.Now().Add(time.Minute).Format(time.RFC3339Nano)}).Require(t, 200)
		s.doPlans(t, time.Minute)
		s.requirePlan(t, plan, kit.Fields{"status": "ended", "counts.restored": 2, "version": 6})
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10})
		s.admin.Do(t, "PATCH", plan, body{"name": "Late"}).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", plan+"/cancel", nil).Require(t, 409, "invalid_transition")
	})
}

// A plan that is cancelled does nothing, or takes its prices back, or keeps them.
func TestCancelledPricePlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, bag := s.offer(t, "Cup", 10), s.offer(t, "Bag", 30)
		archive := body{"archive": []string{bag.id}}
		never := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)}, archive)
		s.admin.Do(t, "POST", never+"/cancel", body{}).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "cancelled", "counts.skipped": 2, "version": 2,
		})
		kept := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 9)}, archive)
		s.doPlans(t, time.Hour)
		s.admin.Do(t, "POST", kept+"/cancel", body{"keepPrices": true}).Require(t, 200).RequireFields(t, kit.Fields{"status": "cancelled"})
		s.doPlans(t, 2*time.Hour)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 9, "version": 2})
		s.requireProduct(t, bag.id, kit.Fields{"status": "active"})
		s.requireResults(t, kept, "applied", "skipped")
		back := s.plan(t, time.Hour, 20*time.Hour, []body{planned(cup, 8)}, archive)
		s.doPlans(t, time.Hour)
		s.admin.Do(t, "POST", back+"/cancel", nil).Require(t, 200).RequireFields(t, kit.Fields{"counts.pending": 1, "counts.applied": 1})
		s.doPlans(t, 0)
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 9})
		s.requireProduct(t, bag.id, kit.Fields{"status": "archived"})
		s.requireResults(t, back, "restored", "applied")
	})
}

// Plans are kept for two years after their end.
func TestOldPricePlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		over := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		open := s.plan(t, 3*time.Hour, 0, []body{planned(cup, 9)})
		s.doPlans(t, 90*time.Minute)
		s.doPlans(t, 90*time.Minute)
		for _, row := range []struct {
			after  time.Duration
			status int
		}{{keepPricePlans - time.Hour, 200}, {2 * time.Hour, 404}} {
			s.later(t, row.after)
			if err := s.pricePlanner(t).deleteOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.admin.Do(t, "GET", over, nil).Require(t, row.status)
			s.requirePlan(t, open, kit.Fields{"status": "active"})
		}
	})
}
