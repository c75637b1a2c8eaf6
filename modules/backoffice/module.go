package backoffice

import (
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock // nil is the system's
}

// New makes the module.
func New(d Deps) module.Module {
	if d.Clock == nil {
		d.Clock = clock.System()
	}
	return module.Module{
		Name:     "backoffice",
		Routes:   (&api{db: d.DB, clock: d.Clock}).routes,
		Commands: []module.Command{retryCommand(d.DB, d.Clock)},
	}
}
