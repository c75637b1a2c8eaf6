package carrier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/secret"
	"orderd/test/kit"
)

// counted is the N-th event of its key.
type counted struct {
	Key  string `json:"key"`
	N    int    `json:"n"`
	Note string `json:"note" pii:"true"`
}

func (counted) EventName() string      { return "shop.counted.v1" }
func (e counted) EventKey() string     { return e.Key }
func (e counted) EventSubject() string { return "subject-" + e.Key }

const testSecret = "a secret of the tests, long enough"

// site is a database with its bus and the carrier of one process.
type site struct {
	*testing.T
	name    string
	url     string
	db      *gorm.DB
	bus     *eventbus.Bus
	carrier *Carrier
	stop    func() // of the carrier
	logged  *observer.ObservedLogs
}

// newSite makes a database with the tables of the tests, and one process on it, which is not
// started.
func newSite(t *testing.T, nats, name string, sources ...string) *site {
	t.Helper()
	url := kit.PostgresURL(t, eventbus.Migrations(), Migrations())
	s := joinSite(t, url, nats, name, sources...)
	for _, statement := range []string{
		"CREATE TABLE counters (key text PRIMARY KEY, n bigint NOT NULL)",
		"CREATE TABLE handled (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, consumer text NOT NULL, key text NOT NULL, n bigint NOT " +
			"NULL, note text NOT NULL, took_ms double precision NOT NULL)",
	} {
		if err := s.db.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// joinSite makes another process of a site.
func joinSite(t *testing.T, url, nats, name string, sources ...string) *site {
	t.Helper()
	return siteOn(t, kit.Open(t, url), url, nats, name, sources...)
}

// siteOn makes a process of a site on a handle of its own.
func siteOn(t *testing.T, db *gorm.DB, url, nats, name string, sources ...string) *site {
	t.Helper()
	s := &site{T: t, name: name, url: url, db: db}
	core, logged := observer.New(zap.WarnLevel)
	s.logged = logged
	log := zap.New(core)
	t.Cleanup(func() {
		for _, line := range logged.All() {
			if t.Failed() {
				t.Logf("%s: %s %v", name, line.Message, line.ContextMap())
			}
		}
	})
	var err error
	if s.bus, err = eventbus.New(s.db, eventbus.Options{Log: log}); err != nil {
		t.Fatal(err)
	}
	s.carrier = New(s.db, s.bus, Options{
		URL: nats, Source: name, Sites: sources, Keep: time.Hour, Secrets: secret.New(testSecret), Log: log,
	})
	s.carrier.pulse = 100 * time.Millisecond
	return s
}

// hears adds consumers that write a row for each event.
func (s *site) hears(consumers ...string) *site {
	for _, name := range consumers {
		eventbus.On(s.bus, eventbus.Consumer{Name: name}, func(_ context.Context, tx *gorm.DB, m eventbus.Message[counted]) error {
			return tx.Exec("INSERT INTO handled (consumer, key, n, note, took_ms) VALUES (?, ?, ?, ?, extract(epoch FROM clock_timestamp() - "+
				"?::timestamptz) * 1000)",
				name, m.Event.Key, m.Event.N, m.Event.Note, m.OccurredAt).Error
		})
	}
	return s
}

// start starts the bus and the carrier until the end of the test.
func (s *site) start() *site {
	s.Helper()
	if err := s.bus.Start(s.Context()); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.bus.Stop(ctx); err != nil {
			s.Errorf("stop: %v", err)
		}
	})
	s.carry()
	return s
}

// carry runs the carrier; stop ends it.
func (s *site) carry() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.carrier.Run(ctx) }()
	stopped := false
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			s.Errorf("carrier: %v", err)
		}
	}
	s.Cleanup(s.stop)
}

// publish commits the next event of each key, in one transaction.
func (s *site) publish(keys ...string) {
	s.Helper()
	ctx := s.Context()
	err := database.InTx(ctx, s.db, func(tx *gorm.DB) error {
		var events []eventbus.Event
		for _, key := range keys {
			var n int
			err := tx.Raw("INSERT INTO counters (key, n) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING "+
				"n", key).Scan(&n).Error
			if err != nil {
				return err
			}
			events = append(events, counted{Key: key, N: n, Note: "note of " + key})
		}
		return eventbus.Publish(ctx, tx, events...)
	})
	if err != nil {
		s.Fatal(err)
	}
}

// publishMany publishes n events of ten keys, one transaction for each twenty.
func (s *site) publishMany(n int) {
	s.Helper()
	for begun := 0; begun < n; begun += 20 {
		var keys []string
		for i := range min(20, n-begun) {
			keys = append(keys, fmt.Sprintf("k%d", i%10))
		}
		s.publish(keys...)
	}
}

func (s *site) count(query string, args ...any) (n int) {
	s.Helper()
	if err := s.db.Raw(query, args...).Scan(&n).Error; err != nil {
		s.Fatal(err)
	}
	return n
}

// awaitHandled waits until consumers have handled n events in all and fails unless each event of
// from was handled once by each, in the order of its key.
func (s *site) awaitHandled(from *site, n int, consumers int) {
	s.Helper()
	kit.Within(s, time.Minute, "all events are handled", func() error {
		if got := s.count("SELECT count(*) FROM handled"); got != n*consumers {
			return fmt.Errorf("%d of %d are handled", got, n*consumers)
		}
		return nil
	})
	s.checkHandled(from, n, consumers)
}

func (s *site) checkHandled(from *site, n int, consumers int) {
	s.Helper()
	if published := from.count("SELECT coalesce(sum(n), 0) FROM counters"); published != n {
		s.Errorf("%d events were published, want %d", published, n)
	}
	if once := s.count("SELECT count(*) FROM (SELECT DISTINCT consumer, key, n FROM handled) AS effects"); once != n*consumers {
		s.Errorf("%d different effects, want %d", once, n*consumers)
	}
	if all := s.count("SELECT count(*) FROM handled"); all != n*consumers {
		s.Errorf("%d effects, want %d", all, n*consumers)
	}
	late := s.count("SELECT count(*) FROM (SELECT n, lag(n, 1, 0::bigint) OVER (PARTITION BY consumer, key ORDER BY id) AS before FROM " +
		"handled) AS effects WHERE n <> before + 1")
	if late != 0 {
		s.Errorf("%d effects out of order", late)
	}
}

// warnings returns how many warnings and errors with this text the site has logged.
func (s *site) warnings(text string) (n int) {
	for _, line := range s.logged.All() {
		if strings.Contains(line.Message+fmt.Sprint(line.ContextMap()), text) {
			n++
		}
	}
	return n
}

// awaitWarning waits until the site has logged a warning or an error with this text.
func (s *site) awaitWarning(text string) {
	s.Helper()
	kit.Eventually(s, "the log says "+text, func() error {
		if s.warnings(text) == 0 {
			return errors.New("it does not")
		}
		return nil
	})
}
