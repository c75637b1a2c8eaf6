package notifications

import (
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB        *gorm.DB
	Clock     clock.Clock
	Log       *zap.Logger
	Authority *auth.Authority // says whether the access token of a stream is still valid
	// Pseudonyms makes ids of addresses, by which applicants are found.
	Pseudonyms *pseudonym.Key
}

// New makes the module.
func New(d Deps) module.Module {
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
