package carrier

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"
)

const (
	streamName    = "ORDERD"
	headsName     = "ORDERD_HEADS"
	subjectPrefix = "orderd.events."

	streamBytes      = 1 << 30
	duplicatesWindow = 2 * time.Minute
	streamReplicas   = 3
	requestTimeout   = 5 * time.Second
)

// connect starts to connect to NATS and returns; a server that is away is connected to when it
// comes back. Of its absence there is one warning, and one line when it is over.
func (c *Carrier) connect() error {
	options := []nats.Option{
		nats.Name("orderd " + c.Source), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(retryPause),
		nats.ReconnectJitter(retryPause, retryPause), nats.Timeout(2 * time.Second), nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.ReconnectBufSize(-1), // what can't be sent now is said again
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			c.connected.Store(false)
			if err != nil {
				c.warnAway(err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.Log.Info("NATS is back")
			c.arrived()
		}),
		nats.ConnectHandler(func(*nats.Conn) { c.arrived() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.Log.Debug("NATS", zap.Error(err)) }),
	}
	if c.CredsFile != "" {
		options = append(options, nats.UserCredentials(c.CredsFile))
	}
	conn, err := nats.Connect(c.URL, options...)
	if err != nil {
		return fmt.Errorf("carrier: connect to NATS: %w", err)
	}
	if !conn.IsConnected() {
		c.warnAway(conn.LastError())
	}
	c.nats = conn
	c.stream, err = jetstream.New(conn, jetstream.WithPublishAsyncTimeout(requestTimeout),
		jetstream.WithPublishAsyncMaxPending(2*maxBatch),
		jetstream.WithDefaultTimeout(requestTimeout))
	return err
}

func (c *Carrier) warnAway(err error) {
	c.Log.Warn("NATS is away: events to and from other sites wait, and all else goes on", zap.Error(err))
}

// arrived wakes what waits for the connection.
func (c *Carrier) arrived() {
	c.connected.Store(true)
	c.wakeAll()
}

func (c *Carrier) disconnect() { c.nats.Close() }

// ensureStream makes the stream of events unless it is there. A stream that an operator has made
// or changed stays as it is.
func (c *Carrier) ensureStream(ctx context.Context) (jetstream.Stream, error) {
	return c.ensure(ctx, jetstream.StreamConfig{
		Name: streamName, Description: "events between the sites of orderd", Subjects: []string{subjectPrefix + ">"},
		MaxAge: c.Keep, MaxBytes: streamBytes, Duplicates: min(duplicatesWindow, c.Keep), AllowDirect: true,
	})
}

// ensureHeads makes the stream that keeps the last head of each source, for good.
func (c *Carrier) ensureHeads(ctx context.Context) (jetstream.Stream, error) {
	return c.ensure(ctx, jetstream.StreamConfig{
		Name: headsName, Description: "how far each site of orderd is", Subjects: []string{headPrefix + ">"},
		MaxMsgsPerSubject: 1,
	})
}

// ensure returns a stream, and makes it when it is missing: on a cluster with three replicas.
func (c *Carrier) ensure(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	stream, err := c.stream.Stream(ctx, config.Name)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return stream, err
	}
	config.Storage, config.Retention, config.Discard, config.Replicas = jetstream.FileStorage, jetstream.LimitsPolicy,
		jetstream.DiscardOld, streamReplicas
	stream, err = c.stream.CreateStream(ctx, config)
	if isSingleServer(err) {
		config.Replicas = 1
		stream, err = c.stream.CreateStream(ctx, config)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
		return c.stream.Stream(ctx, config.Name)
	}
	return stream, err
}

// replicasNotSupported is the code by which a server outside of a cluster refuses replicas.
const replicasNotSupported = 10074

func isSingleServer(err error) bool {
	refused, ok := errors.AsType[*jetstream.APIError](err)
	return ok && refused.ErrorCode == replicasNotSupported
}
