package sites

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/eventbus/carrier"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

const (
	stream     = "ORDERD"
	keys       = 60
	publishers = 4 // that publish at the same time
)

// events is how many events a test of a fault publishes at least.
func events() int { return scaled(800, 10_000) }

// site is a database with two processes. Its consumers write a row of "handled" for each event.
type site struct {
	name      string
	url       string
	db        *gorm.DB
	processes group
	consumers []string
}

// world is a cluster of three NATS servers and two sites, of which "in" hears "main". Servers and
// the processes of the sites are children of the test.
type world struct {
	*testing.T
	began    time.Time
	layout   natsserver.Layout
	nodes    group
	main, in *site
	sites    []*site // all
	client   jetstream.JetStream
	random   *rand.Rand

	permits    chan struct{} // one for each event that may be published
	released   int
	publishing sync.WaitGroup
	stopOnce   sync.Once
}

// newWorld runs a world whose two databases are new ones of the server of all tests.
func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, newURL(t), newURL(t))
}

// newURL is the URL of a new database that has the tables of the bus.
func newURL(t *testing.T) string {
	t.Helper()
	return kit.PostgresURL(t, eventbus.Migrations(), carrier.Migrations())
}

// newWorldOn is newWorld with the URLs of the databases, which may be empty.
func newWorldOn(t *testing.T, mainURL, inURL string) *world {
	t.Helper()
	w := &world{T: t, began: time.Now(), random: kit.Rand(t), layout: natsserver.NewLayout(t, 3), permits: make(chan struct{}, 10*events())}
	for i := range w.layout.Dirs {
		w.nodes = append(w.nodes, w.launchNode(i))
	}
	var heard []string
	for i := range scaled(3, 12) {
		heard = append(heard, fmt.Sprintf("shop.consumer%d", i))
	}
	w.main = w.openSite("main", mainURL, nil, "shop.own")
	w.exec(w.main.db, "CREATE TABLE counters (key text PRIMARY KEY, n bigint NOT NULL)")
	if _, _, err := newCarrier(w.main.db, w.layout.URL(), "main"); err != nil {
		t.Fatal(err)
	}
	w.in = w.openSite("in", inURL, []string{"main"}, heard...)
	w.connect()
	w.startPublishers()
	t.Cleanup(w.describeFailure)
	return w
}

// openSite starts two processes on a database. The table "leaders" lists who has had a lease, the
// last one last.
func (w *world) openSite(name, url string, from []string, consumers ...string) *site {
	w.Helper()
	s := &site{
		name: name, url: url, db: kit.Open(w, url+"&statement_timeout=2min", eventbus.Migrations(), carrier.Migrations()), consumers: consumers,
	}
	for _, statement := range []string{
		"CREATE TABLE handled (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, consumer text NOT NULL, key text NOT NULL, n bigint NOT NULL)",
		"CREATE TABLE leaders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, part text NOT NULL, process text NOT NULL, holder text NOT " +
			"NULL)",
		`CREATE FUNCTION note_leader() RETURNS trigger LANGUAGE plpgsql AS
			'BEGIN INSERT INTO leaders (part, process, holder) VALUES (TG_TABLE_NAME, current_setting(''application_name''),
				NEW.holder); RETURN NULL; END'`,
		"CREATE TRIGGER note_leader AFTER INSERT OR UPDATE OF holder ON event_carrier FOR EACH ROW WHEN (NEW.holder <> '') EXECUTE FUNCTION " +
			"note_leader()",
		"CREATE TRIGGER note_leader AFTER INSERT OR UPDATE OF holder ON event_sources FOR EACH ROW WHEN (NEW.holder <> '') EXECUTE FUNCTION " +
			"note_leader()",
	} {
		w.exec(s.db, statement)
	}
	for i := range 2 {
		process := fmt.Sprintf("%s-%d", name, i)
		s.processes = append(s.processes, launch(w.T, process, role+"=site", "SITES_NATS="+w.layout.URL(), "SITES_SOURCE="+name,
			"SITES_DATABASE="+url+"&application_name="+process, "SITES_FROM="+strings.Join(from, " "),
			"SITES_CONSUMERS="+strings.Join(consumers, " ")))
	}
	kit.Within(w, patience, "the consumers of "+name+" are known", func() error {
		return atLeast(w.count(s.db, "SELECT count(*) FROM event_subscriptions WHERE event_name = ? AND consumer <> 'carrier'",
			counted{}.EventName()), len(consumers))
	})
	w.sites = append(w.sites, s)
	return s
}

func (w *world) launchNode(i int) *child {
	return launch(w.T, fmt.Sprintf("node %d", i), nodeEnviron(w.layout, i)...)
}

// nodeEnviron makes a process a node of a cluster.
func nodeEnviron(l natsserver.Layout, i int) []string {
	var nodes []string
	for n := range l.Dirs {
		nodes = append(nodes, fmt.Sprintf("%d:%d:%s", l.Clients[n], l.Routes[n], l.Dirs[n]))
	}
	return []string{role + "=node", fmt.Sprintf("SITES_NODE=%d", i), "SITES_NODES=" + strings.Join(nodes, " "), "SITES_FILE=" + l.File}
}

func (w *world) connect() {
	w.Helper()
	conn, err := nats.Connect(w.layout.URL(), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(conn.Close)
	if w.client, err = jetstream.New(conn); err != nil {
		w.Fatal(err)
	}
}

func (w *world) exec(db *gorm.DB, statement string) {
	w.Helper()
	if err := db.Exec(statement).Error; err != nil {
		w.Fatal(err)
	}
}

// count returns the number of a query. A connection that a fault has cut is replaced.
func (w *world) count(db *gorm.DB, query string, args ...any) (n int) {
	w.Helper()
	kit.Eventually(w, "the database answers", func() error { return db.Raw(query, args...).Scan(&n).Error })
	return n
}

func (w *world) openStream() jetstream.Stream {
	w.Helper()
	var s jetstream.Stream
	kit.Within(w, time.Minute, "the stream answers", func() (err error) {
		ctx, cancel := context.WithTimeout(w.Context(), 5*time.Second)
		defer cancel()
		s, err = w.client.Stream(ctx, stream)
		return err
	})
	return s
}
