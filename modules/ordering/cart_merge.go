package ordering

import (
	"slices"
	"time"

	"gorm.io/gorm"
)

// mergeCart moves the lines and codes of the guest's cart into the user's: the quantities of a
// variant add up. What would be more than a cart may hold is left out. The guest's cart is deleted,
// and with it the meaning of its token.
func mergeCart(tx *gorm.DB, guest, user *cart, now time.Time) error {
	items, err := loadCartItems(tx, guest.ID, user.ID)
	if err != nil {
		return err
	}
	// This deletes the lines too; those that move are inserted again.
	if err := tx.Delete(guest).Error; err != nil {
		return err
	}
	if err := upsertCartItems(tx, mergedItems(items, guest.ID, user.ID)...); err != nil {
		return err
	}
	for _, code := range guest.Codes {
		if !slices.Contains(user.Codes, code) && len(user.Codes) < maxCodes {
			user.Codes = append(user.Codes, code)
		}
	}
	return user.save(tx, now)
}

// mergedItems are the lines of the user's cart that a merge writes: those that get more units, then
// those that are new.
func mergedItems(items []cartItem, guestCartID, userCartID string) []cartItem {
	byVariant := map[string]cartItem{} // the user's
	for _, i := range items {
		if i.CartID == userCartID {
			byVariant[i.VariantID] = i
		}
	}
	var raised, moved []cartItem
	for _, i := range items {
		if i.CartID != guestCartID {
			continue
		}
		existing, exists := byVariant[i.VariantID]
		switch {
		case exists:
			existing.Quantity = min(existing.Quantity+i.Quantity, maxQuantity)
			raised = append(raised, existing)
		case len(byVariant)+len(moved) < maxLines:
			i.CartID = userCartID
			moved = append(moved, i)
		}
	}
	return append(raised, moved...)
}
