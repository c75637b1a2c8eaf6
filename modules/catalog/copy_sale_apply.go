package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

// applyPending adds pending sales to the units of their products. It skips orders that another
// transaction is storing.
func (s salesCounter) applyPending(ctx context.Context) error {
	const batch = 500
	for {
		// Most often there are none, and then no lock is taken.
		pending, err := findPendingSales(s.db.WithContext(ctx), 1)
		if err != nil || len(pending) == 0 {
			return err
		}
		err = database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			if err := lockCatalog(tx); err != nil {
				return err
			}
			pending, err = lockPendingSales(tx, batch)
			if err != nil || len(pending) == 0 { // another replica was faster: nothing is out of date
				return err
			}
			if err := bumpRevision(tx); err != nil {
				return err
			}
			return addUnits(tx, pending)
		})
		if err != nil || len(pending) < batch {
			return err
		}
	}
}

// removeExpired subtracts the sales that are older than salesWindow, and deletes them.
func (s salesCounter) removeExpired(ctx context.Context) error {
	db, expired := s.db.WithContext(ctx), s.clock.Now().Add(-salesWindow)
	if err := cancelSalesUntil(db, expired); err != nil {
		return err
	}
	if err := s.applyPending(ctx); err != nil {
		return err
	}
	return deleteSalesUntil(db, expired)
}

// jobs count what was sold.
func (s salesCounter) jobs() []background.Job {
	return []background.Job{
		{Name: "count units sold", Every: time.Second, Do: s.applyPending},
		{Name: "remove expired sales", Every: 10 * time.Minute, Do: s.removeExpired},
	}
}
