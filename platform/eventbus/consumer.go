package eventbus

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// consumer is a Consumer with its handlers.
type consumer struct {
	Consumer
	handlers map[string]handlerFunc // by event name
	reset    func(ctx context.Context, tx *gorm.DB) error
	wake     chan struct{} // holds one token when there may be something to do
}

type handlerFunc func(ctx context.Context, tx *gorm.DB, d *delivery, payload []byte) error

// On registers handler for the events of type E at consumer. It panics on a consumer that hears the same event twice or that is described in two
// ways, on an event that breaks the rules of Event, and after Start.
func On[E Event](b *Bus, c Consumer, handler Handler[E]) {
	var event E
	if err := shapeOf(event).fault; err != nil {
		panic(err)
	}
	b.consumer(c).hear(event.EventName(), func(ctx context.Context, tx *gorm.DB, d *delivery, payload []byte) error {
		m := Message[E]{
			Seq: d.seq, ID: d.id, Key: d.key, Subject: d.subject, OccurredAt: d.occurredAt,
			RequestID: d.requestID, Causation: d.causation, Actor: d.actor, Attempt: d.attempts + 1,
		}
		if err := json.Unmarshal(payload, &m.Event); err != nil {
			return fmt.Errorf("eventbus: %s is not what this binary expects: %w", d.name, err)
		}
		return handler(ctx, tx, m)
	})
}

// ResetSQL is a reset by plain statements. Where requests read the copy meanwhile, setting its sequences to 0 serves better than deleting it.
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

// OnReset registers what empties the read model of a consumer before Replay fills it anew. It panics on a consumer that is no ReadModel.
func OnReset(b *Bus, c Consumer, reset func(ctx context.Context, tx *gorm.DB) error) {
	if !c.ReadModel {
		panic("eventbus: " + c.Name + " is no read model, it can't be reset")
	}
	b.consumer(c).reset = reset
}

func (b *Bus) consumer(c Consumer) *consumer {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.router != nil:
		panic("eventbus: " + c.Name + " registered after Start")
	case c.Name == "":
		panic("eventbus: a consumer without a name")
	}
	known, ok := b.consumers[c.Name]
	if !ok {
		known = &consumer{Consumer: c, handlers: map[string]handlerFunc{}, wake: make(chan struct{}, 1)}
		b.consumers[c.Name] = known
	}
	if known.Consumer != c {
		panic("eventbus: " + c.Name + " is described in two ways")
	}
	return known
}

func (c *consumer) hear(event string, h handlerFunc) {
	if _, twice := c.handlers[event]; twice {
		panic("eventbus: " + c.Name + " hears " + event + " twice")
	}
	c.handlers[event] = h
}

// handle is the consumer's Watermill handler.
func (c *consumer) handle(msg *message.Message) error {
	ctx := msg.Context()
	h := handingOf(ctx)
	ctx = WithCause(ctx, Cause{RequestID: h.requestID, Actor: h.actor, EventID: h.id, Barrier: h.barrier})
	return c.handlers[h.name](ctx, h.tx.WithContext(ctx), h.delivery, msg.Payload)
}

// events are the names of what it hears.
func (c *consumer) events() []string { return slices.Sorted(maps.Keys(c.handlers)) }

// nudge tells a worker of the consumer that there may be something to do.
func (c *consumer) nudge() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// DeclareConsumers writes the consumers and what they hear into the database, as Start does: from then on every Publish, of whichever process, makes a delivery
// for each. What another binary has written stays: it may be running beside this one. Rows go in one order, so that replicas that start at once don't deadlock.
func (b *Bus) DeclareConsumers(ctx context.Context) error {
	err := database.InTx(ctx, b.db, func(tx *gorm.DB) error {
		for _, name := range slices.Sorted(maps.Keys(b.consumers)) {
			if err := b.consumers[name].declare(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("eventbus: declare the consumers: %w", err)
	}
	return nil
}

// ConsumersDeclared tells whether any binary has declared its consumers. Before that an event reaches none, now or later.
func ConsumersDeclared(ctx context.Context, db *gorm.DB) (declared bool, err error) {
	if err := db.WithContext(ctx).Raw(`SELECT EXISTS (SELECT 1 FROM event_consumers)`).Scan(&declared).Error; err != nil {
		return false, fmt.Errorf("eventbus: %w", err)
	}
	return declared, nil
}

func (c *consumer) declare(tx *gorm.DB) error {
	prompt := c.ReadModel || c.Awaited
	err := tx.Exec(`INSERT INTO event_consumers (name, read_model, prompt) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET read_model = excluded.read_model, prompt = excluded.prompt`, c.Name, c.ReadModel, prompt).Error
	if err != nil {
		return err
	}
	for _, event := range c.events() {
		err := tx.Exec(`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, ?, ?)
			ON CONFLICT (event_name, consumer) DO UPDATE SET prompt = excluded.prompt`, event, c.Name, prompt).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// quoted makes an SQL list of texts.
func quoted(texts []string) string {
	list := make([]string, len(texts))
	for i, t := range texts {
		list[i] = "'" + strings.ReplaceAll(t, "'", "''") + "'"
	}
	return strings.Join(list, ", ")
}
