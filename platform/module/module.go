// Package module says what a module is to the composition root. A nil field means "none".
package module

import (
	"context"
	"io"
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
	// Errors is the Markdown about the error codes that are the module's, for httpapi.Router.DescribeErrors.
	Errors string
	// Subscribe registers the module's handlers with eventbus.On. It is called once, before the bus starts.
	Subscribe func(bus *eventbus.Bus)
	// Start is what must be done before the first request: after the migrations, with the bus started. Several replicas may do it at once.
	Start func(ctx context.Context) error
	// Run is the module's background work. It blocks until ctx ends and then stops within a few seconds.
	Run func(ctx context.Context) error
	// Export gives everything that the module holds on the user, ready for encoding as JSON.
	Export func(ctx context.Context, db *gorm.DB, userID string) (any, error)
	// Check looks at the module's queues and at the servers that it needs, for `orderd doctor`. It writes nothing and returns within some seconds. db is nil
	// when the database can't be asked: then it looks at the rest.
	Check func(ctx context.Context, db *gorm.DB) []Finding
	// Commands are the module's own commands of the binary.
	Commands []Command
}

// Command is one command of the binary, run on a migrated database whose bus knows its consumers.
type Command struct {
	Name    string // the words that call it: "admin create"
	Usage   string // its arguments: "--email E"
	Summary string // one line for the list of commands
	// Run does the work, says on out what the operator must know, and returns.
	Run func(ctx context.Context, args []string, out io.Writer) error
}
