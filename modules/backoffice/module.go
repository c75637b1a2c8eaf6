package backoffice

import (
	"gorm.io/gorm"

	"orderd/platform/module"
)

// Deps are what the module needs.
type Deps struct {
	DB *gorm.DB
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:     "backoffice",
		Routes:   (&api{db: d.DB}).routes,
		Commands: []module.Command{retryCommand(d.DB)},
	}
}
