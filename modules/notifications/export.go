package notifications

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// export returns the user's inbox, oldest first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	const all = -1
	found, err := listAfter(db.WithContext(ctx), userID, 0, all)
	if err != nil {
		return nil, err
	}
	return convert.All(found, viewNotification), nil
}
