package sites

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/carrier"
	"orderd/platform/secret"
	"orderd/test/kit/natsserver"
)

var full = flag.Bool("full", false, "10 000 events, twelve consumers, and every fault as often as is promised")

// role is the variable that makes a process of this test binary a part of the world.
const role = "SITES_ROLE"

func TestMain(m *testing.M) {
	run := map[string]func(context.Context) error{"node": runNode, "site": runSite}[os.Getenv(role)]
	if run == nil {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // stop has nothing to undo
	}
}

// runNode runs a NATS server of the cluster.
func runNode(ctx context.Context) error {
	l := natsserver.Layout{File: os.Getenv("SITES_FILE")}
	for part := range strings.FieldsSeq(os.Getenv("SITES_NODES")) { // client:route:folder
		fields := strings.SplitN(part, ":", 3)
		client, errClient := strconv.Atoi(fields[0])
		route, errRoute := strconv.Atoi(fields[1])
		if errClient != nil || errRoute != nil {
			return fmt.Errorf("node %q", part)
		}
		l.Clients, l.Routes, l.Dirs = append(l.Clients, client), append(l.Routes, route), append(l.Dirs, fields[2])
	}
	i, err := strconv.Atoi(os.Getenv("SITES_NODE"))
	if err != nil {
		return err
	}
	n, err := l.Node(i)
	if err == nil {
		err = n.Start()
	}
	if err != nil {
		return err
	}
	<-ctx.Done()
	n.Stop()
	return nil
}

// runSite runs a process of a site: bus, consumers and carrier.
func runSite(ctx context.Context) error {
	db, err := database.Open(ctx, database.Options{URL: os.Getenv("SITES_DATABASE"), Relaxed: true})
	if err != nil {
		return err
	}
	bus, c, err := newCarrier(db, os.Getenv("SITES_NATS"), os.Getenv("SITES_SOURCE"), strings.Fields(os.Getenv("SITES_FROM"))...)
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(os.Getenv("SITES_CONSUMERS")) {
		eventbus.On(bus, eventbus.Consumer{Name: name}, func(_ context.Context, tx *gorm.DB, m eventbus.Message[counted]) error {
			return tx.Exec("INSERT INTO handled (consumer, key, n) VALUES (?, ?, ?)", name, m.Event.Key, m.Event.N).Error
		})
	}
	if err := bus.Start(ctx); err != nil {
		return err
	}
	err = c.Run(ctx)
	stop, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if stopped := bus.Stop(stop); err == nil {
		err = stopped
	}
	return err
}

// newCarrier makes a bus with a carrier, which is not started: it queues what is published.
func newCarrier(db *gorm.DB, nats, source string, from ...string) (*eventbus.Bus, *carrier.Carrier, error) {
	bus, err := eventbus.New(db, eventbus.Options{})
	if err != nil {
		return nil, nil, err
	}
	return bus, carrier.New(db, bus, carrier.Options{
		URL: nats, Source: source, Sites: from, Keep: time.Hour, Secrets: secret.New("a secret of the tests, long enough"),
	}), nil
}

// counted is the N-th event of its key.
type counted struct {
	Key string `json:"key"`
	N   int    `json:"n"`
}

func (counted) EventName() string  { return "shop.counted.v1" }
func (e counted) EventKey() string { return e.Key }
