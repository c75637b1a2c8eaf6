package recipients

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// eraseUser deletes the recipients of an erased user. An order that is recorded at the same time is
// either deleted here, or finds the tombstone. What recording it published after identity's erasure
// is erased once more.
func eraseUser(ctx context.Context, tx *gorm.DB, userID string) error {
	if err := database.PutTombstone(tx, &owner{UserID: userID, Erased: true}); err != nil {
		return err
	}
	if err := deleteAllOf(tx, userID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
