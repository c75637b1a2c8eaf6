package catalog

import (
	"context"
	"errors"

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
		counted := 0
		err = database.InTx(ctx, c.db, func(tx *gorm.DB) error {
			counted, err = countDue(tx)
			return err
		})
		if err != nil || counted < pairedAtOnce {
			return err
		}
	}
}

// countDue counts the next orders that are due, and returns how many. When another replica was
// faster there are none, and no page is out of date.
func countDue(tx *gorm.DB) (int, error) {
	if err := lockCatalog(tx); err != nil {
		return 0, err
	}
	due, err := findDueOrders(database.ForUpdate(tx), pairedAtOnce)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	return len(due), errors.Join(bumpRevision(tx), countPairs(tx, due))
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
