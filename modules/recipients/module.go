package recipients

import (
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
