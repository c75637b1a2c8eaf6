package ordering

import (
	"errors"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
)

// isOpen is order.open in SQL, in the words of the partial indexes on the columns of the scopes.
const isOpen = `paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled'
	AND payment_method <> 'invoice'`

// column is the column of orders that the limit counts by.
func (l *openLimit) column() string {
	return [...]string{openByBuyer: "user_id", openByDestination: "destination", openByNetwork: "network"}[l.scope]
}

// hasPaid is an SQL condition: the buyer, a parameter or a column, has paid for an order. It is in
// the words of the partial index ordering_orders_paid_by_user.
func hasPaid(buyer string) string {
	return "EXISTS (SELECT 1 FROM ordering_orders p WHERE p.user_id = " + buyer +
		" AND p.paid_at IS NOT NULL AND p.total_cents > 0)"
}

// counted is an SQL condition: the orders o that the limit counts.
func (l *openLimit) counted() (condition string, args []any) {
	condition, args = "o."+l.column()+" = ? AND "+isOpen, []any{l.key}
	if l.scope == openByBuyer {
		if l.network != "" {
			condition += " AND o.network = ?"
			args = append(args, l.network)
		}
		return condition, args
	}
	if l.scope == openByDestination && !l.guest {
		condition += " AND NOT o.guest"
	}
	return condition + " AND NOT " + hasPaid("o.user_id"), args
}

// within is an SQL condition: one more order does not exceed the limit.
func (l *openLimit) within() (condition string, args []any) {
	condition = "TRUE"
	if l.maxOrders > 0 {
		condition += " AND count(*) < ?"
		args = append(args, l.maxOrders)
	}
	if l.maxUnits > 0 {
		condition += " AND COALESCE(sum(o.units - o.cancelled_units), 0) <= ?"
		args = append(args, l.maxUnits-l.units)
	}
	counted, of := l.counted()
	condition = "(SELECT " + condition + " FROM ordering_orders o WHERE " + counted + ")"
	args = append(args, of...)
	if l.scope != openByBuyer {
		condition = "(" + hasPaid("?") + " OR " + condition + ")"
		args = append([]any{l.buyerID}, args...)
	}
	return condition, args
}

// withinLimits is an SQL condition: one more order exceeds none of the limits.
func withinLimits(limits []openLimit) clause.Expr {
	conditions, args := []string{"TRUE"}, []any{}
	for _, l := range limits {
		condition, of := l.within()
		conditions = append(conditions, condition)
		args = append(args, of...)
	}
	return gorm.Expr(strings.Join(conditions, " AND "), args...)
}

// requireWithinLimits returns errTooManyOpen when one more order would exceed one of the limits.
func requireWithinLimits(tx *gorm.DB, limits []openLimit) error {
	if len(limits) == 0 {
		return nil
	}
	var within bool
	err := tx.Raw("SELECT ?", withinLimits(limits)).Scan(&within).Error
	if err == nil && !within {
		err = errTooManyOpen
	}
	return err
}

// exceededLimit is the codeTooManyOpenOrders of the first limit that one more order would exceed,
// or nil.
func exceededLimit(db *gorm.DB, limits []openLimit) (*fault.Fault, error) {
	for i := range limits {
		err := requireWithinLimits(db, limits[i:i+1])
		if errors.Is(err, errTooManyOpen) {
			return limits[i].fault(), nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}
