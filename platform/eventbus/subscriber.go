package eventbus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// subscriber is the Watermill side of a consumer: it implements message.Subscriber. A message's context carries the transaction of its batch;
// its Ack lets the delivery be deleted with that transaction, its Nack rolls back what was done with it.
type subscriber struct {
	bus      *Bus
	consumer *consumer

	closing context.Context
	close   context.CancelFunc
	workers sync.WaitGroup
}

func newSubscriber(b *Bus, c *consumer) *subscriber {
	s := &subscriber{bus: b, consumer: c}
	s.closing, s.close = context.WithCancel(b.life)
	return s
}

// Subscribe starts a worker. Its messages come out of the channel one at a time: the next one when the last was acknowledged or refused. The topic
// is the consumer's name. When ctx ends, which the router's does as soon as it closes, or at Close, the message under way may finish; its own context
// ends with its limit or the life of the bus. Then the channel is closed.
func (s *subscriber) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	out := make(chan *message.Message)
	stopping, stop := context.WithCancel(ctx)
	running, halt := context.WithCancel(context.WithoutCancel(ctx))
	closed := context.AfterFunc(s.closing, stop)
	halted := context.AfterFunc(s.bus.life, halt)
	w := &worker{bus: s.bus, consumer: s.consumer, known: s.consumer.events(), out: out, stopping: stopping}
	s.workers.Go(func() {
		defer close(out)
		w.run(running)
		closed()
		halted()
		stop()
		halt()
	})
	return out, nil
}

// Close lets the batches under way finish and closes the channels.
func (s *subscriber) Close() error {
	s.close()
	s.workers.Wait()
	return nil
}

// handing is what a message's context carries: the delivery, its transaction and where its failure goes.
type handing struct {
	*delivery
	tx      *gorm.DB
	failure error // set before the Nack
}

type handingKey struct{}

func handingOf(ctx context.Context) *handing { return ctx.Value(handingKey{}).(*handing) }

var (
	// errNotTaken: the worker stops, or nobody reads its channel. It is nobody's failure.
	errNotTaken = errors.New("eventbus: nobody took the message")
	// errStuck: the handler did not come back. What it may still do with the transaction must not be committed.
	errStuck = errors.New("eventbus: the handler ran past its limit and did not return")
	// errRefused is the failure of a message that was refused without a reason.
	errRefused = errors.New("eventbus: refused")
)

// grace is how long a handler has to return after its context has ended.
const grace = 250 * time.Millisecond

// hand gives the delivery to Watermill and waits for the answer: nil for an Ack, else why not.
func (w *worker) hand(tx *gorm.DB, d *delivery) error {
	ctx, cancel := context.WithTimeout(tx.Statement.Context, w.bus.limit)
	defer cancel()
	h := &handing{delivery: d, tx: tx}
	msg := message.NewMessageWithContext(context.WithValue(ctx, handingKey{}, h), d.id, merge(d.payload, d.personal))
	msg.Metadata = message.Metadata{
		"name": d.name, "key": d.key, "subject": d.subject, "request_id": d.requestID, "causation": d.causation, "actor": d.actor,
	}
	select {
	case w.out <- msg:
	case <-w.stopping.Done():
		return errNotTaken
	case <-ctx.Done():
		return errNotTaken
	}
	stuck := time.NewTimer(w.bus.limit + grace)
	defer stuck.Stop()
	select {
	case <-msg.Acked():
		return nil
	case <-msg.Nacked():
		if h.failure == nil {
			return errRefused
		}
		return h.failure
	case <-stuck.C:
		database.Abandon(tx) // the handler may still use it, so the worker does so no more
		return errStuck
	}
}

// report is the middleware that keeps a handler's error for the worker, which Watermill's Nack does not carry.
func report(next message.HandlerFunc) message.HandlerFunc {
	return func(msg *message.Message) ([]*message.Message, error) {
		if _, err := next(msg); err != nil {
			handingOf(msg.Context()).failure = err
			msg.Nack()
		}
		return nil, nil
	}
}

// reason is the text of a failure that is kept with the delivery: a panic's without its stack, cut to 500 characters.
func reason(failure error) string {
	text := failure.Error()
	if panicked, ok := errors.AsType[middleware.RecoveredPanicError](failure); ok {
		text = fmt.Sprintf("panic: %v", panicked.V)
	}
	if runes := []rune(text); len(runes) > 500 {
		text = string(runes[:500])
	}
	return text
}

func sub(all fs.FS, dir string) fs.FS {
	folder, err := fs.Sub(all, dir)
	if err != nil {
		panic(err) // the folder is compiled in
	}
	return folder
}
