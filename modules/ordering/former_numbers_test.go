package ordering

import (
	"reflect"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
)

// The numbers from before an upgrade are published once, and a batch goes on behind the last order
// of the one before.
func TestFormerNumbers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		first := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		second := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		all := []events.NumberedOrder{{OrderID: first.OrderID, Number: first.Number}, {OrderID: second.OrderID, Number: second.Number}}
		// Among the events of the stock, which a job announces meanwhile.
		log := eventbustest.Record(t, s.DB)
		s.DoOnce(t, formerNumbers)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			next, _, err := formerNumbers.Batch(t.Context(), tx, first.OrderID)
			if next != second.OrderID {
				t.Errorf("the next batch begins at %s", next)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []events.OrdersNumbered{{Orders: all}, {Orders: all[1:]}}
		if got := eventbustest.Of[events.OrdersNumbered](log); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
