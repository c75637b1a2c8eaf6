package backoffice

import (
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/module"
)

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock // nil is the system's
	// Site is the name of this database among others that it shares events with, or "".
	Site string
	// PublicURL is http.public_url: the pictures of the catalogue have addresses below it.
	PublicURL string
	// StaffOrigin is auth.staff_origin, where the web UI is opened.
	StaffOrigin string
}

// New makes the module.
func New(d Deps) module.Module {
	if d.Clock == nil {
		d.Clock = clock.System()
	}
	return module.Module{
		Name:     "backoffice",
		Problems: httpapi.Problems{German: german},
		Routes: func(r *httpapi.Router) {
			(&api{db: d.DB, clock: d.Clock, site: d.Site}).routes(r)
			mountPages(r, d.PublicURL, d.StaffOrigin)
		},
		Commands: []module.Command{retryCommand(d.DB, d.Clock)},
	}
}
