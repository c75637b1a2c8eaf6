package eventbus

import (
	"context"
	"embed"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/tracing"
)

//go:embed migrations
var migrations embed.FS

// Migrations returns the migrations of the bus's tables.
func Migrations() database.Migrations {
	return database.Migrations{Name: "events", FS: migrations}
}

// Options configure a Bus. A zero value means the default.
type Options struct {
	Clock    clock.Clock     // default: the machine's clock
	Log      *zap.Logger     // default: no log
	Observer Observer        // default: no metrics
	Tracer   *tracing.Tracer // default: no spans

	// MaxAttempts is the number of failed attempts after which a delivery is dead; default 10.
	MaxAttempts int
	// Pauses follow failed attempts. The default grows from 100 ms to 1 min, and is about 4 min in
	// all.
	Pauses background.Pauses
	// Retention is how long the log keeps an event that has no delivery; 0 is for ever.
	Retention time.Duration
}

// Bus delivers published events. New installs it on the database handle, so that Publish finds it
// through tx.
type Bus struct {
	db          *gorm.DB
	clock       clock.Clock
	log         *zap.Logger
	observer    Observer
	tracer      *tracing.Tracer
	maxAttempts int
	pauses      background.Pauses
	retention   time.Duration

	handlerTimeout time.Duration
	batchSlots     chan struct{} // one token for each batch that may run at the same time
	consumers      map[string]*registeredConsumer
	filters        filters
	barrier        *waitBarrier
	outbox         *attachedOutbox // nil without one
	erasers        []SubjectEraser // OnEraseSubject
	heartbeat      heartbeat

	runCtx    context.Context // of all batches; Stop cancels it when they take too long
	cancelRun context.CancelFunc

	mu             sync.Mutex
	router         *message.Router // nil before Start
	routerDone     chan error
	running        bool
	stopBackground func() // stops the poll, the wake-ups and the retention
}

const (
	pluginName = "orderd:eventbus"
	wakeTopic  = "deliveries" // of database.Broadcast; the payload is the consumer's name

	postgresHandlerTimeout = 5 * time.Second
	sqliteHandlerTimeout   = time.Second // there a handler holds the only writer
	defaultMaxAttempts     = 10
)

// New makes a bus on db. Register handlers with On, then call Start. New fails when db has a bus
// already.
func New(db *gorm.DB, o Options) (*Bus, error) {
	b := &Bus{
		db: db, clock: o.Clock, log: o.Log, observer: o.Observer, tracer: o.Tracer,
		maxAttempts: o.MaxAttempts, pauses: o.Pauses, retention: o.Retention,
		handlerTimeout: postgresHandlerTimeout, consumers: map[string]*registeredConsumer{}, barrier: newBarrier(),
	}
	if b.clock == nil {
		b.clock = clock.System()
	}
	if b.log == nil {
		b.log = zap.NewNop()
	}
	if b.observer == nil {
		b.observer = noObserver{}
	}
	if b.maxAttempts == 0 {
		b.maxAttempts = defaultMaxAttempts
	}
	if b.pauses == nil {
		b.pauses = defaultPauses
	}
	if database.Dialect(db) == database.SQLite {
		b.handlerTimeout = sqliteHandlerTimeout
	}
	pool, err := db.DB()
	if err != nil {
		return nil, fmt.Errorf("eventbus: %w", err)
	}
	b.runCtx, b.cancelRun = context.WithCancel(context.Background())
	// Batches use at most half of the pool's connections; requests have the other half.
	b.batchSlots = make(chan struct{}, max(1, pool.Stats().MaxOpenConnections/2))
	if err := db.Use(plugin{b}); err != nil {
		return nil, fmt.Errorf("eventbus: a second bus on one handle: %w", err)
	}
	return b, nil
}

// defaultPauses start with short pauses, because most failures pass within a second.
var defaultPauses = background.Pauses{
	100 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 5 * time.Second,
	15 * time.Second, 30 * time.Second, time.Minute,
}

// plugin carries the bus on the database handle.
type plugin struct{ bus *Bus }

func (plugin) Name() string              { return pluginName }
func (plugin) Initialize(*gorm.DB) error { return nil }

// busOf returns the bus on the handle that db or tx was made from, nil when there is none.
func busOf(db *gorm.DB) *Bus {
	p, _ := db.Plugins[pluginName].(plugin)
	return p.bus
}
