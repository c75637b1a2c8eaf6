package ordering

import (
	"context"
	"maps"
	"slices"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/money"
)

// A report of a year that reads each of 100 000 orders takes 300 ms on SQLite; from kept sums it
// takes 80. So the sums of the orders that were placed in past months of UTC are kept: by quarter
// of an hour, since the days of all time zones begin at one, and products by month.
//
// Kept sums never change: what an order is worth when it is placed does not. What becomes of it
// later counts when it happens (sales_change.go).

// quarterHour is how long the intervals are by which the orders of past months are added up.
const quarterHour = 15 * time.Minute

// salesSettled is how long after its end a month is added up: longer than any checkout under way.
// Should an order come later, by a clock that is wrong, forgetWrongSums finds it.
const salesSettled = 24 * time.Hour

// keptSales is the only row of its table: the sums of all orders that were placed before Until are
// kept, of none when it is nil, and those of all changes before ChangesUntil. Who changes the sums
// changes it first, in the same transaction.
type keptSales struct {
	ID           int `gorm:"primaryKey"`
	Until        *time.Time
	ChangesUntil *time.Time
}

// TableName names the table for gorm.
func (keptSales) TableName() string { return "ordering_sales_kept" }

// quarterHourSales is what was placed in a quarter of an hour.
type quarterHourSales struct {
	StartsAt time.Time `gorm:"primaryKey"`
	Orders   int64
	Units    int64
	Gross    money.Cents `gorm:"column:total_cents"`
	Discount money.Cents `gorm:"column:discount_cents"`
	Shipping money.Cents `gorm:"column:shipping_cents"`
	Tax      money.Cents `gorm:"column:tax_cents"`
}

// TableName names the table for gorm.
func (quarterHourSales) TableName() string { return "ordering_sales_quarter_hours" }

// productOfMonth is what was placed of a product in a month.
type productOfMonth struct {
	Month     time.Time `gorm:"primaryKey"`
	ProductID string    `gorm:"primaryKey"`
	Name      string
	Units     int64
	Gross     money.Cents `gorm:"column:gross_cents"`
}

// TableName names the table for gorm.
func (productOfMonth) TableName() string { return "ordering_sales_products" }

// sumPastMonths keeps the sums of each month that ended salesSettled ago, from that of the first
// order on. Of several processes that do it at once, one writes a month.
func (d *Deps) sumPastMonths(ctx context.Context) error {
	if err := d.forgetWrongSums(ctx); err != nil {
		return err
	}
	for {
		kept, err := salesKeptUntil(d.DB.WithContext(ctx))
		if err != nil {
			return err
		}
		month, found, err := monthToSum(d.DB.WithContext(ctx), kept)
		end := month.AddDate(0, 1, 0)
		if err != nil || !found || d.Clock.Now().Before(end.Add(salesSettled)) {
			return err
		}
		quarters, products, err := sumMonth(d.DB.WithContext(ctx), month)
		if err != nil {
			return err
		}
		err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return keepMonth(tx, kept, end, quarters, products) })
		if err != nil {
			return err
		}
	}
}

// forgetWrongSums deletes the kept sums when there are other orders than those that were added up,
// so that they are made anew. That happens when a clock was wrong, or a row was written by hand.
func (d *Deps) forgetWrongSums(ctx context.Context) error {
	kept, err := salesKeptUntil(d.DB.WithContext(ctx))
	if err != nil || kept.IsZero() {
		return err
	}
	missing, err := countUnsummed(d.DB.WithContext(ctx), kept)
	if err != nil || missing == 0 {
		return err
	}
	d.Log.Warn("orders are not in the sums that reports read, which are made anew", zap.Int64("orders", missing),
		zap.Time("until", kept))
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return forgetSums(tx, kept) })
}

// sumMonth adds up a month, day by day, so that no query takes long. What it reads does not change.
func sumMonth(db *gorm.DB, month time.Time) ([]quarterHourSales, []productOfMonth, error) {
	var quarters []quarterHourSales
	products := map[string]productOfMonth{}
	for day := month; day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
		p := quartersOf(day)
		series, sold, err := loadPlaced(db, p)
		if err != nil {
			return nil, nil, err
		}
		for n, s := range series {
			if s.Orders > 0 {
				quarters = append(quarters, quarterHourSales{p.boundaries[n], s.Orders, s.Units, s.Gross, s.Discount, s.Shipping,
					s.Tax})
			}
		}
		for _, s := range sold {
			before := products[s.ProductID]
			products[s.ProductID] = productOfMonth{month, s.ProductID, max(before.Name, s.Name), before.Units + s.Units,
				before.Gross + s.Gross}
		}
	}
	return quarters, slices.Collect(maps.Values(products)), nil
}

// startOfMonth is the first moment of the month of UTC.
func startOfMonth(at time.Time) time.Time {
	year, month, _ := at.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// keptQuarters is the moment before which kept quarters of an hour give the sums of the period's
// intervals: that until which they are kept. Where one of the intervals begins or ends within a
// quarter, all orders of the period are read.
func (p salesPeriod) keptQuarters(kept time.Time) time.Time {
	for _, boundary := range p.boundaries {
		if boundary.Before(kept) && !boundary.Equal(boundary.Truncate(quarterHour)) {
			return p.from()
		}
	}
	return kept
}

// keptMonths are the whole months of the period of which the sums are kept: [from, to).
func (p salesPeriod) keptMonths(kept time.Time) (from, to time.Time) {
	from = startOfMonth(p.from())
	if from.Before(p.from()) {
		from = from.AddDate(0, 1, 0)
	}
	to = startOfMonth(clock.Earlier(p.to(), kept))
	if !from.Before(to) {
		return p.from(), p.from()
	}
	return from, to
}
