package invoices

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/files"
)

// jobs are the periodic jobs, without the one that makes files.
func (i *issuer) jobs(db *gorm.DB) []background.Job {
	return []background.Job{
		{Name: "erase documents whose retention is over", Every: time.Hour, Do: func(ctx context.Context) error {
			return i.endRetention(ctx, db)
		}},
		documentIndex.Job(db, i.clock),
	}
}

// endRetention takes persons, addresses, VAT ids and files off the documents whose time is over: so
// many years after the end of their own.
//
// Like whoever issues a document it locks the order first. It waits for no order, because it locks
// many: a document whose order is in use is left to the next run.
func (i *issuer) endRetention(ctx context.Context, db *gorm.DB) error {
	const batch = 100
	s := i.settings.Current()
	if s.tax.RetentionYears <= 0 { // the settings have not come yet
		return nil
	}
	last := i.clock.Now().In(s.zone()).Year() - 1 - int(s.tax.RetentionYears)
	return background.InBatches(ctx, db, func(tx *gorm.DB) (more bool, err error) {
		rows, err := keptUntil(tx, last, batch)
		if err != nil {
			return false, err
		}
		free, err := lockFreeOrders(tx, convert.All(rows, func(r documentRow) string { return r.OrderID }))
		if err != nil {
			return false, err
		}
		ended := 0
		for _, r := range rows {
			if !slices.Contains(free, r.OrderID) {
				continue
			}
			if err := endRetentionOf(tx, r); err != nil {
				return false, err
			}
			ended++
		}
		return len(rows) == batch && ended > 0, nil
	})
}

// endRetentionOf ends the retention of a document: its numbers and sums stay.
func endRetentionOf(tx *gorm.DB, r documentRow) error {
	d, err := r.document()
	if err != nil {
		return err
	}
	d.Buyer, d.ShipTo, d.Reason = party{Country: d.Buyer.Country}, party{Country: d.ShipTo.Country}, nil
	if err := eraseDocument(tx, r, d); err != nil {
		return err
	}
	made, err := filesOf(tx, r.ID)
	if err != nil {
		return err
	}
	if f := made[r.ID]; f.isMade() {
		if err := files.Remove(tx, *f.PDF, *f.XML); err != nil {
			return err
		}
	}
	if err := deleteFiles(tx, r.ID); err != nil {
		return err
	}
	return forgetPersonsOf(tx, r.OrderID)
}
