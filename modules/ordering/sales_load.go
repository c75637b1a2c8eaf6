package ordering

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/money"
)

// sales are what was sold in an interval, or in a whole period: the orders that were placed then,
// whatever became of them, and what was cancelled, refunded and received then, of any order. Tax is
// less that of what was cancelled or returned then.
type sales struct {
	Orders    int64
	Units     int64
	Gross     money.Cents
	Discount  money.Cents
	Shipping  money.Cents
	Tax       money.Cents
	Cancelled money.Cents
	Refunds   money.Cents
	Received  money.Cents
}

func (s *sales) add(other sales) {
	s.Orders += other.Orders
	s.Units += other.Units
	s.Gross += other.Gross
	s.Discount += other.Discount
	s.Shipping += other.Shipping
	s.Tax += other.Tax
	s.Cancelled += other.Cancelled
	s.Refunds += other.Refunds
	s.Received += other.Received
}

// net is what the shop keeps of it.
func (s *sales) net() money.Cents { return s.Gross - s.Cancelled - s.Refunds }

// average is the gross of an order, rounded to the cent; 0 without orders.
func (s *sales) average() money.Cents {
	if s.Orders == 0 {
		return 0
	}
	return (s.Gross + money.Cents(s.Orders/2)) / money.Cents(s.Orders)
}

// soldProduct is what was sold of a product: its lines, less their discounts, and less what was
// cancelled or returned of any order.
type soldProduct struct {
	ProductID string
	Name      string
	Units     int64
	Gross     money.Cents
}

// maxTopProducts is how many products a report names.
const maxTopProducts = 10

// loadSales adds up the orders of a period by the interval in which they were placed, and what
// commands have changed in the sales by the interval in which they did (sales_change.go). The
// products are those with the highest gross; one with several names has the last of them in the
// alphabet. Of past months it reads the kept sums (sales_sums.go). Its queries see one snapshot.
func loadSales(db *gorm.DB, p salesPeriod) (series []sales, top []soldProduct, err error) {
	kept, err := loadSalesKeptUntil(db)
	for err == nil {
		before := kept
		if series, top, kept, err = loadSalesKept(db, p, before); err == nil && kept.equal(before) {
			return series, top, nil
		}
	}
	return nil, nil, err
}

// loadSalesKept is loadSales when the sums are kept until the moments. now is until when they are:
// for others the sums are wrong.
func loadSalesKept(
	db *gorm.DB, p salesPeriod, kept keptUntil,
) (series []sales, top []soldProduct, now keptUntil, err error) {
	series = make([]sales, p.intervals())
	add := func(n int, s sales) { series[n].add(s) }
	quarters, changes := p.keptQuarters(kept.Orders), p.keptQuarters(kept.Changes)
	err = database.Snapshot(db, slices.Concat(
		p.selectSums(db, p.from(), quarters, sumsOfQuarters, add),
		// Each of the two has an index of its own.
		p.selectSums(db, quarters, p.to(), sumsOfOrders+"AND status <> 'cancelled' GROUP BY n", add),
		p.selectSums(db, quarters, p.to(), sumsOfOrders+"AND status = 'cancelled' GROUP BY n", add),
		p.selectSums(db, p.from(), changes, sumsOfKeptChanges, add),
		p.selectSums(db, changes, p.to(), sumsOfChanges, add),
		p.selectTop(db, kept.Orders, &top),
		[]database.Select{{
			Query: db.Model(&keptSales{}).Select("until, changes_until"),
			Scan: func(row database.RowScan) error {
				return row(database.Optional(&now.Orders), database.Optional(&now.Changes))
			},
		}},
	)...)
	return series, top, now, err
}

// loadPlaced adds up all orders of a period, cancelled ones too, and what was placed of each
// product.
func loadPlaced(db *gorm.DB, p salesPeriod) (series []sales, products []soldProduct, err error) {
	series = make([]sales, p.intervals())
	err = database.Snapshot(db, append(
		p.selectSums(db, p.from(), p.to(), sumsOfOrders+"GROUP BY n", func(n int, s sales) { series[n] = s }),
		selectProducts(db.Raw(sumsOfLines+"("+linesOfOrders+") AS lines GROUP BY product_id", p.from(), p.to()), &products),
	)...)
	return series, products, err
}

// The sums of each interval, in the order in which selectSums scans them.
const (
	sumsOfOrders = `
		SELECT n, count(*), CAST(sum(units) AS bigint), CAST(sum(total_cents) AS bigint), CAST(sum(discount_cents) AS bigint),
			CAST(sum(shipping_cents) AS bigint), CAST(sum(tax_cents) AS bigint), CAST(0 AS bigint), CAST(0 AS bigint),
				CAST(0 AS bigint)
		FROM intervals CROSS JOIN ordering_orders WHERE placed_at >= beginning AND placed_at < ending `
	sumsOfQuarters = `
		SELECT n, CAST(sum(orders) AS bigint), CAST(sum(units) AS bigint), CAST(sum(total_cents) AS bigint),
			CAST(sum(discount_cents) AS bigint),
			CAST(sum(shipping_cents) AS bigint), CAST(sum(tax_cents) AS bigint), CAST(0 AS bigint), CAST(0 AS bigint),
				CAST(0 AS bigint)
		FROM intervals CROSS JOIN ordering_sales_quarter_hours WHERE starts_at >= beginning AND starts_at < ending GROUP BY n`
	sumsOfChanges = `SELECT n, CAST(0 AS bigint), ` + changedSums + ` FROM intervals CROSS
		JOIN ordering_sales_changes ` + changedThen
	countedChanges = `SELECT n, count(*), ` + changedSums + ` FROM intervals CROSS JOIN ordering_sales_changes ` +
		changedThen
	sumsOfKeptChanges = `SELECT n, CAST(0 AS bigint), ` + changedSums + `
		FROM intervals CROSS JOIN ordering_sales_change_sums WHERE starts_at >= beginning AND starts_at < ending GROUP BY n`
	changedSums = `CAST(0 AS bigint), CAST(0 AS bigint), CAST(0 AS bigint), CAST(0 AS bigint),
		CAST(-sum(tax_cents) AS bigint),
		CAST(sum(cancelled_cents) AS bigint), CAST(sum(refunded_cents) AS bigint), CAST(sum(received_cents) AS bigint)`
	changedThen = `WHERE occurred_at >= beginning AND occurred_at < ending GROUP BY n`
)

// selectSums runs a query on the table of the intervals, as far as they lie in [from, to): n,
// beginning, ending. It is no query when none does.
func (p salesPeriod) selectSums(
	db *gorm.DB, from, to time.Time, query string, each func(n int, s sales),
) []database.Select {
	row := "(%d, ?, ?)"
	if database.Dialect(db) == database.Postgres {
		row = "(%d, CAST(? AS timestamptz), CAST(? AS timestamptz))"
	}
	var rows []string
	var moments []any
	for n := range p.intervals() {
		beginning, ending := clock.Later(p.boundaries[n], from), clock.Earlier(p.boundaries[n+1], to)
		if beginning.Before(ending) {
			rows = append(rows, fmt.Sprintf(row, n))
			moments = append(moments, beginning, ending)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []database.Select{{
		Query: db.Raw("WITH intervals (n, beginning, ending) AS (VALUES "+strings.Join(rows, ", ")+")"+query, moments...),
		Scan: func(row database.RowScan) error {
			var n int
			var s sales
			err := row(&n, &s.Orders, &s.Units, &s.Gross, &s.Discount, &s.Shipping, &s.Tax, &s.Cancelled, &s.Refunds,
				&s.Received)
			each(n, s)
			return err
		},
	}}
}

const (
	// sumsOfLines is the beginning of a query that adds up lines by product.
	sumsOfLines = `SELECT product_id, max(name), CAST(sum(units) AS bigint), CAST(sum(gross) AS bigint) AS gross FROM `
	// linesOfOrders are what orders of a period sold. Its arguments are from and to.
	linesOfOrders = `
		SELECT product_id, name, quantity AS units,
			COALESCE(i.net_cents + i.tax_cents, i.line_total_cents - i.discount_cents) AS gross
		FROM ordering_orders o JOIN ordering_order_items i ON i.order_id = o.id WHERE placed_at >= ? AND placed_at < ? `
)

// selectTop finds the products with the highest gross: of whole months from their kept sums.
func (p salesPeriod) selectTop(db *gorm.DB, kept time.Time, top *[]soldProduct) []database.Select {
	from, to := p.keptMonths(kept)
	query := db.Raw(sumsOfLines+`(`+linesOfOrders+`UNION ALL `+linesOfOrders+`UNION ALL
		SELECT product_id, name, units, gross_cents FROM ordering_sales_products WHERE month >= ? AND month < ? UNION ALL
		SELECT product_id, name, -units, -gross_cents FROM ordering_sales_lines WHERE occurred_at >= ? AND occurred_at < ?
		) AS lines GROUP BY product_id HAVING sum(units) > 0 ORDER BY gross DESC, product_id LIMIT ?`,
		p.from(), from, to, p.to(), from, to, p.from(), p.to(), maxTopProducts)
	return []database.Select{selectProducts(query, top)}
}

func selectProducts(query *gorm.DB, into *[]soldProduct) database.Select {
	return database.Select{Query: query, Scan: func(row database.RowScan) error {
		var s soldProduct
		err := row(&s.ProductID, &s.Name, &s.Units, &s.Gross)
		*into = append(*into, s)
		return err
	}}
}

// countByStage counts the orders of each stage. Stages without an order count 0.
func countByStage(db *gorm.DB) (map[orderStage]int64, error) {
	counts := map[orderStage]int64{}
	for _, stage := range orderStages {
		counts[stage] = 0
	}
	axes := db.Model(&order{}).Select("status, fulfillment_status, count(*)").Group("status, fulfillment_status")
	out := db.Table("ordering_shipments AS s").Joins("JOIN ordering_orders o ON o.id = s.order_id").
		Where("s.tracking_status = 'out_for_delivery' AND o.fulfillment_status = ?", fulfillmentShipped).
		Select("count(DISTINCT s.order_id)")
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
