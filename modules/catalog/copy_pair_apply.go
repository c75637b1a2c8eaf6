package catalog

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// pairedAtOnce is how many orders a transaction of the job counts: at most 9 000 rows of pairs.
const pairedAtOnce = 100

// applyDue adds the orders that are due to the pairs, and subtracts those that no longer count.
// Most often there are none, and then no lock is taken.
func (c pairCounter) applyDue(ctx context.Context) error {
	for {
		due, err := findDueOrders(c.db.WithContext(ctx), 1)
		if err != nil || len(due) == 0 {
			return err
		}
		err = database.InTx(ctx, c.db, func(tx *gorm.DB) error {
			if err := lockCatalog(tx); err != nil {
				return err
			}
			if due, err = findDueOrders(database.ForUpdate(tx), pairedAtOnce); err != nil || len(due) == 0 {
				return err
			}
			if err := bumpRevision(tx); err != nil {
				return err
			}
			return countPairs(tx, due)
		})
		if err != nil || len(due) < pairedAtOnce {
			return err
		}
	}
}

// removeExpired subtracts the orders that are older than salesWindow, and deletes them.
func (c pairCounter) removeExpired(ctx context.Context) error {
	db, expired := c.db.WithContext(ctx), c.clock.Now().Add(-salesWindow)
	if err := uncountOrders(db.Where("placed_at <= ?", expired)); err != nil {
		return err
	}
	if err := c.applyDue(ctx); err != nil {
		return err
	}
	return deletePairedOrdersUntil(db, expired)
}
