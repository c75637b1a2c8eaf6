package ordering

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/money"
)

// The sums of the changes of past months are kept as those of the orders are (sales_sums.go), for
// the same reason. They have a moment of their own, because binaries that know no changes keep the
// sums of orders.

// changeSums is what commands changed in the sales in a quarter of an hour.
type changeSums struct {
	StartsAt  time.Time `gorm:"primaryKey"`
	Changes   int64
	Received  money.Cents `gorm:"column:received_cents"`
	Cancelled money.Cents `gorm:"column:cancelled_cents"`
	Refunded  money.Cents `gorm:"column:refunded_cents"`
	Tax       money.Cents `gorm:"column:tax_cents"`
}

// TableName names the table for gorm.
func (changeSums) TableName() string { return "ordering_sales_change_sums" }

// sumPastChanges keeps the sums of the changes of each month that ended salesSettled ago. Of
// several processes that do it at once, one writes a month.
func (d *Deps) sumPastChanges(ctx context.Context) error {
	db := d.DB.WithContext(ctx)
	if err := d.forgetWrongChanges(ctx); err != nil {
		return err
	}
	for {
		kept, err := loadSalesKeptUntil(db)
		if err != nil {
			return err
		}
		month, found, err := monthOfChanges(db, kept.Changes)
		end := month.AddDate(0, 1, 0)
		if err != nil || !found || d.Clock.Now().Before(end.Add(salesSettled)) {
			return err
		}
		sums, err := sumChangesOf(db, month)
		if err != nil {
			return err
		}
		if err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
			return keepChanges(tx, kept.Changes, end, sums)
		}); err != nil {
			return err
		}
	}
}

// forgetWrongChanges deletes the kept sums when there are other changes than those that were added
// up, so that they are made anew.
func (d *Deps) forgetWrongChanges(ctx context.Context) error {
	db := d.DB.WithContext(ctx)
	kept, err := loadSalesKeptUntil(db)
	if err != nil || kept.Changes.IsZero() {
		return err
	}
	missing, err := countUnsummedChanges(db, kept.Changes)
	if err != nil || missing == 0 {
		return err
	}
	d.Log.Warn("changes are not in the sums that reports read, which are made anew", zap.Int64("changes", missing),
		zap.Time("until", kept.Changes))
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return forgetChanges(tx, kept.Changes) })
}

// sumChangesOf adds up the changes of a month, day by day, so that no query takes long.
func sumChangesOf(db *gorm.DB, month time.Time) (sums []changeSums, err error) {
	for day := month; day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
		p := quartersOf(day)
		err := database.Snapshot(db, p.selectSums(db, p.from(), p.to(), countedChanges, func(n int, s sales) {
			sums = append(sums, changeSums{
				StartsAt: p.boundaries[n], Changes: s.Orders, Received: s.Received, Cancelled: s.Cancelled, Refunded: s.Refunds,
				Tax: -s.Tax,
			})
		})...)
		if err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// quartersOf is a day of UTC, by quarter of an hour.
func quartersOf(day time.Time) salesPeriod {
	p := salesPeriod{[]time.Time{day}}
	for p.intervals() < int(24*time.Hour/quarterHour) {
		p.boundaries = append(p.boundaries, p.to().Add(quarterHour))
	}
	return p
}
