package carrier

import (
	"context"
	"embed"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/secret"
)

//go:embed migrations
var migrations embed.FS

// Migrations returns the migrations of the carrier's tables. They need those of eventbus. A service
// without a carrier does not run them.
func Migrations() database.Migrations {
	return database.Migrations{Name: "carrier", FS: migrations}
}

// Consumer is the name of the queue of events that are to be sent.
const Consumer = "carrier"

// releaseTopic is that of the signal that a lease is free (database.Broadcast).
const releaseTopic = "carrier"

// Options configure a Carrier.
type Options struct {
	URL       string // of the NATS servers: "nats://user:password@host:4222,host:4222"
	CredsFile string // of NATS credentials, or ""
	Source    string // the name of this database among the sites
	// Sites are the sources whose events are imported, without Source.
	Sites []string
	// Keep is how long the stream keeps messages. It counts when the stream is made.
	Keep time.Duration
	// Secrets encrypt personal fields; the same at all sites.
	Secrets secret.Keyring
	Clock   clock.Clock // default: the machine's clock
	Log     *zap.Logger
}

// Carrier connects the bus of one database with those of other sites.
type Carrier struct {
	Options
	db     *gorm.DB
	clock  clock.Clock
	sealer sealer
	me     string // the holder of this process's leases

	nats      *nats.Conn
	connected atomic.Bool               // for Stats
	asking    atomic.Pointer[nats.Conn] // nats, for Ask
	answerers map[string]Answerer       // by the name of the question
	stream    jetstream.JetStream
	relay     *relay
	// importers are one for each of Sites.
	importers []*importer

	lease time.Duration // how long a process that does not answer keeps its leases
	pulse time.Duration // between two renewals of a lease, and between two heads
}

const (
	leaseTime = 5 * time.Second
	pulseTime = time.Second
	// retryPause is the time between a failure and the next attempt.
	retryPause = 250 * time.Millisecond
)

// New makes a carrier for the bus of db, which is PostgreSQL, and attaches it as the bus's outbox:
// from then on this process queues what it publishes. It connects to no server.
func New(db *gorm.DB, bus *eventbus.Bus, o Options) *Carrier {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	c := &Carrier{
		Options: o, db: db, clock: o.Clock, sealer: newSealer(o.Secrets), me: id.New(), lease: leaseTime, pulse: pulseTime,
	}
	c.relay = newRelay(c)
	for _, source := range o.Sites {
		c.importers = append(c.importers, newImporter(c, source))
	}
	bus.AttachOutbox(eventbus.Outbox{Name: Consumer, Erased: c.erased, Unsent: unsentSeqs})
	return c
}

// Run relays and imports until ctx ends, while this process holds the leases. Then it releases
// them, so that another process of the site takes over at once.
func (c *Carrier) Run(ctx context.Context) error {
	if err := c.connect(); err != nil {
		return err
	}
	defer c.disconnect()
	stop, err := c.subscribe()
	if err != nil {
		return err
	}
	defer stop()
	defer database.Listen(c.db, releaseTopic, func(string) { c.wakeAll() })()
	defer eventbus.WatchQueue(c.db, Consumer, c.relay.wake.Send)()
	var working sync.WaitGroup
	working.Go(func() { c.repeat(ctx, "relay", c.relay.wake, c.relay.lead) })
	for _, i := range c.importers {
		working.Go(func() { c.repeat(ctx, "importer of "+i.source, i.wake, i.lead) })
	}
	working.Go(func() { _ = background.Run(ctx, c.Log, c.trimJob()) })
	working.Wait()
	return nil
}

func (c *Carrier) wakeAll() {
	c.relay.wake.Send()
	for _, i := range c.importers {
		i.wake.Send()
	}
}

// errFollowed is the error of a process whose lease another one has.
var errFollowed = errors.New("carrier: another process has the lease")

// errRefused is the error of a source that must not send.
var errRefused = errors.New("carrier: this database must not send as the source that it is configured to be")

// repeat calls lead until ctx ends. lead returns when this process can't lead or does no longer. An
// error is logged when it is not that of the attempt before, and not while NATS is away, of which
// there is one warning (connection.go).
func (c *Carrier) repeat(ctx context.Context, name string, wake <-chan struct{}, lead func(ctx context.Context) error) {
	last := ""
	for ctx.Err() == nil {
		err := lead(ctx)
		pause := retryPause
		if errors.Is(err, errRefused) {
			pause = c.lease
		}
		switch {
		case err == nil || errors.Is(err, errFollowed):
			last, pause = "", c.pulse
		case ctx.Err() == nil && c.nats.IsConnected() && err.Error() != last:
			last = err.Error()
			c.Log.Warn("events to or from other sites are interrupted", zap.String("part", name), zap.Error(err))
		}
		c.sleep(ctx, pause, wake)
	}
}

// sleep waits for d, or until it is woken or ctx ends.
func (c *Carrier) sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}

// release runs a statement that gives up a lease. When ctx has ended, because this process stops,
// it signals that too; after a failure others try at their next pulse.
func (c *Carrier) release(ctx context.Context, statement string, args ...any) {
	stopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	released := c.db.WithContext(ctx).Exec(statement, args...)
	if stopping && released.Error == nil && released.RowsAffected > 0 {
		database.Broadcast(c.db, releaseTopic, c.me)
	}
}
