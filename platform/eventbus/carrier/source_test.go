package carrier

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// saved are the tables that a backup of these tests holds.
var saved = []string{"events", "deliveries", "event_carrier", "event_sent", "counters"}

// backup copies the tables of a site whose processes are stopped.
func (s *site) backup() {
	s.Helper()
	for _, table := range saved {
		s.exec("CREATE TABLE backup_" + table + " AS TABLE " + table)
	}
}

// restore puts the backup in the place of the tables.
func (s *site) restore() {
	s.Helper()
	columns := map[string]string{"deliveries": "consumer, seq, name, key, request_id, prompt"}
	for _, table := range saved {
		s.exec("DELETE FROM " + table)
		if list := columns[table]; list != "" {
			s.exec("INSERT INTO " + table + " (" + list + ") SELECT " + list + " FROM backup_" + table)
		} else {
			s.exec("INSERT INTO " + table + " OVERRIDING SYSTEM VALUE SELECT * FROM backup_" + table)
		}
	}
	s.exec("SELECT setval(pg_get_serial_sequence('events', 'seq'), (SELECT max(seq) FROM events))")
}

func (s *site) exec(statement string, args ...any) {
	s.Helper()
	if err := s.db.Exec(statement, args...).Error; err != nil {
		s.Fatal(err)
	}
}

// A source that was restored from an older backup does not send events under ordinals that others
// have already. After renew-source they get all that is new, and nothing twice that both know.
func TestRestoredSource(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(p *pair){
		"the head is kept":        func(*pair) {},
		"the servers lost it all": func(p *pair) { p.deleteStream(); p.deleteHeads() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPairAfter(t, 100)
			p.main.stop()
			p.main.publish("queued", "queued") // committed and not sent when the backup is made
			p.main.backup()
			p.main.carry()
			p.main.publish("lost", "lost", "lost")
			p.in.awaitHandled(p.main, 105, 2)
			p.main.stop()
			p.main.restore()
			lose(p)
			p.main.publish("new", "new", "new", "new", "new", "new")
			p.main.carry()
			p.main.awaitWarning("must not send")
			if n := p.in.count("SELECT count(*) FROM handled"); n != 210 {
				t.Errorf("%d effects, want 210", n)
			}
			p.renew()
		})
	}
}

// renew renews the source of main and requires that its six new events are handled.
func (p *pair) renew() {
	p.Helper()
	if _, err := RenewSource(p.Context(), p.main.db); err != nil {
		p.Fatal(err)
	}
	p.main.stop()
	p.main.carry()
	p.in.awaitCount("the new events are handled", 12, "SELECT count(*) FROM handled WHERE key = 'new'")
	p.main.publish("new")
	p.in.awaitCount("later events are handled", 210+14, "SELECT count(*) FROM handled")
	if n := p.in.count("SELECT count(*) FROM (SELECT DISTINCT consumer, key, n FROM handled) AS effects"); n != 224 {
		p.Errorf("%d different effects, want 224", n)
	}
}

func (p *pair) deleteHeads() {
	p.Helper()
	if err := p.client.DeleteStream(p.Context(), headsName); err != nil {
		p.Fatal(err)
	}
}

// A second database under the name of a source does not send.
func TestTwoDatabasesUnderOneName(t *testing.T) {
	t.Parallel()
	p := newPairAfter(t, 20)
	twin := newSite(t, p.node.URL(), "main").start()
	twin.publishMany(40)
	twin.awaitWarning("must not send")
	p.main.publishMany(20)
	p.in.awaitHandled(p.main, 40, 2)
}

// A site without the secret takes nothing until it has it.
func TestOtherSecret(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	right := p.in.carrier.sealer
	p.in.carrier.sealer = newSealer(secret.New("another secret than that of the source"))
	p.in.start()
	p.main.publishMany(20)
	p.in.awaitWarning("no auth.secret of the list")
	p.in.stop()
	p.in.carrier.sealer = right
	p.in.carry()
	p.in.awaitHandled(p.main, 20, 2)
}

// Personal fields and the request's id are not readable in the messages, and events of a subject
// that was erased here come blank; those that occur after the erasure do not.
func TestErasedSubject(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	ctx := eventbus.WithCause(t.Context(), eventbus.Cause{RequestID: "by-ada@example.com"})
	p.publishAs(ctx, counted{Key: "b", N: 1, Note: "bob"})
	p.in.start()
	p.in.awaitCount("the first is handled", 2, "SELECT count(*) FROM handled")
	p.in.stop()
	p.publishAs(ctx, counted{Key: "a", N: 1, Note: "ada@example.com"}, counted{Key: "b", N: 2, Note: "bob"})
	p.main.awaitSent()
	m, err := p.stream().GetMsg(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(m.Data), "ada@") || !strings.Contains(string(m.Data), `"specversion":"1.0"`) ||
		m.Subject != "orderd.events.main.shop.counted.v1" {
		t.Errorf("the message of %s is %s", m.Subject, m.Data)
	}
	err = database.InTx(t.Context(), p.in.db, func(tx *gorm.DB) error { return eventbus.EraseSubject(t.Context(), tx, "subject-a") })
	if err != nil {
		t.Fatal(err)
	}
	p.in.carry()
	p.publishAs(t.Context(), counted{Key: "a", N: 2, Note: "after"})
	p.in.awaitCount("all until then is handled", 8, "SELECT count(*) FROM handled")
	p.publishAs(ctx, counted{Key: "b", N: 3, Note: "bob"})
	p.in.awaitCount("all is handled", 10, "SELECT count(*) FROM handled")
	if n := p.in.count("SELECT count(*) FROM events WHERE personal LIKE '%ada@%' OR request_id <> ''"); n != 0 {
		t.Errorf("%d events name the erased subject", n)
	}
	if n := p.in.count("SELECT count(*) FROM handled WHERE key = 'b' AND note = 'bob' OR n = 2 AND note = 'after' OR key = 'a' AND n = 1 " +
		"AND note = ''"); n != 10 {
		t.Errorf("%d effects are as they should be, want 10", n)
	}
}

func (p *pair) publishAs(ctx context.Context, events ...eventbus.Event) {
	p.Helper()
	if err := database.InTx(ctx, p.main.db, func(tx *gorm.DB) error { return eventbus.Publish(ctx, tx, events...) }); err != nil {
		p.Fatal(err)
	}
}

// Two processes of a site share the work of none: one relays and imports. The other takes over at
// once when it stops.
func TestTakeover(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	main := newSite(t, node.URL(), "main").start()
	main.publishMany(20)
	main.awaitSent()
	second := joinSite(t, main.url, node.URL(), "main")
	second.carrier.pulse = leaseTime * 10 // it is woken, or not at all
	second.start()
	in := newSite(t, node.URL(), "in", "main").hears("shop.one").start()
	in.awaitHandled(main, 20, 1)
	holder := func(s *site) int {
		return main.count("SELECT count(*) FROM event_carrier WHERE holder = ? AND lease > clock_timestamp()", s.carrier.me)
	}
	if holder(main) != 1 {
		t.Fatal("the first process does not relay")
	}
	main.stop()
	kit.Eventually(t, "the second process relays", func() error {
		if holder(second) != 1 {
			return fmt.Errorf("it does not")
		}
		return nil
	})
	main.publishMany(20)
	in.awaitHandled(main, 40, 1)
}
