package wholesale

import (
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock
	Log   *zap.Logger
	// Pseudonyms makes the ids of the contacts' email addresses.
	Pseudonyms *pseudonym.Key
	Config     Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// KeepDays is how many days the personal fields of an application without an account are kept
	// after its rejection, or after its submission if it is not decided.
	KeepDays int
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:       "wholesale",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, pseudonyms: d.Pseudonyms}).routes,
		Problems:   problems,
		Subscribe:  (&subscriber{pseudonyms: d.Pseudonyms}).subscribe,
		Run:        d.run,
		Export:     export,
	}
}
