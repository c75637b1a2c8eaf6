package eventbus

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"

	"orderd/platform/background"
)

// registeredConsumer is a Consumer with its handlers.
type registeredConsumer struct {
	Consumer
	subscriptions map[string]*subscription // by event name
	reset         resetFunc
	wake          background.Signal // there may be due deliveries
}

type resetFunc = func(ctx context.Context, tx *gorm.DB) error

// OnReset registers the function that empties the read model of a consumer before Replay fills it
// again. It panics when c is no ReadModel.
func OnReset(b *Bus, c Consumer, reset func(ctx context.Context, tx *gorm.DB) error) {
	if !c.ReadModel {
		panic("eventbus: " + c.Name + " is no read model, it can't be reset")
	}
	b.consumer(c).reset = reset
}

// ResetSQL returns a function for OnReset that runs statements. When requests read the copy during
// a replay, let the statements set its sequence numbers to 0 and keep its rows.
func ResetSQL(statements ...string) func(ctx context.Context, tx *gorm.DB) error {
	return func(_ context.Context, tx *gorm.DB) error {
		for _, s := range statements {
			if err := tx.Exec(s).Error; err != nil {
				return err
			}
		}
		return nil
	}
}

// Consumers returns the names of the bus's consumers, sorted.
func (b *Bus) Consumers() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.consumerNames()
}

func (b *Bus) consumerNames() []string { return slices.Sorted(maps.Keys(b.consumers)) }

// consumer returns the registered consumer, and registers it on the first call.
func (b *Bus) consumer(c Consumer) *registeredConsumer {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.router != nil:
		panic("eventbus: " + c.Name + " registered after Start")
	case c.Name == "":
		panic("eventbus: a consumer without a name")
	}
	registered, ok := b.consumers[c.Name]
	if !ok {
		registered = newConsumer(c)
		b.consumers[c.Name] = registered
	}
	if registered.Consumer != c {
		panic("eventbus: " + c.Name + " is described in two ways")
	}
	return registered
}

func newConsumer(c Consumer) *registeredConsumer {
	return &registeredConsumer{Consumer: c, subscriptions: map[string]*subscription{}, wake: background.NewSignal()}
}

func (c *registeredConsumer) subscribe(event string, s *subscription) {
	if _, twice := c.subscriptions[event]; twice {
		panic("eventbus: " + c.Name + " subscribes to " + event + " twice")
	}
	c.subscriptions[event] = s
}

// events returns the names of the events that the consumer subscribes to, sorted.
func (c *registeredConsumer) events() []string { return slices.Sorted(maps.Keys(c.subscriptions)) }

// handleMessage is the consumer's Watermill handler.
func (c *registeredConsumer) handleMessage(msg *message.Message) error {
	ctx := msg.Context()
	d := dispatchOf(ctx)
	return c.subscriptions[d.deliveries[0].name].handle(ctx, d.tx, d.deliveries)
}

// partitionKey returns the value of the column deliveries.lane: deliveries with the same value are
// handled in the order of their sequence numbers.
func partitionKey(consumer, key string) string { return consumer + " " + key }

// sqlList returns texts as an SQL list of string literals.
func sqlList(texts []string) string {
	literals := make([]string, len(texts))
	for i, t := range texts {
		literals[i] = "'" + strings.ReplaceAll(t, "'", "''") + "'"
	}
	return strings.Join(literals, ", ")
}
