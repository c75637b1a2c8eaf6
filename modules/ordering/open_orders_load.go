package ordering

import (
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
)

// isOpen is order.open in SQL, in the words of the partial indexes on the columns of the scopes.
const isOpen = `paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice'`

// column is the column of orders that the limit counts by.
func (l *openLimit) column() string {
	return [...]string{openByBuyer: "user_id", openByDestination: "destination", openByNetwork: "network"}[l.scope]
}

// counted is an SQL condition: the orders that the limit counts.
func (l *openLimit) counted() (condition string, args []any) {
	condition, args = l.column()+" = ? AND "+isOpen, []any{l.key}
	switch {
	case l.scope != openByDestination || l.buyerID == "":
	case l.guest:
		condition += ` AND (NOT guest OR user_id = ?
			OR NOT EXISTS (SELECT 1 FROM ordering_orders WHERE user_id = ? AND ship_to_address = ? AND paid_at IS NOT NULL AND total_cents > 0))`
		args = append(args, l.buyerID, l.buyerID, l.address)
	default:
		condition += " AND NOT guest"
	}
	return condition, args
}

// withinLimits is an SQL condition: one more order exceeds none of the limits.
func withinLimits(limits []openLimit) clause.Expr {
	conditions, args := []string{"TRUE"}, []any{}
	for _, l := range limits {
		condition := "TRUE"
		if l.maxOrders > 0 {
			condition += " AND count(*) < ?"
			args = append(args, l.maxOrders)
		}
		if l.maxUnits > 0 {
			condition += " AND COALESCE(sum(units), 0) <= ?"
			args = append(args, l.maxUnits-l.units)
		}
		counted, of := l.counted()
		conditions = append(conditions, "(SELECT "+condition+" FROM ordering_orders WHERE "+counted+")")
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
	for _, l := range limits {
		var open struct{ Orders, Units int }
		counted, args := l.counted()
		err := db.Raw(`SELECT count(*) AS orders, COALESCE(sum(units), 0) AS units FROM ordering_orders WHERE `+counted, args...).Scan(&open).Error
		switch {
		case err != nil:
			return nil, err
		case l.maxOrders > 0 && open.Orders >= l.maxOrders, l.maxUnits > 0 && open.Units+l.units > l.maxUnits:
			return l.fault(), nil
		}
	}
	return nil, nil
}
