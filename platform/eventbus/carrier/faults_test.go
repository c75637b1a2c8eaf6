package carrier

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// pair is a site that sends and one that hears it with two consumers.
type pair struct {
	*testing.T
	node     *natsserver.Node
	main, in *site
	client   jetstream.JetStream
}

// newPair starts main alone: in is started by the test.
func newPair(t *testing.T) *pair {
	t.Helper()
	node := natsserver.Start(t)
	p := &pair{
		T: t, node: node, main: newSite(t, node.URL(), "main").start(), in: newSite(t, node.URL(), "in", "main").hears("shop.one", "shop.two"),
	}
	p.client = connect(t, node.URL())
	return p
}

// newPairAfter is newPair with both sites at work: in has handled n events of main.
func newPairAfter(t *testing.T, n int) *pair {
	t.Helper()
	p := newPair(t)
	p.in.start()
	p.main.publishMany(n)
	p.in.awaitHandled(p.main, n, 2)
	return p
}

func connect(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(url, nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	client, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (p *pair) stream() jetstream.Stream {
	p.Helper()
	stream, err := p.client.Stream(p.Context(), streamName)
	if err != nil {
		p.Fatal(err)
	}
	return stream
}

// sendMany publishes n events and waits until the stream has them.
func (s *site) sendMany(n int) {
	s.Helper()
	s.publishMany(n)
	s.awaitSent()
}

// awaitSent waits until the stream has acknowledged everything that the site has published.
func (s *site) awaitSent() {
	s.Helper()
	kit.Eventually(s, "everything is sent", func() error {
		queued, unsent := s.count("SELECT count(*) FROM deliveries WHERE consumer = 'carrier'"),
			s.count("SELECT assigned - acked FROM event_carrier")
		if queued+unsent > 0 {
			return fmt.Errorf("%d queued, %d unsent", queued, unsent)
		}
		return nil
	})
}

// Messages that come twice, without an id by which the stream could see it, are imported once.
func TestDuplicates(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 100)
	stream := p.stream()
	for seq := uint64(1); seq <= 100; seq += 3 {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.client.Publish(t.Context(), m.Subject, m.Data); err != nil {
			t.Fatal(err)
		}
	}
	p.main.publishMany(100)
	p.in.awaitHandled(p.main, 200, 2)
}

// Messages that are missing in the stream are sent again: some in the middle, the last ones with
// nothing behind them, and all of them with the stream itself.
func TestLostMessages(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(p *pair){
		"in the middle": func(p *pair) { p.deleteMessages(20, 60) },
		"the last":      func(p *pair) { p.deleteMessages(151, 200) },
		"all":           func(p *pair) { p.deleteStream() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t)
			p.main.publishMany(200)
			p.main.awaitSent()
			lose(p)
			p.in.start()
			p.in.awaitHandled(p.main, 200, 2)
			p.main.publishMany(50)
			p.in.awaitHandled(p.main, 250, 2)
		})
	}
}

func (p *pair) deleteMessages(from, to uint64) {
	p.Helper()
	stream := p.stream()
	for seq := from; seq <= to; seq++ {
		if err := stream.DeleteMsg(p.Context(), seq); err != nil {
			p.Fatal(err)
		}
	}
}

func (p *pair) deleteStream() {
	p.Helper()
	if err := p.client.DeleteStream(p.Context(), streamName); err != nil {
		p.Fatal(err)
	}
}

// The stream is lost while an importer follows it: what comes then stands in a new one, whose
// sequence numbers begin anew.
func TestLostStreamWhileFollowing(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 200)
	p.deleteStream()
	p.main.publishMany(60)
	p.in.awaitHandled(p.main, 260, 2)
}

// A relay that dies between the sending of events and the record of it sends them again.
func TestSentAndNotRecorded(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.in.start()
	for round := 1; round <= 3; round++ {
		p.main.sendMany(100)
		p.main.stop()
		if err := p.main.db.Exec("UPDATE event_carrier SET acked = acked - 70").Error; err != nil {
			t.Fatal(err)
		}
		p.main.carry()
	}
	p.in.awaitHandled(p.main, 300, 2)
}

// Everything at the site goes on while NATS is away, with one warning, and is sent when it is back.
func TestNATSAway(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 40)
	p.node.Stop()
	p.main.publishMany(400)
	p.main.awaitWarning("NATS is away")
	if err := p.node.Start(); err != nil {
		t.Fatal(err)
	}
	p.in.awaitHandled(p.main, 440, 2)
	if n := p.main.warnings("NATS is away"); n != 1 {
		t.Errorf("%d warnings, want 1", n)
	}
}

// A new site gets all that was sent since the first event, from the log and not from the stream.
func TestNewSite(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.main.sendMany(500)
	if err := p.stream().Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.in.start()
	p.in.awaitHandled(p.main, 500, 2)
}

// Events that the source keeps no more are passed over with an error in the log, and what follows
// is taken. An import that fails first says nothing of it.
func TestTrimmed(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.main.publish("a", "b", "c")
	p.main.awaitSent()
	if err := p.main.db.Exec("DELETE FROM events").Error; err != nil {
		t.Fatal(err)
	}
	p.deleteStream()
	p.main.publish("x", "x")
	p.in.exec("ALTER TABLE events ADD CONSTRAINT refused CHECK (key <> 'x') NOT VALID")
	p.in.start()
	p.in.awaitWarning("events to or from other sites are interrupted")
	p.in.exec("ALTER TABLE events DROP CONSTRAINT refused")
	p.in.awaitCount("what is left is handled", 4, "SELECT count(*) FROM handled WHERE key = 'x'")
	if p.in.warnings("not in its log any more") != 1 {
		t.Error("not one error in the log")
	}
}

// The ordinals of trimmed events are forgotten, those of the others are not. A new site is sent
// what is left of the log, and its log says what it lacks.
func TestOrdinalsOfTrimmedEvents(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.main.sendMany(trimBatchSize + 200)
	p.main.trimTo("SELECT seq FROM events ORDER BY seq OFFSET 599 LIMIT 1")
	if n := p.main.count("SELECT count(*) FROM event_sent"); n != 100 {
		t.Errorf("%d ordinals are left, want those of the 100 events of the log", n)
	}
	p.deleteStream()
	p.in.start()
	p.in.awaitCount("what is left is handled", 200, "SELECT count(*) FROM handled")

	// The relay, which went back to the beginning, saves with its next step that all is sent again:
	// until then the ordinals stay.
	p.main.awaitSent()
	p.main.trimTo("SELECT max(seq) FROM events")
	if n := p.main.count("SELECT count(*) FROM event_sent"); n != 1 {
		t.Errorf("%d ordinals are left of an empty log, want the last one", n)
	}
	p.deleteStream()
	p.main.publish("x")
	second := newSite(t, p.node.URL(), "second", "main").hears("shop.one").start()
	second.awaitCount("what is new is handled", 1, "SELECT count(*) FROM handled WHERE key = 'x'")
	for _, s := range []*site{p.in, second} {
		s.awaitWarning("not in its log any more")
		if s.warnings("not in its log any more") != 1 {
			t.Errorf("the log of %s does not say what it lacks", s.name)
		}
	}
}

// trimTo does what the retention of the log does, up to the sequence number of the query, and what
// follows from it.
func (s *site) trimTo(query string) {
	s.Helper()
	s.exec("UPDATE event_log SET trimmed_to = (" + query + ")")
	s.exec("DELETE FROM events WHERE seq <= (SELECT trimmed_to FROM event_log)")
	if err := s.carrier.trimSent(s.Context()); err != nil {
		s.Fatal(err)
	}
}

// A message that no relay has sent does no harm.
func TestForeignMessages(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 20)
	for _, body := range []string{"", "{}", "[1]",
		`{"specversion":"1.0","id":"x","database":"another","ordinal":"21","type":"shop.counted.v1"}`, strings.Repeat("x", 1000)} {
		if _, err := p.client.Publish(t.Context(), subjectPrefix+"main.shop.counted.v1", []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	p.main.publishMany(20)
	p.in.awaitHandled(p.main, 40, 2)
}

// An import that fails moves no cursor: what it held is imported when the cause is gone.
func TestFailedImport(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 20)
	p.in.exec("ALTER TABLE events ADD CONSTRAINT refused CHECK (key <> 'k3') NOT VALID")
	p.main.publishMany(60)
	p.in.awaitWarning("events to or from other sites are interrupted")
	p.in.exec("ALTER TABLE events DROP CONSTRAINT refused")
	p.in.awaitHandled(p.main, 80, 2)
}
