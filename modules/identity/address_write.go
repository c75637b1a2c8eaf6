package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// The use cases lock the user's row before they change addresses: one writer at a time keeps
// exactly one default.

// addAddress adds an address; the first one becomes the default in any case. It returns
// fault.ValidationFailed when the user has too many.
func addAddress(
	ctx context.Context, tx *gorm.DB, userID string, p postalAddress, asDefault bool, now time.Time,
) (address, error) {
	if _, err := lockUser(tx, userID); err != nil {
		return address{}, err
	}
	others, err := addressesOf(tx, userID)
	if err != nil {
		return address{}, err
	}
	if len(others) >= maxAddresses {
		return address{}, fault.New(fault.ValidationFailed, "There are too many addresses. Please delete one first.")
	}
	a := address{
		ID: id.New(), UserID: userID, Postal: p, IsDefault: asDefault || len(others) == 0, CreatedAt: now, UpdatedAt: now,
	}
	if a.IsDefault {
		if err := clearDefault(ctx, tx, others, now); err != nil {
			return address{}, err
		}
	}
	if err := tx.Create(&a).Error; err != nil {
		return address{}, err
	}
	return a, eventbus.Publish(ctx, tx, a.savedEvent())
}

// replaceAddress replaces what the user entered. The default address stays the default until
// another one becomes it.
func replaceAddress(
	ctx context.Context, tx *gorm.DB, userID, addressID string, p postalAddress, asDefault bool, now time.Time,
) (address, error) {
	if _, err := lockUser(tx, userID); err != nil {
		return address{}, err
	}
	a, err := addressOf(tx, userID, addressID)
	if err != nil {
		return address{}, err
	}
	if asDefault && !a.IsDefault {
		all, err := addressesOf(tx, userID)
		if err != nil {
			return address{}, err
		}
		if err := clearDefault(ctx, tx, all, now); err != nil {
			return address{}, err
		}
		a.IsDefault = true
	}
	a.Postal, a.UpdatedAt = p, now
	err = saveAndPublish(ctx, tx, &a)
	return a, err
}

// deleteAddress deletes an address. If it was the default, the oldest of the others becomes it.
func deleteAddress(ctx context.Context, tx *gorm.DB, userID, addressID string, now time.Time) error {
	if _, err := lockUser(tx, userID); err != nil {
		return err
	}
	deleted, err := addressOf(tx, userID, addressID)
	if err != nil {
		return err
	}
	if err := tx.Delete(&deleted).Error; err != nil {
		return err
	}
	err = eventbus.Publish(ctx, tx, events.AddressDeleted{UserID: userID, AddressID: addressID})
	if err != nil || !deleted.IsDefault {
		return err
	}
	rest, err := addressesOf(tx, userID)
	if err != nil || len(rest) == 0 {
		return err
	}
	newDefault := rest[0]
	newDefault.IsDefault, newDefault.UpdatedAt = true, now
	return saveAndPublish(ctx, tx, &newDefault)
}

// clearDefault takes the default mark from the address that has it, so that another may get it.
func clearDefault(ctx context.Context, tx *gorm.DB, addresses []address, now time.Time) error {
	for _, a := range addresses {
		if a.IsDefault {
			a.IsDefault, a.UpdatedAt = false, now
			return saveAndPublish(ctx, tx, &a)
		}
	}
	return nil
}

// saveAndPublish saves the address and publishes it as it now is.
func saveAndPublish(ctx context.Context, tx *gorm.DB, a *address) error {
	if err := saveAddress(tx, a); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, a.savedEvent())
}
