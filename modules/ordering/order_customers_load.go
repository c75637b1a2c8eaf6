package ordering

import (
	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/money"
)

// orderCustomer is how much a buyer has ordered. Cancelled orders do not count; spent is what was
// paid and not refunded.
type orderCustomer struct {
	ID     string
	Orders int64
	Spent  money.Cents
}

// loadOrderCustomers adds up the orders of the buyers, in the order of their ids.
func loadOrderCustomers(db *gorm.DB, ids []string) ([]orderCustomer, error) {
	known := make(map[string]orderCustomer, len(ids))
	sums := db.Model(&order{}).Where("user_id IN ?", ids).Group("user_id").
		Select(`user_id, CAST(sum(CASE status WHEN 'cancelled' THEN 0 ELSE 1 END) AS bigint),
			CAST(sum(paid_cents - refunded_cents) AS bigint)`)
	err := database.Snapshot(db, database.Select{Query: sums, Scan: func(row database.RowScan) error {
		var c orderCustomer
		err := row(&c.ID, &c.Orders, &c.Spent)
		known[c.ID] = c
		return err
	}})
	return convert.All(ids, func(id string) orderCustomer {
		c := known[id]
		c.ID = id
		return c
	}), err
}
