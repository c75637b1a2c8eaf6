package ordering

import (
	"fmt"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/money"
)

// sales are what was sold and refunded in an interval, or in a whole period.
type sales struct {
	Orders   int64
	Units    int64
	Gross    money.Cents
	Discount money.Cents
	Shipping money.Cents
	Tax      money.Cents
	Refunds  money.Cents
}

// add adds up.
func (s *sales) add(other sales) {
	s.Orders += other.Orders
	s.Units += other.Units
	s.Gross += other.Gross
	s.Discount += other.Discount
	s.Shipping += other.Shipping
	s.Tax += other.Tax
	s.Refunds += other.Refunds
}

// average is the gross of an order, rounded to the cent; 0 without orders.
func (s *sales) average() money.Cents {
	if s.Orders == 0 {
		return 0
	}
	return (s.Gross + money.Cents(s.Orders/2)) / money.Cents(s.Orders)
}

// soldProduct is what was sold of a product: lines of orders that are not cancelled, less their
// discounts.
type soldProduct struct {
	ProductID string
	Name      string
	Units     int64
	Gross     money.Cents
}

// maxTopProducts is how many products a report names.
const maxTopProducts = 10

// loadSales adds up the orders of a period that are not cancelled, by the interval in which they
// were placed, and the refunds that succeeded, by the interval in which they did. The products are
// those with the highest gross. It costs three queries of one snapshot.
func loadSales(db *gorm.DB, p salesPeriod) (series []sales, top []soldProduct, err error) {
	series = make([]sales, p.intervals())
	with, boundaries := p.sql(db)
	orders := db.Raw(with+`
		SELECT n, count(*), CAST(sum(units) AS bigint), CAST(sum(total_cents) AS bigint), CAST(sum(discount_cents) AS bigint),
			CAST(sum(shipping_cents) AS bigint), CAST(sum(tax_cents) AS bigint)
		FROM intervals CROSS JOIN ordering_orders WHERE status <> 'cancelled' AND placed_at >= beginning AND placed_at < ending GROUP BY n`, boundaries...)
	refunds := db.Raw(with+`
		SELECT n, CAST(sum(amount_cents) AS bigint)
		FROM intervals CROSS JOIN ordering_refunds WHERE status = 'succeeded' AND updated_at >= beginning AND updated_at < ending GROUP BY n`, boundaries...)
	products := db.Raw(`
		SELECT i.product_id, max(i.name), CAST(sum(i.quantity) AS bigint), CAST(sum(i.line_total_cents - i.discount_cents) AS bigint) AS gross
		FROM ordering_orders o JOIN ordering_order_items i ON i.order_id = o.id
		WHERE o.status <> 'cancelled' AND o.placed_at >= ? AND o.placed_at < ?
		GROUP BY i.product_id ORDER BY gross DESC, i.product_id LIMIT ?`, p.from(), p.to(), maxTopProducts)
	err = database.Snapshot(db,
		database.Select{Query: orders, Scan: func(row database.RowScan) error {
			var n int
			var s sales
			err := row(&n, &s.Orders, &s.Units, &s.Gross, &s.Discount, &s.Shipping, &s.Tax)
			series[n].add(s)
			return err
		}},
		database.Select{Query: refunds, Scan: func(row database.RowScan) error {
			var n int
			var s sales
			err := row(&n, &s.Refunds)
			series[n].add(s)
			return err
		}},
		database.Select{Query: products, Scan: func(row database.RowScan) error {
			var s soldProduct
			err := row(&s.ProductID, &s.Name, &s.Units, &s.Gross)
			top = append(top, s)
			return err
		}},
	)
	return series, top, err
}

// sql is the table of the intervals, as the beginning of a query, and its arguments.
func (p salesPeriod) sql(db *gorm.DB) (with string, args []any) {
	moment := "?"
	if database.Dialect(db) == database.Postgres {
		moment = "CAST(? AS timestamptz)"
	}
	rows := make([]string, p.intervals())
	for n := range rows {
		rows[n] = fmt.Sprintf("(%d, %s, %s)", n, moment, moment)
		args = append(args, p.boundaries[n], p.boundaries[n+1])
	}
	return "WITH intervals (n, beginning, ending) AS (VALUES " + strings.Join(rows, ", ") + ")", args
}

// countByStage counts the orders of each stage. Stages without an order count 0.
func countByStage(db *gorm.DB) (map[orderStage]int64, error) {
	counts := map[orderStage]int64{}
	for _, stage := range orderStages {
		counts[stage] = 0
	}
	axes := db.Model(&order{}).Select("status, fulfillment_status, count(*)").Group("status, fulfillment_status")
	out := db.Table("ordering_shipments AS s").Joins("JOIN ordering_orders o ON o.id = s.order_id").
		Where("s.tracking_status = 'out_for_delivery' AND o.fulfillment_status = ?", fulfillmentShipped).Select("count(DISTINCT s.order_id)")
	err := database.Snapshot(db,
		database.Select{Query: axes, Scan: func(row database.RowScan) error {
			var o order
			var n int64
			err := row(&o.Status, &o.FulfillmentStatus, &n)
			counts[o.stage()] += n
			return err
		}},
		database.Select{Query: out, Scan: func(row database.RowScan) error {
			var n int64
			err := row(&n)
			counts[stageShipped] -= n
			counts[stageOutForDelivery] += n
			return err
		}},
	)
	return counts, err
}
