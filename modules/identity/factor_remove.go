package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// removeFactor removes one of the caller's confirmed factors; with the last one the recovery codes
// go. It returns fault.Missing, and fault.InUse for the last one while a second factor is required.
func removeFactor(ctx context.Context, tx *gorm.DB, authority *auth.Authority, userID, factorID string) error {
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return err
	}
	factors, err := factorsOf(tx, u.ID)
	if err != nil {
		return err
	}
	var removed *factor
	for i := range factors {
		if factors[i].ID == factorID {
			removed = &factors[i]
		}
	}
	switch {
	case removed == nil:
		return fault.Missing()
	case len(factors) > 1:
		err = tx.Delete(removed).Error
	case authority.SecondFactorRequired():
		return fault.New(fault.InUse, "A second factor is required here. Please add another one first.")
	default:
		err = removeLastFactor(ctx, tx, authority, &u)
	}
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.changedFactorEvent(events.FactorRemoved, *removed))
}

func removeLastFactor(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user) error {
	if _, err := deleteFactors(tx, u.ID); err != nil {
		return err
	}
	return enforceSecondFactor(ctx, tx, authority, u, false)
}

// dropFactors takes all factors and recovery codes from the locked user, and publishes the change
// when there were any. The sessions learn nothing: they end, or are no longer the staff's.
func dropFactors(ctx context.Context, tx *gorm.DB, u *user, change events.FactorChange) error {
	n, err := deleteFactors(tx, u.ID)
	if err != nil || n == 0 {
		return err
	}
	return eventbus.Publish(ctx, tx, u.changedFactorEvent(change, factor{}))
}
