package ordering

import (
	"fmt"
	"testing"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// The counts of an imported file are taken as an admin's, each by itself, but never below what is
// reserved. One may come before its variant is known here.
func TestImportedCounts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		counted, short, same := s.sell(t, 1999, 2), s.sell(t, 1999, 5), s.sell(t, 1999, 4)
		early := catalog.Variant{VariantID: id.New(), SKU: "EARLY", Price: 1, Sold: true}
		orderID := id.New()
		s.inTx(t, func(tx *gorm.DB) error {
			return moveStock(tx, stockMove{Reason: moveReserve, OrderID: &orderID, At: s.Clock.Now()}, []variantQuantity{{short.VariantID, 4}})
		})
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, catalog.StockCounted{ProductID: counted.ProductID, Counts: []catalog.StockCount{
			{VariantID: counted.VariantID, SKU: counted.SKU, OnHand: 9}, {VariantID: short.VariantID, SKU: short.SKU, OnHand: 3},
			{VariantID: same.VariantID, SKU: same.SKU, OnHand: 4}, {VariantID: early.VariantID, SKU: early.SKU, OnHand: 6},
		}})
		s.Publish(t, catalog.ProductSaved{
			ProductID: id.New(), Name: "Early", Status: "active", TaxClass: "standard", Variants: []catalog.Variant{early},
		})
		for variantID, want := range map[string]kit.Fields{
			counted.VariantID: {"onHand": 9, "version": 2}, short.VariantID: {"onHand": 5, "reserved": 4, "version": 1},
			same.VariantID: {"onHand": 4, "version": 1}, early.VariantID: {"onHand": 6, "sku": "EARLY"},
		} {
			s.admin.Do(t, "GET", "/v1/admin/stock/"+variantID, nil).Require(t, 200).RequireFields(t, want)
		}
		s.admin.Do(t, "GET", "/v1/admin/stock/"+counted.VariantID+"/ledger?limit=1", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"data.0.reason": "count", "data.0.onHandDelta": 7, "data.0.actor": "system"})
		if got := eventbustest.Of[events.StockAdjusted](log); len(got) != 2 {
			t.Errorf("adjusted: %+v", got)
		}
		refused := eventbustest.Of[events.StockCountRefused](log)
		if len(refused) != 1 || refused[0] != (events.StockCountRefused{VariantID: short.VariantID, SKU: short.SKU, OnHand: 3, Reserved: 4}) {
			t.Errorf("refused: %+v", refused)
		}
	})
}

// What is on hand is published when it changes and the available units do not, as with a shipment,
// and after a count that changes nothing.
func TestStockOnHandIsPublished(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 5)
		log := eventbustest.Record(t, s.DB)
		orderID := id.New()
		move := func(reason stockReason, units int64) {
			s.inTx(t, func(tx *gorm.DB) error {
				return moveStock(tx, stockMove{Reason: reason, OrderID: &orderID, At: s.Clock.Now()}, []variantQuantity{{it.VariantID, units}})
			})
		}
		requirePublished := func(times int, available, onHand int64) {
			t.Helper()
			kit.Eventually(t, "the stock is published", func() error {
				all := eventbustest.Of[events.StockChanged](log)
				if n := len(all); n < times || all[n-1].Available != available || *all[n-1].OnHand != onHand {
					return fmt.Errorf("published: %v", all)
				}
				return nil
			})
		}
		move(moveReserve, 2)
		requirePublished(1, 3, 5)
		move(moveShip, 2)
		requirePublished(2, 3, 3)
		s.Publish(t, catalog.StockCounted{ProductID: it.ProductID,
			Counts: []catalog.StockCount{{VariantID: it.VariantID, SKU: it.SKU, OnHand: 3}}})
		requirePublished(3, 3, 3)
	})
}
