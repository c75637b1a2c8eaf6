package app

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"

	"orderd/cmd/orderd/settings"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// With events.url: database: there is no carrier, none of its tables and none of its metrics, and
// its queue does not exist.
func TestOneDatabaseHasNoCarrier(t *testing.T) {
	t.Parallel()
	s := started(t, database.Postgres)
	if s.carrier != nil {
		t.Error("there is a carrier")
	}
	var tables []string
	err := s.db.Raw(`SELECT table_name FROM information_schema.tables WHERE table_name ~ 'carrier|event_sent|event_sources|event_erasures'
		UNION SELECT name FROM event_consumers WHERE name = 'carrier'`).Scan(&tables).Error
	if err != nil || len(tables) != 0 {
		t.Errorf("the database has %q, %v", tables, err)
	}
	if _, metrics := get(t, s.ops+"/metrics"); strings.Contains(metrics, "events_carrier") || strings.Contains(metrics, "events_source") {
		t.Error("the metrics have those of a carrier")
	}
}

// A service with NATS sends its events: what happens at its start is enough to see one.
func TestServiceSendsToNATS(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	environ := append(testEnviron(t, database.Postgres), "ORDERD_EVENTS_URL="+node.URL(), "ORDERD_EVENTS_SOURCE=main")
	c, err := settings.Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), c, Options{Log: zap.NewNop()})
	if err == nil {
		err = a.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	ops := "http://" + a.OpsAddr().String()
	kit.Eventually(t, "an event is sent", func() error { return sent(t, node.URL()) })
	kit.Eventually(t, "the metrics of the carrier", func() error {
		_, metrics := get(t, ops+"/metrics")
		for _, want := range []string{"orderd_events_carrier_connected 1", "orderd_events_carrier_refused 0", "orderd_events_carrier_unsent 0"} {
			if !strings.Contains(metrics, want) {
				return fmt.Errorf("no %s", want)
			}
		}
		return nil
	})
	if err := a.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	renewed := orderd(t, environ, "events", "renew-source").require(t, 0, "^renewed; events up to [1-9]")
	if renewed.err != "" {
		t.Errorf("it says %s", renewed.err)
	}
	orderd(t, environ, "events", "fork").require(t, 1, "still the name of the database that it was copied from")
	copied := append(slices.Clone(environ[:len(environ)-1]), "ORDERD_EVENTS_SOURCE=copy")
	orderd(t, copied, "events", "fork").require(t, 0, "^copy goes on from its copy of main")
	orderd(t, copied, "events", "fork").require(t, 1, "never sent")
	orderd(t, testEnviron(t, database.Postgres), "events", "fork").require(t, 1, "names no NATS servers")
	orderd(t, testEnviron(t, database.Postgres), "events", "renew-source").require(t, 1, "names no NATS servers")
}

// sent is nil when the stream has an event without the personal data of the admin in clear.
func sent(t *testing.T, url string) error {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	client, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	stream, err := client.Stream(t.Context(), "ORDERD")
	if err != nil {
		return err
	}
	m, err := stream.GetLastMsgForSubject(t.Context(), "orderd.events.main.identity.>")
	if err == nil && bytes.ContainsRune(m.Data, '@') {
		t.Errorf("an address is in clear: %s", m.Data)
	}
	return err
}
