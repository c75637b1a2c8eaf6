package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// formerAddresses is up to which address those are published once more that copies elsewhere may
// have without their postal codes. Done, all are.
type formerAddresses struct {
	ID   int `gorm:"primaryKey"` // always 1
	Last string
	Done bool
}

func (formerAddresses) TableName() string { return "identity_former_addresses" }

// publishFormerAddresses publishes all addresses once more, in batches.
func (d Deps) publishFormerAddresses(ctx context.Context) error {
	const batch = 200
	state, err := loadFormerAddresses(d.DB.WithContext(ctx))
	if err != nil || state.Done {
		return err
	}
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		return publishAddressesBatch(ctx, tx, batch)
	})
}

// publishAddressesBatch publishes the next addresses under their locks.
func publishAddressesBatch(ctx context.Context, tx *gorm.DB, batch int) (more bool, err error) {
	state, err := lockFormerAddresses(tx)
	if err != nil || state.Done {
		return false, err
	}
	addresses, err := lockAddressesAfter(tx, state.Last, batch)
	if err != nil {
		return false, err
	}
	if state.Done = len(addresses) < batch; len(addresses) > 0 {
		state.Last = addresses[len(addresses)-1].ID
	}
	err = eventbus.Publish(ctx, tx, convert.All(addresses, func(a address) eventbus.Event { return a.savedEvent() })...)
	if err != nil {
		return false, err
	}
	return !state.Done, tx.Save(&state).Error
}
