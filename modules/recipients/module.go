package recipients

import (
	"context"
	"embed"

	"gorm.io/gorm"

	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB *gorm.DB
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:       "recipients",
		Migrations: migrations,
		Routes:     (&api{db: d.DB}).routes,
		Subscribe:  subscribe,
		Export:     export,
	}
}

// export is the user's recipients, newest order first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	var found []recipient
	if err := ofUser(db.WithContext(ctx), userID).Order(newestFirst).Find(&found).Error; err != nil {
		return nil, err
	}
	held := make([]exportedRecipient, len(found))
	for i, r := range found {
		held[i] = exportedRecipient{viewOf(r), r.Country}
	}
	return held, nil
}
