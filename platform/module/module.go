// Package module says what a module is to the composition root. A nil field means "none".
package module

import (
	"context"
	"io/fs"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// Module is one domain of the service.
type Module struct {
	// Name is the module's folder and the prefix of its tables, consumers and events.
	Name string
	// Migrations holds the folders postgres and sqlite with goose files.
	Migrations fs.FS
	// Routes registers the module's operations with httpapi.Handle.
	Routes func(r *httpapi.Router)
	// Subscribe registers the module's handlers with eventbus.On. It is called once, before the bus starts.
	Subscribe func(bus *eventbus.Bus)
	// Run is the module's background work. It blocks until ctx ends and then stops within a few seconds.
	Run func(ctx context.Context) error
	// Export gives everything that the module holds on the user, ready for encoding as JSON.
	Export func(ctx context.Context, db *gorm.DB, userID string) (any, error)
}
