package ordering

import (
	"slices"
	"time"

	"gorm.io/gorm"
)

// mergeCart puts what is in the guest's cart into the user's: quantities add up, codes are united. Where that would be more than a cart
// may hold, it holds what it may. The guest's cart is gone afterwards, and its token with it.
func mergeCart(tx *gorm.DB, guest, mine *cart, now time.Time) error {
	var all []cartItem
	if err := tx.Where("cart_id IN ?", []string{guest.ID, mine.ID}).Order("id").Find(&all).Error; err != nil {
		return err
	}
	lines := map[string]cartItem{} // the user's, by variant
	for _, i := range all {
		if i.CartID == mine.ID {
			lines[i.VariantID] = i
		}
	}
	var more, moved []cartItem
	for _, i := range all {
		if i.CartID != guest.ID {
			continue
		}
		known, there := lines[i.VariantID]
		switch {
		case there:
			known.Quantity = min(known.Quantity+i.Quantity, maxQuantity)
			more = append(more, known)
		case len(lines)+len(moved) < maxLines:
			i.CartID = mine.ID
			moved = append(moved, i)
		}
	}
	if err := tx.Delete(guest).Error; err != nil { // with its lines: those that move are written anew
		return err
	}
	if err := saveLines(tx, append(more, moved...)...); err != nil {
		return err
	}
	for _, c := range guest.Codes {
		if !slices.Contains(mine.Codes, c) && len(mine.Codes) < maxCodes {
			mine.Codes = append(mine.Codes, c)
		}
	}
	return mine.save(tx, now)
}
