package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/httpapi"
)

// api answers HTTP.
type api struct {
	db    *gorm.DB
	clock clock.Clock
}

func (a *api) routes(r *httpapi.Router) {
	a.brandRoutes(r)
	a.categoryRoutes(r)
}
