package recipients

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// export returns the user's recipients, the one of the newest order first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	found, err := recipientsOf(db.WithContext(ctx), userID)
	if err != nil {
		return nil, err
	}
	return convert.All(found, viewRecipient), nil
}
