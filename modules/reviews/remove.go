package reviews

import (
	"context"

	"gorm.io/gorm"
)

// remove deletes a review of the user's and announces it. It returns fault.Missing.
func remove(ctx context.Context, tx *gorm.DB, userID, reviewID string) error {
	p, r, err := hold(tx, reviewID, ownedBy(userID))
	if err != nil {
		return err
	}
	if err := tx.Delete(&r).Error; err != nil {
		return err
	}
	return p.settle(ctx, tx, deleted, &r, nil, nil)
}
