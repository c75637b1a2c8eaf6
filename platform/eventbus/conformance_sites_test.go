package eventbus_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"orderd/platform/background"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/carrier"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// TestWatermillConformanceAcrossDatabases runs Watermill's suite with publishers on one database
// and subscribers on another, which the carrier connects. The features are those of one database.
func TestWatermillConformanceAcrossDatabases(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	// Each test of the suite has databases, sources and buses of its own, by its name.
	worlds, made := sync.Map{}, atomic.Int64{}
	inGroup := func(t *testing.T, group string) (message.Publisher, message.Subscriber) {
		once, _ := worlds.LoadOrStore(t.Name(), sync.OnceValue(func() [2]*eventbus.Bus {
			n := made.Add(1)
			from, to := fmt.Sprintf("from-%d", n), fmt.Sprintf("to-%d", n)
			return [2]*eventbus.Bus{newSite(t, node.URL(), from), newSite(t, node.URL(), to, from)}
		}))
		world := once.(func() [2]*eventbus.Bus)()
		s := eventbus.ConformanceSubscriber(world[1], group)
		t.Cleanup(func() { _ = s.Close() }) // the suite does not close all of them
		return eventbus.ConformancePublisher(world[0]), s
	}
	tests.TestPubSub(t, eventbus.ConformanceFeatures(), func(t *testing.T) (message.Publisher, message.Subscriber) {
		return inGroup(t, "default")
	}, inGroup)
}

// newSite makes a database with a bus and runs its carrier until the end of the test.
func newSite(t *testing.T, nats, source string, sites ...string) *eventbus.Bus {
	t.Helper()
	db := kit.Open(t, kit.PostgresURL(t, eventbus.Migrations(), carrier.Migrations()))
	bus, err := eventbus.New(db, eventbus.Options{MaxAttempts: 1 << 30, Pauses: background.Pauses{time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	c := carrier.New(db, bus, carrier.Options{
		URL: nats, Source: source, Sites: sites, Keep: time.Hour, Secrets: secret.New("a secret of the tests, long enough"),
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return bus
}
