package carrier

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"

	"orderd/platform/background"
)

// importer takes the events of one source. One process of the site does so, as long as it holds the
// lease; a second one fails at the cursor.
type importer struct {
	*Carrier
	source string
	wake   background.Signal    // the lease may be free
	newest atomic.Pointer[head] // the last that was heard

	cursor           // of the process that leads
	round      int64 // the newest that was seen
	askedRound int64 // the round of the last rewind request
	askedAt    time.Time
	refused    string // the foreign database that was logged
	judged     bool   // whether what the source had before it sent any is known to be missing or here

	// The requests of erased events, of which more events may come in later batches.
	erasedRequests map[string]bool
}

// cursor is the row of event_sources.
type cursor struct {
	database  string
	ordinal   int64
	streamSeq uint64
	renewed   bool
}

func newImporter(c *Carrier, source string) *importer {
	return &importer{Carrier: c, source: source, wake: background.NewSignal(), erasedRequests: map[string]bool{}}
}

// hear notes how far the source is.
func (i *importer) hear(h head) { i.newest.Store(&h) }

// lead takes the lease and imports until ctx ends, another process follows, or something fails.
func (i *importer) lead(ctx context.Context) error {
	if !i.nats.IsConnected() {
		return nil
	}
	if err := i.takeLease(ctx); err != nil {
		return err
	}
	defer i.release(ctx, `UPDATE event_sources SET holder = '', lease = 'epoch' WHERE source = ? AND holder = ?`, i.source,
		i.me)
	i.askedRound = -1
	return i.follow(ctx)
}

// errStalled is the error of a reader that gets nothing while the source says that there is more.
var errStalled = errors.New("carrier: the stream does not bring what the source has sent")

// follow reads the stream from the cursor on and imports what it brings.
func (i *importer) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	messages, stop, err := i.read(ctx)
	if err != nil {
		return err
	}
	defer stop()
	pulse := time.NewTicker(i.pulse)
	defer pulse.Stop()
	idle := 0 // pulses since the last message
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, ok := <-messages:
			if !ok {
				return errStalled
			}
			idle = 0
			if err := i.takeBatch(ctx, collect(m, messages)); err != nil {
				return err
			}
		case <-pulse.C:
			if idle++; idle >= 2 && i.behind() {
				i.ask()
				return errStalled
			}
			if err := i.beat(ctx); err != nil {
				return err
			}
		}
	}
}

// read starts to read the stream in a goroutine. The channel is closed when reading fails.
func (i *importer) read(ctx context.Context) (messages <-chan jetstream.Msg, stop func(), err error) {
	stream, err := i.ensureStream(ctx)
	if err != nil {
		return nil, nil, err
	}
	config := jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subjectPrefix + i.source + ".>"}, DeliverPolicy: jetstream.DeliverAllPolicy,
		InactiveThreshold: time.Minute,
	}
	// A shorter stream was made anew: read all of it.
	if state := stream.CachedInfo().State; i.streamSeq > 0 && state.LastSeq >= i.streamSeq {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, i.streamSeq+1
	}
	consumer, err := stream.OrderedConsumer(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	iterator, err := consumer.Messages(jetstream.PullMaxMessages(2 * maxBatch))
	if err != nil {
		return nil, nil, err
	}
	// An iterator that replaces its consumer while it is stopped goes on with the new one, and a Next
	// without a context would wait for the source's next event.
	ctx, cancel := context.WithCancel(ctx)
	out, done := make(chan jetstream.Msg, maxBatch), make(chan struct{})
	go func() {
		defer close(done)
		defer close(out)
		for {
			m, err := iterator.Next(jetstream.NextContext(ctx))
			if err != nil {
				return
			}
			select {
			case out <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, func() { cancel(); iterator.Stop(); <-done }, nil
}

// collect returns the message and those that wait behind it, maxBatch at most.
func collect(first jetstream.Msg, messages <-chan jetstream.Msg) []jetstream.Msg {
	batch := []jetstream.Msg{first}
	for len(batch) < maxBatch {
		select {
		case m, ok := <-messages:
			if !ok {
				return batch
			}
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// behind reports whether the source has sent more than was taken.
func (i *importer) behind() bool {
	h := i.newest.Load()
	return h != nil && h.Database == i.database && h.Sent > i.ordinal
}

// askInterval is the least time between two requests about the same round.
const askInterval = 2 * time.Second

// ask asks the source to send again what follows the cursor.
func (i *importer) ask() {
	if h := i.newest.Load(); h != nil && h.Database == i.database {
		i.round = max(i.round, h.Round)
	}
	now := i.clock.Now()
	if i.round == i.askedRound && now.Sub(i.askedAt) < askInterval {
		return
	}
	i.askedRound, i.askedAt = i.round, now
	i.request(rewind{Database: i.database, After: i.ordinal, Round: i.round})
}

// request sends a request to the source.
func (i *importer) request(r rewind) {
	if err := i.say(rewindPrefix+i.source, r); err != nil {
		i.Log.Debug("a request to another site was not sent", zap.String("source", i.source), zap.Error(err))
	}
}
