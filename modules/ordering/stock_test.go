package ordering

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestStockAdministration(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 0)
		path := "/v1/admin/stock/" + it.VariantID
		want := func(a kit.Answer, onHand, reserved, version int) {
			t.Helper()
			if text := fmt.Sprintf(`{"variantId":%q,"productId":%q,"sku":%q,"name":"Moka","options":{"size":"6 cups"},"imageUrl":null,"onHand":%d,"reserved":%d,"available":%d,"version":%d}`,
				it.VariantID, it.ProductID, it.SKU, onHand, reserved, onHand-reserved, version); string(a.Require(t, 200).Body) != text {
				t.Errorf("got %s, want %s", a.Body, text)
			}
		}
		want(s.admin.Do(t, "GET", path, nil), 0, 0, 1)
		log := eventbustest.Record(t, s.DB)
		want(s.admin.Do(t, "PUT", path, body{"onHand": 40}), 40, 0, 2)
		want(s.admin.Do(t, "POST", path+"/adjust", body{"delta": -2, "reason": "Two were broken."}), 38, 0, 3)
		adjusted := eventbustest.Of[events.StockAdjusted](log)
		if !slices.Equal(adjusted, []events.StockAdjusted{
			{VariantID: it.VariantID, SKU: it.SKU, Delta: 40, OnHand: 40, Reason: "count"},
			{VariantID: it.VariantID, SKU: it.SKU, Delta: -2, OnHand: 38, Reason: "Two were broken."},
		}) {
			t.Errorf("published: %+v", adjusted)
		}

		orderID := id.New()
		s.inTx(t, func(tx *gorm.DB) error {
			return moveStock(tx, stockMove{Reason: moveReserve, OrderID: &orderID, At: s.Clock.Now()}, []variantQuantity{{it.VariantID, 30}})
		})
		s.admin.Do(t, "PUT", path, body{"onHand": 29}).Require(t, 409, "insufficient_stock")
		s.admin.Do(t, "POST", path+"/adjust", body{"delta": -9, "reason": "?"}).Require(t, 409, "insufficient_stock")
		s.admin.Do(t, "POST", path+"/adjust", body{"delta": 1_000_000_000, "reason": "?"}).Require(t, 422, "validation_failed")
		want(s.admin.Do(t, "GET", path, nil), 38, 30, 3) // orders leave the version
		want(s.admin.Do(t, "PUT", path, body{"onHand": 30}), 30, 30, 4)
		want(s.admin.Do(t, "PUT", path, body{"onHand": 30}), 30, 30, 4)

		// The guard stands in the UPDATE too.
		if err := raiseStockVersion(s.DB, it.VariantID, 3); !fault.Is(err, fault.PreconditionFailed) {
			t.Errorf("raised from a version of before: %v", err)
		}

		var ledger struct {
			Data []movementView
			Meta struct{ Total int }
		}
		s.admin.Do(t, "GET", path+"/ledger", nil).Require(t, 200).Decode(t, &ledger)
		var entries []string
		for _, m := range ledger.Data {
			entries = append(entries, fmt.Sprint(m.Reason, m.OnHandDelta, m.ReservedDelta, m.OnHand, m.Reserved))
		}
		if !slices.Equal(entries, []string{"count0 0 30 30", "count-8 0 30 30", "reserve0 30 38 30", "adjust-2 0 38 0", "count40 0 40 0"}) ||
			ledger.Meta.Total != 5 {
			t.Errorf("ledger: %v of %d", entries, ledger.Meta.Total)
		}
		if *ledger.Data[2].OrderID != orderID || *ledger.Data[3].Note != "Two were broken." {
			t.Errorf("ledger: %+v", ledger.Data)
		}
		if second := s.admin.Do(t, "GET", path+"/ledger?limit=2&page=2", nil).Require(t, 200); second.Text("data.0.reason") != "reserve" {
			t.Errorf("second page: %s", second.Body)
		}
	})
}

func TestStockRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 0)
		customer, _ := s.As(t, auth.RoleCustomer)
		for _, op := range []struct {
			method, suffix string
			valid          any
		}{
			{"GET", "", nil}, {"PUT", "", body{"onHand": 1}}, {"POST", "/adjust", body{"delta": 1, "reason": "Found."}}, {"GET", "/ledger", nil},
		} {
			path := func(variantID string) string { return "/v1/admin/stock/" + variantID + op.suffix }
			s.API.Do(t, op.method, path(it.VariantID), op.valid).Require(t, 401, "unauthenticated")
			customer.Do(t, op.method, path(it.VariantID), op.valid).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, op.method, path(unknown), op.valid).Require(t, 404, "not_found")
			}
		}
		for _, bad := range []struct {
			method, suffix string
			body           any
			want           []string
		}{
			{"PUT", "", body{"onHand": -1}, []string{"/onHand out_of_range"}},
			{"PUT", "", body{"onHand": 1.5}, []string{"/onHand wrong_type"}},
			{"PUT", "", body{}, []string{"/onHand required"}},
			{"POST", "/adjust", body{"delta": 1}, []string{"/reason required"}},
			{"POST", "/adjust", body{"delta": 1e10, "reason": " "}, []string{"/delta out_of_range", "/reason required"}},
		} {
			got := s.admin.Do(t, bad.method, "/v1/admin/stock/"+it.VariantID+bad.suffix, bad.body).Require(t, 422)
			if pointers := got.Pointers(); !slices.Equal(pointers, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, pointers, bad.want)
			}
		}
		s.API.Do(t, "GET", "/v1/admin/stock", nil).Require(t, 401)
		customer.Do(t, "GET", "/v1/admin/stock", nil).Require(t, 403)
		s.admin.Do(t, "GET", "/v1/admin/stock?below=x", nil).Require(t, 422)
	})
}

func TestListStock(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		named := func(name, sku string) func(p *catalog.ProductSaved) {
			return func(p *catalog.ProductSaved) { p.Name, p.Variants[0].SKU = name, sku }
		}
		first := s.sell(t, 100, 9, named("Äthiopien Sidamo", "B-1"))
		s.sell(t, 100, 0, named("Filter 100%", "A-1"))
		s.sell(t, 100, 3, named("Moka", "C-1"))
		skus := func(query string) (found []string) {
			t.Helper()
			var page struct{ Data []stockView }
			s.admin.Do(t, "GET", "/v1/admin/stock"+query, nil).Require(t, 200).Decode(t, &page)
			for _, v := range page.Data {
				found = append(found, v.SKU)
			}
			return found
		}
		for query, want := range map[string][]string{
			"": {"A-1", "B-1", "C-1"}, "?below=4": {"A-1", "C-1"}, "?below=1": {"A-1"}, "?q=%C3%84THIOPIEN": {"B-1"}, "?q=c-1": {"C-1"},
			"?q=athiopien+sid": {"B-1"}, "?q=AETHIO": {"B-1"}, "?q=sidamo+b-1": {"B-1"}, "?q=m%C3%B4ka": {"C-1"}, "?q=sidamo+c-1": nil,
			"?q=%25": {"A-1"}, "?q=_": nil, "?limit=2&page=2": {"C-1"}, "?page=9": nil, "?below=4&q=moka": {"C-1"},
			"?low=true": {"A-1", "C-1"}, "?low=true&below=1": {"A-1"}, "?low=false": {"A-1", "B-1", "C-1"}, "?low=true&sort=-sku": {"C-1", "A-1"},
			"?sort=-sku": {"C-1", "B-1", "A-1"}, "?sort=name": {"B-1", "A-1", "C-1"}, "?sort=-name": {"C-1", "A-1", "B-1"},
			"?sort=available": {"A-1", "C-1", "B-1"}, "?sort=-available&limit=2": {"B-1", "C-1"}, "?sort=-available&q=1": {"B-1", "C-1", "A-1"},
		} {
			if got := skus(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		if got := skus("?ids=" + id.New() + "," + first.VariantID); !slices.Equal(got, []string{"B-1"}) {
			t.Errorf("by id: %v", got)
		}
		s.admin.Do(t, "GET", "/v1/admin/stock?ids=x", nil).Require(t, 422, "validation_failed")
		s.admin.Do(t, "GET", "/v1/admin/stock?sort=onHand", nil).Require(t, 422, "validation_failed")
	})
}

// Staff find a variant whose text an older version has copied, in lower case alone.
func TestFormerSearchTextOfVariant(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 100, 9, func(p *catalog.ProductSaved) { p.Name = "Äthiopien" })
		if err := s.DB.Model(&variant{}).Where("id = ?", it.VariantID).UpdateColumn("search", "äthiopien\nx").Error; err != nil {
			t.Fatal(err)
		}
		if err := variantIndex.RefreshJob(s.DB).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", "/v1/admin/stock?q=athiopien", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 1, "data.0.variantId": it.VariantID,
		})
	})
}

func TestStockIsPublished(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		it := s.sell(t, 1999, 0)
		requirePublished := func(available int64) {
			t.Helper()
			kit.Eventually(t, "the stock is published", func() error {
				all := eventbustest.Of[events.StockChanged](log)
				if len(all) == 0 || all[len(all)-1].Available != available {
					return fmt.Errorf("published: %v", all)
				}
				return nil
			})
		}
		low := func() []events.StockLow { return eventbustest.Of[events.StockLow](log) }
		set := func(onHand int64) {
			t.Helper()
			s.admin.Do(t, "PUT", "/v1/admin/stock/"+it.VariantID, body{"onHand": onHand}).Require(t, 200)
			requirePublished(onHand)
		}
		set(3)
		if got := low(); len(got) != 0 {
			t.Errorf("a stock that has risen is low: %v", got)
		}
		set(10)
		set(5)
		set(4)
		if got := low(); len(got) != 1 || got[0] != (events.StockLow{VariantID: it.VariantID, ProductID: it.ProductID, SKU: it.SKU, Name: "Moka",
			Available: 5}) {
			t.Errorf("the first crossing: %+v", got)
		}
		set(6)
		set(0)
		if got := low(); len(got) != 2 {
			t.Errorf("the second crossing: %+v", got)
		}
		s.inTx(t, func(tx *gorm.DB) error { // rises and falls between two looks
			m := stockMove{Reason: moveCount, At: s.Clock.Now()}
			return errors.Join(moveStock(tx, m, []variantQuantity{{it.VariantID, 10}}), moveStock(tx, m, []variantQuantity{{it.VariantID, -8}}))
		})
		requirePublished(2)
		if got := low(); len(got) != 3 || got[2].Available != 2 {
			t.Errorf("the third crossing: %+v", got)
		}
		first := eventbustest.Of[events.StockChanged](log)[0]
		if want := (events.StockChanged{VariantID: it.VariantID, ProductID: it.ProductID, Available: 3,
			OnHand: new(int64(3))}); !reflect.DeepEqual(first, want) {
			t.Errorf("published first: %+v", first)
		}
	})
}

func TestTwoReplicasPublishStockOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		var items []item
		for range 3 {
			items = append(items, s.sell(t, 1999, 0))
		}
		m := s.deps(t)
		for round := range 20 {
			for _, it := range items {
				s.inTx(t, func(tx *gorm.DB) error {
					return moveStock(tx, stockMove{Reason: moveCount, At: s.Clock.Now()}, []variantQuantity{{it.VariantID, 1}})
				})
			}
			var all sync.WaitGroup
			var failed atomic.Int64
			for range 4 {
				all.Go(func() {
					if m.publishStock(t.Context()) != nil {
						failed.Add(1)
					}
				})
			}
			all.Wait()
			if failed.Load() != 0 {
				t.Fatalf("round %d: %d failed", round, failed.Load())
			}
		}
		published := map[string]int{}
		for _, e := range eventbustest.Of[events.StockChanged](log) {
			key := fmt.Sprint(e.VariantID, e.Available)
			if published[key]++; published[key] > 1 {
				t.Errorf("published twice: %+v", e)
			}
		}
	})
}
