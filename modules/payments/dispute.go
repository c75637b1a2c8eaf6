package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// disputeStatus is the state of a dispute.
type disputeStatus = events.DisputeStatus

const (
	disputeOpen = events.DisputeStatusOpen
	disputeWon  = events.DisputeStatusWon
	disputeLost = events.DisputeStatusLost
)

// dispute is a buyer's objection to a payment, which the buyer's bank decides.
type dispute struct {
	ID     string
	Status disputeStatus
	Amount money.Cents
	DueAt  *time.Time // until when the shop may answer
}

// dispute is the one that counts: the open one, else the newest; nil when there is none.
func (a *intentAnswer) dispute() (found *dispute) {
	for i := range a.Disputes { // newest first
		if d := &a.Disputes[i]; found == nil || found.Status != disputeOpen && d.Status == disputeOpen {
			found = d
		}
	}
	return found
}

// settleDispute notes the dispute of the answer in the locked reading, and publishes it when it is
// new or has another status or term. It reports whether it did.
func settleDispute(ctx context.Context, tx *gorm.DB, i intent, r *reading, d *dispute, now time.Time) (bool, error) {
	if d == nil || r.hasDispute(d) {
		return false, nil
	}
	r.DisputeID, r.DisputeStatus, r.DisputeDueAt = &d.ID, &d.Status, d.DueAt
	return true, eventbus.Publish(ctx, tx, events.DisputeChanged{
		OrderID: i.OrderID, DisputeID: d.ID, Status: d.Status, Amount: int64(d.Amount), DueAt: d.DueAt, ChangedAt: now,
	})
}

// hasDispute reports whether the reading knows the dispute as it is.
func (r *reading) hasDispute(d *dispute) bool {
	sameTerm := (r.DisputeDueAt == nil) == (d.DueAt == nil) && (d.DueAt == nil || r.DisputeDueAt.Equal(*d.DueAt))
	return r.DisputeID != nil && *r.DisputeID == d.ID && *r.DisputeStatus == d.Status && sameTerm
}
