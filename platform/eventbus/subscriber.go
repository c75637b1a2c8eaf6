package eventbus

import (
	"context"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"
)

// subscriber is the Watermill side of a consumer: it implements message.Subscriber. The context of
// a message carries the transaction of its batch. Ack lets the worker delete the delivery in that
// transaction; Nack makes it roll back the handler's work.
type subscriber struct {
	bus      *Bus
	consumer *registeredConsumer

	closeCtx context.Context // Close cancels it
	cancel   context.CancelFunc
	workers  sync.WaitGroup
}

func newSubscriber(b *Bus, c *registeredConsumer) *subscriber {
	s := &subscriber{bus: b, consumer: c}
	s.closeCtx, s.cancel = context.WithCancel(b.runCtx)
	return s
}

// Subscribe starts a worker, whose messages come out of the channel one at a time: the next one
// after the Ack or Nack of the last. The topic is the consumer's name.
//
// When ctx ends, which is when the router closes, or at Close, the batch under way finishes and the
// channel is closed. The contexts of its messages end with the handler's timeout or with the bus.
func (s *subscriber) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	out := make(chan *message.Message)
	stopCtx, stop := context.WithCancel(ctx)
	runCtx, cancelRun := context.WithCancel(context.WithoutCancel(ctx))
	detachClose := context.AfterFunc(s.closeCtx, stop)
	detachBus := context.AfterFunc(s.bus.runCtx, cancelRun)
	w := newWorker(s.bus, s.consumer)
	w.out, w.stopCtx = out, stopCtx
	s.workers.Go(func() {
		defer close(out)
		w.run(runCtx)
		detachClose()
		detachBus()
		stop()
		cancelRun()
	})
	return out, nil
}

// Close lets the batches under way finish and closes the channels.
func (s *subscriber) Close() error {
	s.cancel()
	s.workers.Wait()
	return nil
}
