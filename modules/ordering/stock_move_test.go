package ordering

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// stocked makes variants that are not sold, with this much of each.
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
		s.reserved <> (SELECT COALESCE(sum(reserved_delta), 0) FROM ordering_stock_ledger l WHERE l.variant_id = s.variant_id)`, initial).Scan(&wrong).Error
	if err != nil || wrong != 0 {
		t.Errorf("%d variants whose ledger does not lead to the stock, %v", wrong, err)
	}
}

func TestMoveStock(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		v := s.stocked(t, 2, 10)
		orderID := id.New()
		do := func(reason string, all ...units) error {
			return database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				m := move{Reason: reason, At: s.Clock.Now()}
				if reason != moveCount && reason != moveAdjust {
					m.OrderID = &orderID
				}
				return moveStock(tx, m, all)
			})
		}
		for i, step := range []struct {
			reason            string
			units             []units
			onHand, reserved  int64 // of the first variant
			onHand2, reserve2 int64
			fails             bool
		}{
			{moveReserve, []units{{v[0], 4}, {v[1], 2}, {v[0], 2}}, 10, 6, 10, 2, false},
			{moveReserve, []units{{v[1], 1}, {v[0], 5}}, 10, 6, 10, 2, true}, // one too many: none is taken
			{moveReserve, []units{{v[0], 4}}, 10, 10, 10, 2, false},
			{moveShip, []units{{v[0], 7}}, 3, 3, 10, 2, false},
			{moveShip, []units{{v[0], 4}}, 3, 3, 10, 2, true},
			{moveRelease, []units{{v[0], 3}, {v[1], 2}}, 3, 0, 10, 0, false},
			{moveRelease, []units{{v[0], 1}}, 3, 0, 10, 0, true},
			{moveReturn, []units{{v[0], 2}}, 5, 0, 10, 0, false},
			{moveAdjust, []units{{v[0], -6}}, 5, 0, 10, 0, true},
			{moveAdjust, []units{{v[0], -5}}, 0, 0, 10, 0, false},
			{moveReserve, []units{{id.New(), 1}}, 0, 0, 10, 0, true}, // nothing of it was ever there
			{moveReserve, nil, 0, 0, 10, 0, false},
		} {
			if err := do(step.reason, step.units...); errors.Is(err, errStock) != step.fails || err != nil && !step.fails {
				t.Fatalf("step %d: %v", i, err)
			}
			a, b := s.stockOf(t, v[0]), s.stockOf(t, v[1])
			if a.OnHand != step.onHand || a.Reserved != step.reserved || b.OnHand != step.onHand2 || b.Reserved != step.reserve2 {
				t.Fatalf("step %d: %+v, %+v", i, a, b)
			}
			s.requireLedger(t, 10)
		}
	})
}

func TestMoveStockAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const each, takers = 50, 200
		v := s.stocked(t, 20_000, each) // so many that rows are looked up one by one, in the order of the carts' lines
		if err := s.DB.Exec(`ANALYZE ordering_stock`).Error; err != nil {
			t.Fatal(err)
		}
		orderID := id.New()
		var wg sync.WaitGroup
		var taken, refused, runs atomic.Int64
		for i := range takers {
			wg.Go(func() {
				all := []units{{v[0], 1}, {v[1], 1}, {v[2], 1}}
				if i%2 == 0 {
					slices.Reverse(all)
				}
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					runs.Add(1)
					return moveStock(tx, move{Reason: moveReserve, OrderID: &orderID, At: s.Clock.Now()}, all)
				})
				switch {
				case err == nil:
					taken.Add(1)
				case errors.Is(err, errStock):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if taken.Load() != each || refused.Load() != takers-each {
			t.Errorf("%d taken, %d refused", taken.Load(), refused.Load())
		}
		if runs.Load() != takers { // InTx runs the victim of a deadlock again
			t.Errorf("%d deadlocks", runs.Load()-takers)
		}
		s.requireLedger(t, each)
	})
}
