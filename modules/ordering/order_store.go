package ordering

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// saveOrder writes every column of after, if the axes and the money still are those of before. Else
// it returns InvalidTransition: another command came first.
func saveOrder(tx *gorm.DB, before, after *order) error {
	if err := checkStates(before, after); err != nil {
		return err
	}
	saved := tx.Model(after).
		Where("status = ? AND payment_status = ? AND fulfillment_status = ?", before.Status, before.PaymentStatus, before.FulfillmentStatus).
		Where("version = ?", before.Version).
		Where("refunding_cents = ? AND refunded_cents = ? AND returned_cents = ?", before.Refunding, before.Refunded, before.Returned).
		Select("*").Omit(clause.Associations).Updates(after)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}

// unitCounter is one of the counts of units of an orderItem, with the two that it stays between.
type unitCounter struct{ column, least, most string }

var (
	shippedUnits   = unitCounter{"shipped", "delivered", "quantity"}
	deliveredUnits = unitCounter{"delivered", "in_return", "shipped"}
	inReturnUnits  = unitCounter{"in_return", "returned", "delivered"}
	returnedUnits  = unitCounter{"returned", "0", "in_return"}
)

// add counts the units in one statement. It returns InvalidTransition when a line does not allow
// it; then the transaction must not commit.
func (k unitCounter) add(tx *gorm.DB, taken []allocation) error { return k.change(tx, taken, 1) }

// subtract counts the units off again, with the same faults as add.
func (k unitCounter) subtract(tx *gorm.DB, taken []allocation) error {
	return k.change(tx, taken, -1)
}

func (k unitCounter) change(tx *gorm.DB, taken []allocation, sign int) error {
	when, ids := strings.Builder{}, make([]string, len(taken))
	var args []any
	for i, a := range taken {
		when.WriteString(" WHEN ? THEN CAST(? AS integer)")
		args = append(args, a.Item.ID, sign*a.Units)
		ids[i] = a.Item.ID
	}
	sum := k.column + " + CASE id" + when.String() + " END"
	changed := tx.Exec(fmt.Sprintf("UPDATE ordering_order_items SET %[1]s = %[2]s WHERE id IN ? AND %[2]s BETWEEN %[3]s AND %[4]s", k.column, sum, k.least, k.most),
		slices.Concat(args, []any{ids}, args)...)
	if changed.Error == nil && int(changed.RowsAffected) != len(taken) {
		return invalidTransition()
	}
	return changed.Error
}
