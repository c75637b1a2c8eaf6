// Package eventbus is a Watermill Pub/Sub on the application's own database.
//
// Its promise: committed ⇒ delivered at least once to every consumer; handled ⇒ its effect exactly once per consumer.
// Modules see two functions, Publish and On. ARCHITECTURE.md, "Events, end to end", is the design.
package eventbus

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
)

// Migrations are the tables of the bus.
func Migrations() database.Migrations { panic("stub") }

// Options of a Bus. Zero values mean the defaults.
type Options struct {
	Clock    clock.Clock
	Log      *zap.Logger
	Attempts int // after so many failures a delivery is dead; default 10
	Backoff  func(attempt int) time.Duration
}

// Bus delivers what was published. It is installed on the database handle, so that Publish finds it through tx.
type Bus struct{}

// New makes a bus on db. Register handlers with On, then Run it.
func New(db *gorm.DB, o Options) (*Bus, error) { panic("stub") }

// On registers handler for the events of type E at consumer. It panics on a consumer that hears the same event twice,
// or after Start.
func On[E Event](b *Bus, c Consumer, handler Handler[E]) { panic("stub") }

// Start writes the consumers and what they hear into the database, starts the workers and returns. From then on every Publish, here and in other
// replicas, makes a delivery for each. The error of a worker that can't go on comes out of Stop.
func (b *Bus) Start(ctx context.Context) error { panic("stub") }

// Stop stops the workers after their batch. It blocks until they have stopped or ctx ends.
func (b *Bus) Stop(ctx context.Context) error { panic("stub") }

// Healthy is nil while deliveries are being made (the poll has run within the last few seconds).
func (b *Bus) Healthy() error { panic("stub") }

// Publish writes events and their deliveries with tx, which must be a transaction of database.InTx: they exist exactly
// when it commits. Cause and actor come from ctx.
func Publish(ctx context.Context, tx *gorm.DB, events ...Event) error { panic("stub") }

// Wait blocks until no delivery of a ReadModel or Prompt consumer that carries this request id is pending (dead and held
// ones do not count), at most limit. It returns at once when tx published nothing that such a consumer hears.
func Wait(ctx context.Context, db *gorm.DB, requestID string, limit time.Duration) { panic("stub") }

// Erase blanks the personal fields of every event of subject, and the subject itself.
func Erase(ctx context.Context, tx *gorm.DB, subject string) error { panic("stub") }
