package wholesale

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
)

//go:embed migrations
var migrations embed.FS

//go:embed errors.md
var errorTexts string

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock
	Log   *zap.Logger
	// Pseudonyms names the contacts' addresses.
	Pseudonyms *pseudonym.Key
	Config     Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// KeepDays is for how many days after its rejection, or its arrival if nobody decides, an application of somebody without an account
	// keeps what is personal in it.
	KeepDays int
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:       "wholesale",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, pseudonyms: d.Pseudonyms}).routes,
		Errors:     errorTexts,
		Subscribe:  d.subscribe,
		Run:        d.keepHouse,
		Export:     export,
	}
}

// export is the applications that were made with the user's address, oldest first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	found, err := applicationsOf(db.WithContext(ctx), userID)
	return viewsOf(found), err
}
