package catalog

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

// soldAtOnce is how many sales a transaction of the job adds.
const soldAtOnce = 500

// applyPending adds pending sales to the units of their products. It skips orders that another
// transaction is storing.
func (s salesCounter) applyPending(ctx context.Context) error {
	for {
		// Most often there are none, and then no lock is taken.
		pending, err := findPendingSales(s.db.WithContext(ctx), 1)
		if err != nil || len(pending) == 0 {
			return err
		}
		added := 0
		err = database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			added, err = addPending(tx)
			return err
		})
		if err != nil || added < soldAtOnce {
			return err
		}
	}
}

// addPending adds the next pending sales, and returns how many. When another replica was faster
// there are none, and no page is out of date.
func addPending(tx *gorm.DB) (int, error) {
	if err := lockCatalog(tx); err != nil {
		return 0, err
	}
	pending, err := lockPendingSales(tx, soldAtOnce)
	if err != nil || len(pending) == 0 {
		return 0, err
	}
	return len(pending), errors.Join(bumpRevision(tx), addUnits(tx, pending))
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
