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
		conditions = append(conditions, "(SELECT "+condition+" FROM ordering_orders WHERE "+l.column()+" = ? AND "+isOpen+")")
		args = append(args, l.key)
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
		err := db.Raw(`SELECT count(*) AS orders, COALESCE(sum(units), 0) AS units FROM ordering_orders WHERE `+l.column()+` = ? AND `+isOpen, l.key).
			Scan(&open).Error
		switch {
		case err != nil:
			return nil, err
		case l.maxOrders > 0 && open.Orders >= l.maxOrders, l.maxUnits > 0 && open.Units+l.units > l.maxUnits:
			return l.fault(), nil
		}
	}
	return nil, nil
}
