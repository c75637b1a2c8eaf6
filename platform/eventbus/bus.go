// Package eventbus is a Watermill Pub/Sub on the application's own database.
//
// Its promise: committed ⇒ delivered at least once to every consumer; handled ⇒ its effect exactly once per consumer.
// Modules see Publish (or PublishAtCommit) and On. This is how it works:
//
//   - Publish writes, in the caller's transaction, one row in events and one row in deliveries per consumer that hears it.
//   - A worker per consumer takes due deliveries in one transaction, hands each to its handler inside a savepoint, deletes what
//     succeeded, notes what failed and commits. A process that dies takes nothing with it: its transaction rolls back.
//   - Events of one key reach a consumer in the order of their sequence, which is the order of their commits as long as the
//     publisher holds the lock of the row that the key names. A delivery that failed holds back its own key at its own consumer and nothing else.
package eventbus

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/log"
	"orderd/platform/tracing"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of the bus.
func Migrations() database.Migrations {
	return database.Migrations{Name: "events", FS: sub(migrations, "migrations")}
}

// Options of a Bus. Zero values mean the defaults.
type Options struct {
	Clock       clock.Clock
	Log         *zap.Logger
	MaxAttempts int                             // after so many failures a delivery is dead; default 10
	Backoff     func(attempt int) time.Duration // the pause after that failure, from 1; default 100 ms growing to 1 min, about 4 min in all
	Observer    Observer                        // nil: nobody
	Retention   time.Duration                   // how long the log keeps an event that has no delivery; 0 is for ever
	Tracer      *tracing.Tracer                 // nil: none
}

// Bus delivers what was published. It is installed on the database handle, so that Publish finds it through tx.
type Bus struct {
	db        *gorm.DB
	clock     clock.Clock
	log       *zap.Logger
	attempts  int
	backoff   func(attempt int) time.Duration
	observer  Observer
	keep      time.Duration
	tracer    *tracing.Tracer
	limit     time.Duration // of a handler
	slots     chan struct{} // batches under way: half of the pool's connections, the other half is the requests'
	consumers map[string]*consumer
	barrier   *barrier
	beat      beat
	life      context.Context // what ends it cancels batches under way
	halt      context.CancelFunc

	mu      sync.Mutex
	router  *message.Router // nil before Start
	running bool
	quiet   func() // stops the poll and the wake-ups
	done    chan error
}

const (
	pluginName    = "orderd:eventbus"
	wakeTopic     = "deliveries" // of database.Broadcast; the payload is the consumer
	postgresLimit = 5 * time.Second
	sqliteLimit   = time.Second // a handler there holds the only writer
)

// New makes a bus on db. Register handlers with On, then Start it. A handle has one bus.
func New(db *gorm.DB, o Options) (*Bus, error) {
	b := &Bus{
		db: db, clock: o.Clock, log: o.Log, attempts: o.MaxAttempts, backoff: o.Backoff, observer: o.Observer, tracer: o.Tracer, keep: o.Retention,
		limit: postgresLimit, consumers: map[string]*consumer{}, barrier: newBarrier(),
	}
	if b.clock == nil {
		b.clock = clock.System()
	}
	if b.log == nil {
		b.log = zap.NewNop()
	}
	if b.attempts == 0 {
		b.attempts = 10
	}
	if b.backoff == nil {
		b.backoff = backoff
	}
	if b.observer == nil {
		b.observer = unobserved{}
	}
	if database.Dialect(db) == database.SQLite {
		b.limit = sqliteLimit
	}
	pool, err := db.DB()
	if err != nil {
		return nil, fmt.Errorf("eventbus: %w", err)
	}
	b.life, b.halt = context.WithCancel(context.Background())
	b.slots = make(chan struct{}, max(1, pool.Stats().MaxOpenConnections/2))
	if err := db.Use(plugin{b}); err != nil {
		return nil, fmt.Errorf("eventbus: a second bus on one handle: %w", err)
	}
	return b, nil
}

// backoff is quick at first, because most failures are a neighbour's moment, and patient later.
func backoff(attempt int) time.Duration {
	pauses := []time.Duration{100 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute}
	return pauses[min(attempt, len(pauses))-1]
}

// Start writes the consumers and what they hear into the database, starts the workers and returns; ctx bounds that alone. From then on every
// Publish, here and in other replicas, makes a delivery for each. The error of a worker that can't go on comes out of Stop.
func (b *Bus) Start(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.router != nil {
		return errors.New("eventbus: started twice")
	}
	if err := b.DeclareConsumers(ctx); err != nil {
		return err
	}
	if err := b.warnOfUnserved(ctx); err != nil {
		return fmt.Errorf("eventbus: start: %w", err)
	}
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: 2 * b.limit}, routerLog(b.log))
	if err != nil {
		return fmt.Errorf("eventbus: start: %w", err)
	}
	router.AddMiddleware(report, middleware.Recoverer)
	for _, c := range b.consumers {
		router.AddConsumerHandler(c.Name, c.Name, newSubscriber(b, c), c.handle)
	}
	b.router, b.done = router, make(chan error, 1)
	go func() { b.done <- router.Run(b.life) }()
	select {
	case <-router.Running():
	case err := <-b.done:
		return fmt.Errorf("eventbus: start: %w", err)
	}
	b.running = true
	b.quiet = b.watch(b.life)
	if b.keep > 0 {
		b.quiet = b.beside(b.quiet, func(ctx context.Context) { b.retain(ctx, b.keep) })
	}
	return nil
}

// beside runs work until quiet is called, which waits for its end.
func (b *Bus) beside(quiet func(), work func(ctx context.Context)) func() {
	ctx, cancel := context.WithCancel(b.life)
	var working sync.WaitGroup
	working.Go(func() { work(ctx) })
	return func() {
		cancel()
		working.Wait()
		quiet()
	}
}

// Stop stops the workers after their batch. It blocks until they have stopped or ctx ends; then it cancels what still runs, which
// rolls back, waits for that and returns the error of ctx. Without Start it does nothing.
func (b *Bus) Stop(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.running {
		return nil
	}
	b.running = false
	defer b.halt()
	b.quiet()
	closed := make(chan error, 1)
	go func() { closed <- b.router.Close() }()
	var late error
	select {
	case err := <-closed:
		return errors.Join(err, <-b.done)
	case <-ctx.Done():
		late = ctx.Err()
	}
	b.halt()
	return errors.Join(late, <-closed, <-b.done)
}

// plugin carries the bus on the handle.
type plugin struct{ bus *Bus }

func (plugin) Name() string              { return pluginName }
func (plugin) Initialize(*gorm.DB) error { return nil }

// of is the bus on the handle that db or tx was made from, nil when there is none.
func of(db *gorm.DB) *Bus {
	p, _ := db.Plugins[pluginName].(plugin)
	return p.bus
}

// routerLog passes on what Watermill's router warns of. Failures of handlers are logged by the worker, with what it does about them.
func routerLog(l *zap.Logger) watermill.LoggerAdapter {
	return watermill.NewSlogLogger(log.Slog(l.WithOptions(zap.IncreaseLevel(max(zap.WarnLevel, l.Level())))))
}
