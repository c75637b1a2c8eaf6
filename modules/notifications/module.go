package notifications

import (
	"context"
	"embed"
	"io/fs"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
)

//go:embed migrations
var files embed.FS

// Deps are what the module needs.
type Deps struct {
	DB        *gorm.DB
	Clock     clock.Clock
	Log       *zap.Logger
	Authority *auth.Authority // says whether a stream's token still holds
	// Pseudonyms names the addresses that applicants are found by.
	Pseudonyms *pseudonym.Key
}

// New makes the module.
func New(d Deps) module.Module {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	h := newHub(d.DB, d.Log)
	return module.Module{
		Name:       "notifications",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, authority: d.Authority, hub: h}).routes,
		Subscribe:  (&notifier{db: d.DB, clock: d.Clock, pseudonyms: d.Pseudonyms}).subscribe,
		Run:        h.run,
		Export:     export,
	}
}

// export is the user's inbox, oldest first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	items, err := after(db.WithContext(ctx), userID, 0, -1)
	if err != nil {
		return nil, err
	}
	views := make([]notification, len(items))
	for i := range items {
		views[i] = viewOf(items[i])
	}
	return views, nil
}
