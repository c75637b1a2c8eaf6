// Package module defines what the composition root needs of a module: Module, one struct of
// functions, and Finding, a result of its checks.
package module

import (
	"context"
	"io"
	"io/fs"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

// Module is one domain of the service. A nil field means that the module has none of it.
type Module struct {
	// Name is the module's folder and the prefix of its tables, consumers and events.
	Name string
	// Migrations holds the folders migrations/postgres and migrations/sqlite with goose files.
	Migrations fs.FS
	// Routes registers the module's operations with httpapi.Handle.
	Routes func(r *httpapi.Router)
	// Problems are the module's own error codes. They are registered before its routes.
	Problems httpapi.Problems
	// Locale is the shop's language as the module has copied it (the profile of the settings).
	Locale func() locale.Code
	// Locales are the languages that the shop speaks, likewise; nil before the settings have come.
	Locales func() []string
	// Subscribe registers the module's handlers with eventbus.On. It is called once, before the bus
	// starts.
	Subscribe func(bus *eventbus.Bus)
	// Configure writes what the configuration says into the module's tables, where other modules
	// copy it. It is called once, after the start of the bus and before every Start. Several replicas
	// may run it at the same time.
	Configure func(ctx context.Context) error
	// Start does the work before the first request, after the migrations and the start of the bus.
	// Several replicas may run it at the same time.
	Start func(ctx context.Context) error
	// Run does the module's background work. It blocks until ctx ends and then stops within a few
	// seconds.
	Run func(ctx context.Context) error
	// Once is work over the data from before the version that needs it, which is done in the
	// background. Several replicas may do it at the same time.
	Once []background.Once
	// Export returns all data that the module holds on the user, ready for encoding as JSON.
	Export func(ctx context.Context, db *gorm.DB, userID string) (any, error)
	// Check examines the module's queues and the servers that it needs, for `orderd doctor`. It
	// writes nothing and returns within a few seconds. db is nil when the database is not
	// available: then it examines the rest.
	Check func(ctx context.Context, db *gorm.DB) []Finding
	// Commands are the module's own commands of the binary.
	Commands []Command
}

// Command is one command of the binary, run on a migrated database whose bus knows its consumers.
type Command struct {
	Name    string // the words of the command line that call it: "accounts create"
	Usage   string // its arguments: "--email E"
	Summary string // one line for the list of commands
	// Run does the work and prints on out what the operator must know.
	Run func(ctx context.Context, args []string, out io.Writer) error
}
