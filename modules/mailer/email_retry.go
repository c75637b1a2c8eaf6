package mailer

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// retryEmail makes an email due again at an admin's request. It returns NotFound, or
// InvalidTransition for an email that was erased.
func retryEmail(ctx context.Context, tx *gorm.DB, emailID string, now time.Time) (email, error) {
	e, err := lockEmail(tx, emailID)
	if err != nil {
		return email{}, err
	}
	before := e.Status
	if err := e.retry(now); err != nil {
		return email{}, err
	}
	if err := saveEmail(tx, e, before); err != nil {
		return email{}, err
	}
	return e, eventbus.Publish(ctx, tx, events.EmailRetried{EmailID: e.ID, Kind: e.Kind})
}

// retryBatchSize is how many emails one transaction makes due.
const retryBatchSize = 100

// retryFailed makes all failed emails of the kind due again, of every kind for "", a batch in each
// transaction, and publishes each. Those that fail meanwhile are left. When it fails itself, the
// batches before stay committed.
func retryFailed(ctx context.Context, db *gorm.DB, kind events.MailKind, now time.Time) (retried int, err error) {
	after := ""
	for {
		var ids []string
		var n int
		err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
			if ids, err = failedAfter(tx, kind, after, retryBatchSize); err != nil || len(ids) == 0 {
				return err
			}
			n, err = retryBatch(ctx, tx, ids, now)
			return err
		})
		if err != nil {
			return retried, err
		}
		if retried += n; len(ids) < retryBatchSize {
			return retried, nil
		}
		after = ids[len(ids)-1]
	}
}

func retryBatch(ctx context.Context, tx *gorm.DB, ids []string, now time.Time) (int, error) {
	requeued, err := requeueFailed(tx, ids, now)
	if err != nil {
		return 0, err
	}
	slices.SortFunc(requeued, func(a, b email) int { return strings.Compare(a.ID, b.ID) })
	published := convert.All(requeued, func(e email) eventbus.Event {
		return events.EmailRetried{EmailID: e.ID, Kind: e.Kind}
	})
	return len(requeued), eventbus.Publish(ctx, tx, published...)
}
