package sites

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/carrier"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

const (
	stream    = "ORDERD"
	keys      = 60
	publisher = 4 // that publish at the same time
)

// world is a cluster of three NATS servers and two databases, of which "in" hears "main". Servers
// and the processes of the sites are children of the test.
type world struct {
	*testing.T
	layout    natsserver.Layout
	nodes     []*child
	main, in  *gorm.DB
	relays    []*child // the processes of main
	importers []*child // the processes of in
	client    jetstream.JetStream
	consumers []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, layout: natsserver.NewLayout(t, 3)}
	for i := range w.layout.Dirs {
		w.nodes = append(w.nodes, w.launchNode(i))
	}
	n := 3
	if *full {
		n = 12
	}
	for i := range n {
		w.consumers = append(w.consumers, fmt.Sprintf("shop.consumer%d", i))
	}
	mainURL := kit.PostgresURL(t, eventbus.Migrations(), carrier.Migrations())
	inURL := kit.PostgresURL(t, eventbus.Migrations(), carrier.Migrations())
	w.main, w.in = kit.Open(t, mainURL), kit.Open(t, inURL)
	w.exec(w.main, "CREATE TABLE counters (key text PRIMARY KEY, n bigint NOT NULL)")
	w.exec(w.in, "CREATE TABLE handled (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, consumer text NOT NULL, key text NOT NULL, n bigint NOT NULL)")
	if _, _, err := newCarrier(w.main, w.layout.URL(), "main"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.relays = append(w.relays, w.launchSite("SITES_DATABASE="+mainURL, "SITES_SOURCE=main"))
		w.importers = append(w.importers, w.launchSite("SITES_DATABASE="+inURL, "SITES_SOURCE=in", "SITES_FROM=main", "SITES_CONSUMERS="+strings.Join(w.consumers, " ")))
	}
	w.connect()
	return w
}

func (w *world) launchNode(i int) *child {
	var nodes []string
	for n := range w.layout.Dirs {
		nodes = append(nodes, fmt.Sprintf("%d:%d:%s", w.layout.Clients[n], w.layout.Routes[n], w.layout.Dirs[n]))
	}
	return launch(w.T, role+"=node", fmt.Sprintf("SITES_NODE=%d", i), "SITES_NODES="+strings.Join(nodes, " "))
}

func (w *world) launchSite(env ...string) *child {
	return launch(w.T, append(env, role+"=site", "SITES_NATS="+w.layout.URL())...)
}

func (w *world) connect() {
	w.Helper()
	conn, err := nats.Connect(w.layout.URL(), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(100*time.Millisecond))
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
func (w *world) count(db *gorm.DB, query string) (n int) {
	w.Helper()
	kit.Eventually(w, "the database answers", func() error { return db.Raw(query).Scan(&n).Error })
	return n
}

// publish publishes until stop is called. The counters hold how many events were committed.
func (w *world) publish() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var publishing sync.WaitGroup
	for p := range publisher {
		publishing.Go(func() {
			for i := p; ctx.Err() == nil; i++ {
				err := publishNext(ctx, w.main, fmt.Sprintf("k%d", i*7%keys))
				if err != nil && ctx.Err() == nil && !database.IsUnavailable(err) {
					w.Logf("publish: %v", err) // a commit that was cut off is not counted either
				}
			}
		})
	}
	return func() {
		cancel()
		publishing.Wait()
	}
}

// publishNext commits the next event of a key.
func publishNext(ctx context.Context, db *gorm.DB, key string) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		var n int
		err := tx.Raw("INSERT INTO counters (key, n) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING n", key).Scan(&n).Error
		if err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, counted{key, n})
	})
}

// publishSome publishes n events of several keys.
func (w *world) publishSome(n int) {
	w.Helper()
	for i := range n {
		if err := publishNext(w.Context(), w.main, fmt.Sprintf("k%d", i%keys)); err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) published() int { return w.count(w.main, "SELECT coalesce(sum(n), 0) FROM counters") }

func (w *world) handled() int { return w.count(w.in, "SELECT count(*) FROM handled") }

// settle waits until every event has been handled by every consumer, and counts.
func (w *world) settle() {
	w.Helper()
	want := w.published() * len(w.consumers)
	kit.Within(w, 2*time.Minute, "every event is handled", func() error {
		if got := w.handled(); got < want {
			return fmt.Errorf("%d of %d", got, want)
		}
		return nil
	})
	w.Logf("%d events × %d consumers", want/len(w.consumers), len(w.consumers))
	for what, query := range map[string]string{
		"doubled":      "SELECT count(*) - count(DISTINCT (consumer, key, n)) FROM handled",
		"out of order": "SELECT count(*) FROM (SELECT n, lag(n, 1, 0::bigint) OVER (PARTITION BY consumer, key ORDER BY id) AS before FROM handled) AS effects WHERE n <> before + 1",
		"left over":    "SELECT count(*) FROM deliveries",
	} {
		if n := w.count(w.in, query); n != 0 {
			w.Errorf("%d effects are %s", n, what)
		}
	}
	if got := w.count(w.in, "SELECT count(DISTINCT (consumer, key, n)) FROM handled"); got != want {
		w.Errorf("%d different effects, want %d: the rest is lost", got, want)
	}
}

// child is a process of the world.
type child struct {
	t      *testing.T
	env    []string
	cmd    *exec.Cmd
	exited chan struct{}
	output bytes.Buffer
}

// launch starts this test binary in a role. The process is killed at the end of the test.
func launch(t *testing.T, env ...string) *child {
	t.Helper()
	c := &child{t: t, env: env}
	c.start()
	t.Cleanup(func() {
		c.kill()
		if t.Failed() && c.output.Len() > 0 {
			t.Logf("%s: %s", env[0], c.output.Bytes()[:min(c.output.Len(), 2000)])
		}
	})
	return c
}

func (c *child) start() {
	c.t.Helper()
	c.cmd = exec.Command("/proc/self/exe")
	c.cmd.Env = append(os.Environ(), c.env...)
	c.cmd.Stderr = &c.output
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	cmd, exited := c.cmd, make(chan struct{})
	c.exited = exited
	go func() {
		_ = cmd.Wait()
		close(exited)
	}()
}

// kill ends the process by SIGKILL.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	<-c.exited
}

func (c *child) signal(s syscall.Signal) { _ = c.cmd.Process.Signal(s) }
