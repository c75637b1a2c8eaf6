package ordering

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
)

// saveOrder writes every column of after, if the axes and the money still are those of before, and
// its buyer was not erased since. Else it returns InvalidTransition: another command came first.
func saveOrder(tx *gorm.DB, before, after *order) error {
	if err := checkStates(before, after); err != nil {
		return err
	}
	saved := tx.Model(after).
		Where("status = ? AND payment_status = ? AND fulfillment_status = ?", before.Status, before.PaymentStatus,
			before.FulfillmentStatus).
		Where("version = ? AND (processing_since IS NOT NULL) = ?", before.Version, before.ProcessingSince != nil).
		Where("buyer_erased = ?", before.BuyerErased).
		Where("refunding_cents = ? AND refunded_cents = ? AND returned_cents = ?", before.Refunding, before.Refunded,
			before.Returned).
		Where("paid_cents = ? AND cancelled_cents = ? AND conceded_cents = ?", before.Paid, before.Cancelled,
			before.Conceded).
		Where("COALESCE(withdrawal_state, '') = ?", withdrawalStateOf(before)).
		Where("COALESCE(CAST(invoice_id AS text), '') = ?", orEmpty(before.InvoiceID)).
		Select("*").Omit(clause.Associations).Updates(after)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}

// setInvoice notes the invoice of an order, nil for none, as an event says that has the sequence.
// An older event changes nothing.
func setInvoice(tx *gorm.DB, orderID string, invoiceID *string, seq int64) error {
	return tx.Exec("UPDATE ordering_orders SET invoice_id = ?, invoice_seq = ? WHERE id = ? AND invoice_seq < ?",
		invoiceID, seq, orderID, seq).Error
}

// itemCost is orderItem.cost in SQL.
const itemCost = "COALESCE(net_cents + tax_cents, line_total_cents - discount_cents)"

// unitCounter is one of the counts of units of an orderItem, with the two that it stays between.
type unitCounter struct {
	column, least, most string
	of                  func(i *orderItem) *int
}

var (
	shippedUnits = unitCounter{"shipped", "delivered", "quantity - cancelled", func(i *orderItem) *int {
		return &i.Shipped
	}}
	deliveredUnits = unitCounter{"delivered", "in_return", "shipped", func(i *orderItem) *int { return &i.Delivered }}
	// Units of which the buyer has withdrawn are in no return beside that of the withdrawal.
	inReturnUnits = unitCounter{"in_return", "returned", "CASE WHEN quantity - cancelled - withdrawing < delivered " +
		"THEN quantity - cancelled - withdrawing ELSE delivered END", func(i *orderItem) *int {
		return &i.InReturn
	}}
	withdrawingUnits = unitCounter{"withdrawing", "0", "quantity - cancelled - in_return", func(i *orderItem) *int {
		return &i.Withdrawing
	}}
	returnedUnits  = unitCounter{"returned", "0", "in_return", func(i *orderItem) *int { return &i.Returned }}
	cancelledUnits = unitCounter{"cancelled", "0", "quantity - shipped", func(i *orderItem) *int { return &i.Cancelled }}
	// unreservedUnits are subtracted before the units are shipped or cancelled.
	unreservedUnits = unitCounter{"unreserved", "0", "quantity - cancelled - shipped", func(i *orderItem) *int {
		return &i.Unreserved
	}}
	undoneUnits = unitCounter{column: "undone", least: "0", most: "quantity"}
	undoneValue = unitCounter{column: "undone_cents", least: "0", most: itemCost}
)

// add counts the units in one statement, and in the lines as they were read. It returns
// InvalidTransition when a line does not allow it; then the transaction must not commit.
func (k unitCounter) add(tx *gorm.DB, taken []allocation) error { return k.change(tx, taken, 1) }

// subtract counts the units off again, with the same faults as add.
func (k unitCounter) subtract(tx *gorm.DB, taken []allocation) error {
	return k.change(tx, taken, -1)
}

func (k unitCounter) change(tx *gorm.DB, taken []allocation, sign int) error {
	if len(taken) == 0 {
		return nil
	}
	amounts := convert.All(taken, func(a allocation) int64 { return int64(sign * a.Units) })
	if err := addToLines(tx, lineIDs(taken), lineAmounts{k, amounts}); err != nil {
		return err
	}
	for _, a := range taken {
		*k.of(a.Item) += sign * a.Units
	}
	return nil
}

func lineIDs(taken []allocation) []string {
	return convert.All(taken, func(a allocation) string { return a.Item.ID })
}

// lineAmounts is what is added to a counter of lines: an amount for each.
type lineAmounts struct {
	unitCounter
	amounts []int64
}

// addToLines adds to counters of the lines in one statement. It returns InvalidTransition when a
// line does not allow it; then the transaction must not commit.
func addToLines(tx *gorm.DB, ids []string, changes ...lineAmounts) error {
	var set, bounds []string
	var values, limits []any
	for _, change := range changes {
		sum, args := strings.Builder{}, []any{}
		sum.WriteString(change.column + " + CASE id")
		for i, id := range ids {
			sum.WriteString(" WHEN ? THEN CAST(? AS bigint)")
			args = append(args, id, change.amounts[i])
		}
		sum.WriteString(" END")
		set = append(set, change.column+" = "+sum.String())
		bounds = append(bounds, fmt.Sprintf("%s BETWEEN %s AND %s", sum.String(), change.least, change.most))
		values, limits = append(values, args...), append(limits, args...)
	}
	changed := tx.Exec("UPDATE ordering_order_items SET "+strings.Join(set, ", ")+" WHERE id IN ? AND "+
		strings.Join(bounds, " AND "),
		slices.Concat(values, []any{ids}, limits)...)
	if changed.Error == nil && int(changed.RowsAffected) != len(ids) {
		return invalidTransition()
	}
	return changed.Error
}
