package wholesale

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// export returns the applications with the user's email address, oldest first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	found, err := applicationsOf(db.WithContext(ctx), userID)
	return convert.All(found, viewApplication), err
}
