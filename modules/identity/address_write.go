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

// The user's row is locked before the addresses change: one writer at a time keeps exactly one default.

// addAddress adds an address; the first one is the default whatever was asked for. It returns fault.ValidationFailed
// when the user has too many.
func (s *service) addAddress(ctx context.Context, tx *gorm.DB, userID string, p postal, asDefault bool) (savedAddress, error) {
	now := s.Clock.Now()
	if _, err := lockUser(tx, userID); err != nil {
		return savedAddress{}, err
	}
	others, err := addressesOf(tx, userID)
	if err != nil {
		return savedAddress{}, err
	}
	if len(others) >= maxAddresses {
		return savedAddress{}, fault.New(fault.ValidationFailed, "There are too many addresses. Please delete one first.")
	}
	a := savedAddress{ID: id.New(), UserID: userID, Postal: p, IsDefault: asDefault || len(others) == 0, CreatedAt: now, UpdatedAt: now}
	if a.IsDefault {
		if err := s.dropDefault(ctx, tx, others, now); err != nil {
			return savedAddress{}, err
		}
	}
	if err := tx.Create(&a).Error; err != nil {
		return savedAddress{}, err
	}
	return a, eventbus.Publish(ctx, tx, a.saved())
}

// changeAddress replaces what the user wrote. The default one ceases to be it only by making another the default.
func (s *service) changeAddress(ctx context.Context, tx *gorm.DB, userID, addressID string, p postal, asDefault bool) (savedAddress, error) {
	now := s.Clock.Now()
	if _, err := lockUser(tx, userID); err != nil {
		return savedAddress{}, err
	}
	a, err := addressOf(tx, userID, addressID)
	if err != nil {
		return savedAddress{}, err
	}
	if asDefault && !a.IsDefault {
		all, err := addressesOf(tx, userID)
		if err != nil {
			return savedAddress{}, err
		}
		if err := s.dropDefault(ctx, tx, all, now); err != nil {
			return savedAddress{}, err
		}
		a.IsDefault = true
	}
	a.Postal, a.UpdatedAt = p, now
	return a, saveAddress(ctx, tx, &a)
}

// deleteAddress deletes an address; the oldest of the others takes its place as the default.
func (s *service) deleteAddress(ctx context.Context, tx *gorm.DB, userID, addressID string) error {
	if _, err := lockUser(tx, userID); err != nil {
		return err
	}
	gone, err := addressOf(tx, userID, addressID)
	if err != nil {
		return err
	}
	if err := tx.Delete(&gone).Error; err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.AddressDeleted{UserID: userID, AddressID: addressID}); err != nil || !gone.IsDefault {
		return err
	}
	rest, err := addressesOf(tx, userID)
	if err != nil || len(rest) == 0 {
		return err
	}
	heir := rest[0]
	heir.IsDefault, heir.UpdatedAt = true, s.Clock.Now()
	return saveAddress(ctx, tx, &heir)
}

// dropDefault takes the mark from the one of all that has it, so that another may take it.
func (s *service) dropDefault(ctx context.Context, tx *gorm.DB, all []savedAddress, now time.Time) error {
	for _, a := range all {
		if a.IsDefault {
			a.IsDefault, a.UpdatedAt = false, now
			return saveAddress(ctx, tx, &a)
		}
	}
	return nil
}

// saveAddress writes every column and announces it.
func saveAddress(ctx context.Context, tx *gorm.DB, a *savedAddress) error {
	if err := tx.Select("*").Updates(a).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, a.saved())
}
