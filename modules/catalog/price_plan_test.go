package catalog

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// eachPlanned runs a test on both databases, without the jobs: a test does what is due itself.
func eachPlanned(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, idle, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// pricePlanner starts and ends plans as the module does.
func (s *setup) pricePlanner(t *testing.T) *pricePlanner {
	t.Helper()
	p := newPricePlanner(Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Copies: s.Copies})
	s.refresh(t)
	return p
}

// doPlans moves the clock, and does what is due then.
func (s *setup) doPlans(t *testing.T, d time.Duration) {
	t.Helper()
	s.later(t, d)
	if err := s.pricePlanner(t).work(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// planBody is a plan from and to a time after now; the end 0 is none.
func (s *setup) planBody(starts, ends time.Duration, prices []body, changes ...body) body {
	now := s.Clock.Now()
	b := body{"name": "Sale", "startsAt": now.Add(starts).Format(time.RFC3339Nano), "prices": prices}
	if ends > 0 {
		b["endsAt"] = now.Add(ends).Format(time.RFC3339Nano)
	}
	return with(b, changes...)
}

// plan adds a plan and returns its path.
func (s *setup) plan(t *testing.T, starts, ends time.Duration, prices []body, changes ...body) string {
	t.Helper()
	b := s.planBody(starts, ends, prices, changes...)
	return pricePlanPath + "/" + s.admin.Do(t, "POST", pricePlanPath, b).Require(t, 201).Text("id")
}

func (s *setup) requirePlan(t *testing.T, path string, want kit.Fields) {
	t.Helper()
	s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, want)
}

// requireResults wants the states of what a plan does, in its order.
func (s *setup) requireResults(t *testing.T, path string, want ...string) {
	t.Helper()
	if got := fieldOfAll(t, s.admin.Do(t, "GET", path+"/results?limit=100", nil), "state"); !slices.Equal(got, want) {
		t.Errorf("results %q, want %q", got, want)
	}
}

// planned is the price of a product in a plan.
func planned(p pricedProduct, price float64, changes ...body) body {
	return with(body{"sku": "SKU " + p.name, "price": price}, changes...)
}

// A plan gives prices and publishes at its start, and takes back and archives at its end, as an
// edit of the products by who has made it.
func TestPricePlan(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, pot, bag := s.offer(t, "Cup", 10), s.offer(t, "Pot", 20), s.offer(t, "Bag", 30)
		bag.edit(t, body{"status": "draft"})
		s.later(t, 40*day)
		cup.setup, pot.setup, bag.setup = s, s, s
		potVariant := s.admin.Do(t, "GET", productPath(pot.id), nil).Text("variants.0.id")
		maker := "user:" + s.adminID
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{
			planned(cup, 8, body{"compareAtPrice": 12}), {"variantId": potVariant, "price": 15},
		}, body{"publish": []string{bag.id}, "archive": []string{bag.id, pot.id}})
		s.requirePlan(t, plan, kit.Fields{
			"status": "scheduled", "counts.prices": 2, "counts.publish": 1, "counts.archive": 2, "counts.pending": 5, "version": 1,
			"startedAt": nil, "actor": maker,
		})
		log := eventbustest.Record(t, s.DB)
		s.doPlans(t, time.Hour-time.Minute)
		cup.requireReduced(t, nil, nil)
		s.requirePlan(t, plan, kit.Fields{"status": "scheduled"})
		if saved := eventbustest.Of[events.ProductSaved](log); len(saved) > 0 {
			t.Errorf("before the start: %+v", saved)
		}
		s.doPlans(t, 2*time.Minute)
		s.requirePlan(t, plan, kit.Fields{"status": "active", "counts.applied": 3, "counts.pending": 2, "version": 2})
		cup.requireReduced(t, 10, 10) // the lowest of 30 days, not what the plan says
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 8, "variants.0.compareAtPrice": 12, "version": 2})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.price": 15})
		s.requireShown(t, bag.id, kit.Fields{"name": "Bag"})
		for _, e := range log.Entries() {
			if e.Name == "catalog.product_saved.v1" && e.Actor != maker {
				t.Errorf("a product was saved by %q, want %q", e.Actor, maker)
			}
		}
		if saved := eventbustest.Of[events.ProductSaved](log); len(saved) != 3 {
			t.Errorf("%d products were saved, want 3", len(saved))
		}
		s.doPlans(t, time.Minute) // again nothing
		s.doPlans(t, time.Hour)
		s.requirePlan(t, plan, kit.Fields{
			"status": "ended", "counts.restored": 2, "counts.applied": 3, "counts.pending": 0, "counts.failed": 0,
		})
		s.requireProduct(t, cup.id, kit.Fields{"variants.0.price": 10, "variants.0.compareAtPrice": nil, "version": 3, "status": "active"})
		s.requireProduct(t, pot.id, kit.Fields{"variants.0.price": 20, "status": "archived"})
		s.requireProduct(t, bag.id, kit.Fields{"status": "archived"})
		s.requireResults(t, plan, "restored", "restored", "applied", "applied", "applied")
		cup.requireReduced(t, nil, nil)
		s.admin.Do(t, "GET", plan+"/results?state=restored&kind=price", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 2, "data.0.sku": "SKU Cup", "data.0.name": "Cup", "data.0.price": 8, "data.0.formerPrice": 10,
			"data.0.compareAtPrice": 12, "data.0.compareAtKind": "was", "data.1.compareAtPrice": nil, "data.1.fault": nil,
		})
		// The price of the plan was in force: a reduction after it is from that.
		cup.set(t, 7, 12)
		cup.requireReduced(t, 8, 8)
		s.admin.Do(t, "GET", pricePlanPath+"?status=ended", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		s.admin.Do(t, "GET", pricePlanPath+"?status=active", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.requireConsistentIndex(t)
	})
}

// The job has itself woken at the very moment, and begins nothing before it.
func TestPricePlanOnTheSecond(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		planner := s.pricePlanner(t)
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		s.later(t, time.Hour-800*time.Millisecond)
		for status := "scheduled"; status == "scheduled"; {
			if err := planner.work(t.Context()); err != nil {
				t.Fatal(err)
			}
			if status = s.admin.Do(t, "GET", plan, nil).Text("status"); status == "scheduled" {
				kit.Eventually(t, "the job is woken", func() error {
					select {
					case <-planner.wake:
						return nil
					default:
						return errors.New("not yet")
					}
				})
			}
		}
		var p pricePlan
		if err := s.DB.Take(&p).Error; err != nil || p.StartedAt.Before(p.StartsAt) {
			t.Errorf("begun at %v, before %v; %v", p.StartedAt, p.StartsAt, err)
		}
	})
}

// The module's own jobs start and end plans.
func TestPricePlanByTheJobs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{planned(cup, 8)})
		for _, status := range []string{"active", "ended"} {
			s.later(t, time.Hour)
			kit.Eventually(t, "the plan is "+status, func() error {
				if got := s.admin.Do(t, "GET", plan, nil).Require(t, 200); got.Text("status") != status || got.Number("counts.pending") > 0 {
					return fmt.Errorf("%s", got.Body)
				}
				return nil
			})
		}
		kit.Eventually(t, "the price is back", func() error {
			if got := s.admin.Do(t, "GET", productPath(cup.id), nil).Number("variants.0.price"); got != 10 {
				return fmt.Errorf("%v", got)
			}
			return nil
		})
	})
}

// The end leaves what staff have changed meanwhile, and says so, of each variant by itself.
func TestPricePlanLeavesWhatHasChanged(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		sizes := s.product(t, body{"name": "Shirt", "status": "active", "options": []body{{"name": "Size", "values": []string{"S", "M", "L"}}},
			"variants": []body{
				{"sku": "S", "options": body{"Size": "S"}, "price": 10}, {"sku": "M", "options": body{"Size": "M"}, "price": 11},
				{"sku": "L", "options": body{"Size": "L"}, "price": 12, "compareAtPrice": 20},
			}}).Text("id")
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{
			{"sku": "S", "price": 8}, {"sku": "M", "price": 8, "compareAtPrice": 11}, {"sku": "L", "price": 8},
		})
		s.doPlans(t, time.Hour)
		s.admin.Do(t, "PATCH", productPath(sizes), body{"name": "Fine shirt", "variants": []body{
			{"sku": "S", "options": body{"Size": "S"}, "price": 9}, {"sku": "M", "options": body{"Size": "M"}, "price": 8, "compareAtPrice": 11},
			{"sku": "L", "options": body{"Size": "L"}, "price": 12, "compareAtPrice": 25},
		}}).Require(t, 200)
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "changed_since", "restored", "restored")
		s.requirePlan(t, plan, kit.Fields{"counts.changedSince": 1, "counts.restored": 2, "counts.pending": 0})
		s.requireProduct(t, sizes, kit.Fields{
			"name": "Fine shirt", "variants.0.price": 9, "variants.1.price": 11, "variants.1.compareAtPrice": nil, "variants.2.price": 12,
			"variants.2.compareAtPrice": 25,
		})
	})
}

// What can't be done is reported with its fault; the rest is done.
func TestPricePlanFaults(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		gone, archived, same, tiers := s.offer(t, "Gone", 10), s.offer(t, "Archived", 10), s.offer(t, "Same", 10), s.offer(t, "Tiers", 10)
		late, good, draft := s.offer(t, "Late", 10), s.offer(t, "Good", 10), s.offer(t, "Draft", 10)
		draft.edit(t, body{"status": "draft"})
		plan := s.plan(t, time.Hour, 2*time.Hour, []body{
			planned(gone, 8), planned(archived, 8), planned(same, 10), planned(tiers, 8), planned(late, 8), planned(good, 8),
		}, body{"publish": []string{draft.id, same.id, archived.id}, "archive": []string{draft.id}})
		gone.edit(t, body{"variants": []body{}})
		archived.edit(t, body{"status": "archived"})
		tiers.set(t, 10, 0, body{"wholesalePrices": []body{{"minQuantity": 5, "price": 9}}})
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan, "failed", "failed", "unchanged", "failed", "applied", "applied", "applied", "unchanged", "failed", "pending")
		failed := s.admin.With("Accept-Language", "de").Do(t, "GET", plan+"/results?state=failed", nil).Require(t, 200)
		failed.RequireFields(t, kit.Fields{
			"data.0.fault.code": "not_found", "data.0.fault.detail": "Die Variante wird nicht mehr verkauft.", "data.0.price": 8,
			"data.0.formerPrice": nil, "data.1.fault.code": "invalid_transition", "data.1.fault.detail": "Das Produkt ist archiviert.",
			"data.2.fault.errors.0.pointer": "/wholesalePrices", "data.3.fault.code": "invalid_transition",
			"data.3.kind": "publish", "data.4": nil,
		})
		s.requireProduct(t, tiers.id, kit.Fields{"variants.0.price": 10})
		s.requireProduct(t, archived.id, kit.Fields{"variants.0.price": 10, "status": "archived"})
		s.requireProduct(t, draft.id, kit.Fields{"status": "active"})
		late.edit(t, body{"variants": []body{}})
		s.doPlans(t, time.Hour)
		s.requireResults(t, plan,
			"failed", "failed", "unchanged", "failed", "not_restored", "restored", "applied", "unchanged", "failed", "applied")
		s.requirePlan(t, plan, kit.Fields{"status": "ended", "counts.notRestored": 1, "counts.pending": 0})
		s.requireProduct(t, good.id, kit.Fields{"variants.0.price": 10})
	})
}

// Everything that is wrong with a plan is answered at once, and nothing is stored.
func TestRefusedPricePlans(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup, archived, tiers := s.offer(t, "Cup", 10), s.offer(t, "Archived", 10), s.offer(t, "Tiers", 10)
		cupVariant := s.admin.Do(t, "GET", productPath(cup.id), nil).Text("variants.0.id")
		archived.edit(t, body{"status": "archived"})
		tiers.set(t, 10, 0, body{"wholesalePrices": []body{{"minQuantity": 5, "price": 9}}})
		plan := func(changes ...body) body {
			return s.planBody(time.Hour, 2*time.Hour, []body{planned(cup, 8)}, changes...)
		}
		prices := func(p ...body) body { return plan(body{"prices": p}) }
		past := s.Clock.Now().Add(-time.Minute).Format(time.RFC3339Nano)
		requireRefused(t, s.admin, "POST", pricePlanPath,
			refusal{body{}, []string{"/name required", "/startsAt required"}},
			refusal{plan(body{"startsAt": past, "endsAt": past}), []string{"/startsAt out_of_range", "/endsAt out_of_range"}},
			refusal{plan(body{"startsAt": "2999-01-01T00:00:00Z", "endsAt": "2999-01-02T00:00:00Z"}),
				[]string{"/startsAt out_of_range", "/endsAt out_of_range"}},
			refusal{plan(body{"startsAt": "tomorrow"}), []string{"/startsAt bad_format"}},
			refusal{plan(body{"prices": []body{}}), []string{"/prices required"}},
			refusal{prices(body{"price": 8}, body{"sku": "SKU Cup", "variantId": cupVariant, "price": 8}, body{"variantId": "x", "price": 8},
				body{"sku": "SKU Cup", "price": 8, "compareAtKind": "rrp"}, body{"sku": "SKU Cup", "price": -1}),
				[]string{"/prices/0/variantId required", "/prices/1/sku not_allowed", "/prices/2/variantId bad_format",
					"/prices/3/compareAtKind not_allowed", "/prices/4/price out_of_range"}},
			refusal{prices(planned(cup, 8), body{"variantId": cupVariant, "price": 7}, body{"sku": "No", "price": 7},
				body{"variantId": id.New(), "price": 7}, planned(archived, 7), planned(tiers, 8.99)),
				[]string{"/prices/1 not_allowed", "/prices/2/sku not_allowed", "/prices/3/variantId not_allowed", "/prices/4/sku not_allowed",
					"/prices/5/price not_allowed"}},
			refusal{plan(body{"publish": []string{archived.id, cup.id, cup.id}, "archive": []string{id.New()}}),
				[]string{"/publish/0 not_allowed", "/publish/2 not_allowed", "/archive/0 not_allowed"}},
			refusal{s.planBody(time.Hour, 0, nil, body{"archive": []string{cup.id}, "prices": []body{}}), []string{"/archive not_allowed"}},
			refusal{prices(slices.Repeat([]body{{"sku": "A", "price": 1}}, maxPlanPrices+1)...), []string{"/prices too_long"}},
		)
		s.admin.Do(t, "GET", pricePlanPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.admin.Do(t, "POST", pricePlanPath, prices(planned(tiers, 9))).Require(t, 201)
	})
}

// The operations are those of admins with the scope.
func TestPricePlanAccess(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 10)
		plan := s.plan(t, time.Hour, 0, []body{planned(cup, 8)})
		planID := plan[len(pricePlanPath)+1:]
		of := func(rest string) func(id string) string {
			return func(id string) string { return pricePlanPath + "/" + id + rest }
		}
		for _, op := range []struct{ method, rest string }{{"GET", ""}, {"PATCH", ""}, {"POST", "/cancel"}, {"GET", "/results"}} {
			s.requireAdminOnly(t, op.method, of(op.rest), planID, body{})
		}
		s.requireAdminOnlyAt(t, "POST", pricePlanPath, s.planBody(time.Hour, 0, []body{planned(cup, 8)}))
		s.requireAdminOnlyAt(t, "GET", pricePlanPath, nil)
		reader, _ := s.AsKey(t, "products:read")
		reader.Do(t, "GET", plan, nil).Require(t, 200)
		for _, op := range []struct{ method, path string }{{"POST", pricePlanPath}, {"PATCH", plan}, {"POST", plan + "/cancel"}} {
			reader.Do(t, op.method, op.path, body{}).Require(t, 403, "forbidden")
		}
		s.admin.Do(t, "POST", pricePlanPath, "{").Require(t, 400, "malformed_json")
		s.admin.Do(t, "GET", plan+"/results?state=lost", nil).Require(t, 422)
	})
}
