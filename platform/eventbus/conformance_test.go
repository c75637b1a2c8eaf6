package eventbus

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// TestWatermillConformance runs Watermill's own suite for Pub/Subs on an adapter that opens its own
// transactions. A topic is an event, a consumer group on a topic is a consumer, and the payload is
// the key: the suite checks the order within each payload, which the bus promises for a key.
//
// ExactlyOnceDelivery is false: effects happen once, deliveries may come again. Persistent
// subscribers do not get events from before their subscription: Replay is for that. The bus has no
// broker to restart.
func TestWatermillConformance(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			conform(t, dialect)
		})
	}
}

func conform(t *testing.T, dialect string) {
	// Each test of the suite has a bus and a database of its own, by its name: on SQLite a message
	// without an answer holds the writer.
	buses := sync.Map{}
	inGroup := func(t *testing.T, group string) (message.Publisher, message.Subscriber) {
		once, _ := buses.LoadOrStore(t.Name(), sync.OnceValue(func() *Bus {
			db := kit.Open(t, kit.NewURL(t, dialect, Migrations()), Migrations())
			return newFixture(t, db, Options{MaxAttempts: 1 << 30, Pauses: background.Pauses{time.Millisecond}}).bus
		}))
		bus := once.(func() *Bus)()
		s := &topics{bus: bus, group: group, closing: make(chan struct{})}
		t.Cleanup(func() { _ = s.Close() }) // the suite does not close all of them
		return publisher{bus}, s
	}
	tests.TestPubSub(t, conformanceFeatures(), func(t *testing.T) (message.Publisher, message.Subscriber) {
		return inGroup(t, "default")
	}, inGroup)
}

func conformanceFeatures() tests.Features {
	return tests.Features{
		ConsumerGroups:  true,
		GuaranteedOrder: true,
		Persistent:      true,
		// The long form takes two minutes; make bench-events measures its numbers.
		ForceShort: os.Getenv("CONFORMANCE") != "full",
	}
}

// envelope is a Watermill message as the payload of an event.
type envelope struct {
	UUID     string           `json:"uuid"`
	Payload  []byte           `json:"payload"`
	Metadata message.Metadata `json:"metadata"`
}

type publisher struct{ bus *Bus }

func (p publisher) Publish(topic string, messages ...*message.Message) error {
	records := make([]eventRecord, len(messages))
	for i, m := range messages {
		payload, err := json.Marshal(envelope{m.UUID, m.Payload, m.Metadata})
		if err != nil {
			return err
		}
		records[i] = eventRecord{
			id: id.New(), name: topic, key: string(m.Payload), payload: string(payload), personal: "{}",
			occurredAt: p.bus.clock.Now(), actor: "system",
		}
	}
	return database.InTx(context.Background(), p.bus.db, func(tx *gorm.DB) error { return p.bus.publishRecords(tx, records, runNow) })
}

func (publisher) Close() error { return nil }

// topics subscribes a consumer group to topics.
type topics struct {
	bus     *Bus
	group   string
	closing chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

func (s *topics) consumer(topic string) *registeredConsumer {
	c := newConsumer(Consumer{Name: s.group + "/" + topic})
	c.subscriptions[topic] = &subscription{}
	return c
}

func (s *topics) SubscribeInitialize(topic string) error {
	return database.InTx(context.Background(), s.bus.db, s.consumer(topic).declare)
}

func (s *topics) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	c := s.consumer(topic)
	var known int64
	if err := s.bus.db.Table("event_subscriptions").Where("consumer = ?", c.Name).Count(&known).Error; err != nil {
		return nil, err
	}
	if known == 0 {
		if err := s.SubscribeInitialize(topic); err != nil {
			return nil, err
		}
	}
	inner := newSubscriber(s.bus, c)
	in, err := inner.Subscribe(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	stopListening := database.Listen(s.bus.db, wakeTopic, func(name string) {
		if name == c.Name {
			c.wake.Send()
		}
	})
	out := make(chan *message.Message)
	done := make(chan struct{})
	s.running.Go(func() {
		defer close(done)
		defer close(out)
		defer stopListening()
		for m := range in {
			s.relay(m, out)
		}
	})
	s.running.Go(func() { // the poll, and Close
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			c.wake.Send()
			select {
			case <-tick.C:
			case <-s.closing:
				_ = inner.Close()
				return
			case <-done:
				return
			}
		}
	})
	return out, nil
}

// relay passes a message on and its answer back.
func (s *topics) relay(in *message.Message, out chan<- *message.Message) {
	var e envelope
	if err := json.Unmarshal(in.Payload, &e); err != nil {
		panic(err)
	}
	m := message.NewMessageWithContext(in.Context(), e.UUID, e.Payload)
	m.Metadata = e.Metadata
	select {
	case out <- m:
	case <-s.closing:
		in.Nack()
		return
	}
	select {
	case <-m.Acked():
		in.Ack()
	case <-m.Nacked():
		in.Nack()
	case <-in.Context().Done():
	}
}

func (s *topics) Close() error {
	s.once.Do(func() { close(s.closing) })
	s.running.Wait()
	return nil
}
