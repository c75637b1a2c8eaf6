package ordering

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// stocked makes variants that are not sold, with onHand units of each.
func (s *setup) stocked(t *testing.T, n int, onHand int64) []string {
	t.Helper()
	ids := make([]string, n)
	rows := make([]stock, n)
	for i := range ids {
		ids[i] = id.New()
		rows[i] = stock{VariantID: ids[i], OnHand: onHand, UpdatedAt: s.Clock.Now()}
	}
	if err := s.DB.CreateInBatches(&rows, 1000).Error; err != nil {
		t.Fatal(err)
	}
	return ids
}

func (s *setup) stockOf(t *testing.T, variantID string) stock {
	t.Helper()
	var found stock
	if err := s.DB.Where("variant_id = ?", variantID).Take(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// requireLedger checks that the ledger of every variant leads to its stock.
func (s *setup) requireLedger(t *testing.T, initial int64) {
	t.Helper()
	var wrong int64
	err := s.DB.Raw(`SELECT count(*) FROM ordering_stock s WHERE
		s.on_hand <> ? + (SELECT COALESCE(sum(on_hand_delta), 0) FROM ordering_stock_ledger l WHERE l.variant_id = s.variant_id) OR
		s.reserved <> (SELECT COALESCE(sum(reserved_delta), 0) FROM ordering_stock_ledger l WHERE l.variant_id = s.variant_id)`, initial).
		Scan(&wrong).Error
	if err != nil || wrong != 0 {
		t.Errorf("%d variants whose ledger does not lead to the stock, %v", wrong, err)
	}
}

// Each step is a move and the stock of two variants after it. A step that fails changes nothing.
func TestMoveStock(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		v := s.stocked(t, 2, 10)
		orderID := id.New()
		do := func(reason stockReason, quantities []variantQuantity) error {
			return database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				m := stockMove{Reason: reason, At: s.Clock.Now()}
				if reason != moveCount && reason != moveAdjust {
					m.OrderID = &orderID
				}
				return moveStock(tx, m, quantities)
			})
		}
		type level struct{ onHand, reserved int64 }
		levelOf := func(variantID string) level {
			st := s.stockOf(t, variantID)
			return level{st.OnHand, st.Reserved}
		}
		for i, step := range []struct {
			reason        stockReason
			quantities    []variantQuantity
			first, second level
			fails         bool
		}{
			{reason: moveReserve, quantities: []variantQuantity{{v[0], 4}, {v[1], 2}, {v[0], 2}}, first: level{10, 6}, second: level{10, 2}},
			// one too many: none is taken
			{reason: moveReserve, quantities: []variantQuantity{{v[1], 1}, {v[0], 5}}, first: level{10, 6}, second: level{10, 2}, fails: true},
			{reason: moveReserve, quantities: []variantQuantity{{v[0], 4}}, first: level{10, 10}, second: level{10, 2}},
			{reason: moveShip, quantities: []variantQuantity{{v[0], 7}}, first: level{3, 3}, second: level{10, 2}},
			{reason: moveShip, quantities: []variantQuantity{{v[0], 4}}, first: level{3, 3}, second: level{10, 2}, fails: true},
			{reason: moveRelease, quantities: []variantQuantity{{v[0], 3}, {v[1], 2}}, first: level{3, 0}, second: level{10, 0}},
			{reason: moveRelease, quantities: []variantQuantity{{v[0], 1}}, first: level{3, 0}, second: level{10, 0}, fails: true},
			{reason: moveReturn, quantities: []variantQuantity{{v[0], 2}}, first: level{5, 0}, second: level{10, 0}},
			{reason: moveAdjust, quantities: []variantQuantity{{v[0], -6}}, first: level{5, 0}, second: level{10, 0}, fails: true},
			{reason: moveAdjust, quantities: []variantQuantity{{v[0], -5}}, first: level{0, 0}, second: level{10, 0}},
			// a variant without stock
			{reason: moveReserve, quantities: []variantQuantity{{id.New(), 1}}, first: level{0, 0}, second: level{10, 0}, fails: true},
			{reason: moveReserve, first: level{0, 0}, second: level{10, 0}},
		} {
			if err := do(step.reason, step.quantities); errors.Is(err, errStock) != step.fails || err != nil && !step.fails {
				t.Fatalf("step %d: %v", i, err)
			}
			if first, second := levelOf(v[0]), levelOf(v[1]); first != step.first || second != step.second {
				t.Fatalf("step %d: %+v and %+v, want %+v and %+v", i, first, second, step.first, step.second)
			}
			s.requireLedger(t, 10)
		}
	})
}

func TestMoveStockAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const each, takers = 50, 200
		// So many that rows are looked up one by one, in the order of the carts' lines.
		v := s.stocked(t, 20_000, each)
		s.inTx(t, func(tx *gorm.DB) error { return tx.Exec(`ANALYZE ordering_stock`).Error })
		orderID := id.New()
		var wg errgroup.Group
		wg.SetLimit(takers / 5) // so that no one's turn comes too late on a busy machine
		var taken, refused, runs atomic.Int64
		for i := range takers {
			wg.Go(func() error {
				all := []variantQuantity{{v[0], 1}, {v[1], 1}, {v[2], 1}}
				if i%2 == 0 {
					slices.Reverse(all)
				}
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					runs.Add(1)
					return moveStock(tx, stockMove{Reason: moveReserve, OrderID: &orderID, At: s.Clock.Now()}, all)
				})
				switch {
				case err == nil:
					taken.Add(1)
				case errors.Is(err, errStock):
					refused.Add(1)
				default:
					return err
				}
				return nil
			})
		}
		if err := wg.Wait(); err != nil {
			t.Error(err)
		}
		if taken.Load() != each || refused.Load() != takers-each {
			t.Errorf("%d taken, %d refused", taken.Load(), refused.Load())
		}
		if runs.Load() != takers { // InTx runs the victim of a deadlock again
			t.Errorf("%d deadlocks", runs.Load()-takers)
		}
		s.requireLedger(t, each)
	})
}
