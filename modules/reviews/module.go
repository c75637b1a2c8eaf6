package reviews

import (
	"embed"
	"io/fs"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

//go:embed migrations
var files embed.FS

//go:embed errors.md
var errorTexts string

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock
}

// New makes the module.
func New(d Deps) module.Module {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	return module.Module{
		Name:       "reviews",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock}).routes,
		Errors:     errorTexts,
		Subscribe:  subscribe,
		Export:     export,
	}
}
