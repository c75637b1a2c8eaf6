package sites

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"orderd/test/kit"
)

// lease is who took a lease last.
type lease struct {
	ID      int // grows
	Process string
}

// leaseOf returns who took the lease of a part of the site last: "event_carrier", or
// "event_sources".
func (w *world) leaseOf(s *site, part string) (l lease) {
	w.Helper()
	kit.Within(w, patience, "a process of "+s.name+" has the lease", func() error {
		found := s.db.Raw("SELECT id, process FROM leaders WHERE part = ? ORDER BY id DESC LIMIT 1", part).Scan(&l)
		if found.Error == nil && found.RowsAffected == 0 {
			return fmt.Errorf("none has")
		}
		return found.Error
	})
	return l
}

// process returns a process of a site by its name.
func (s *site) process(name string) *child {
	return s.processes[slices.IndexFunc(s.processes, func(c *child) bool { return c.name == name })]
}

// replace ends the process that has the lease and starts it again when another one has followed.
func (w *world) replace(s *site, part string, end func(c *child)) {
	w.Helper()
	before := w.leaseOf(s, part)
	c := s.process(before.Process)
	end(c)
	kit.Within(w, patience, "another process takes over", func() error {
		if now := w.leaseOf(s, part); now.Process == before.Process {
			return fmt.Errorf("%s took the lease last", now.Process)
		}
		return nil
	})
	c.start()
}

// killImporters kills n times the process that imports, which handles, too.
func (w *world) killImporters(n int) {
	w.Helper()
	w.rounds(n, func() { w.replace(w.in, "event_sources", (*child).kill) })
}

// killRelays kills the process that relays until n deaths were between the sending of events and
// the record of it. After each of these the next process sends events again.
func (w *world) killRelays(n int) {
	w.Helper()
	part := events() / n
	for between := 0; between < n; {
		w.release(part)
		w.pause(0, 300*time.Millisecond)
		w.replace(w.main, "event_carrier", func(c *child) {
			if w.killAfterSending(c) {
				between++
			}
		})
		w.awaitHandled(w.in, w.released-part/2)
	}
	w.awaitSent()
	if sent := int(w.openStream().CachedInfo().State.LastSeq); sent < w.published()+n {
		w.Errorf("%d messages for %d events: after %d deaths too few were sent twice", sent, w.published(), n)
	}
}

// killAfterSending halts a relay again and again until the stream has an event that does not count
// as sent in the database, and kills it then. It reports whether that is still so when the last
// statement of the relay has ended, which may have been on its way.
func (w *world) killAfterSending(c *child) bool {
	w.Helper()
	kit.Within(w, patience, "events are sent and not recorded", func() error {
		c.signal(syscall.SIGSTOP)
		w.pause(10*time.Millisecond, 20*time.Millisecond) // a statement on its way ends
		if w.sentOnly() {
			return nil
		}
		c.signal(syscall.SIGCONT)
		w.release(5)
		return errors.New("all count as sent")
	})
	c.kill()
	kit.Within(w, patience, "the database ends the connections", func() error {
		// Processes of other tests have its name, too.
		n := w.count(w.main.db, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND application_name = ?`, c.name)
		if n > 0 {
			return fmt.Errorf("%d are open", n)
		}
		return nil
	})
	return w.sentOnly()
}

// sentOnly reports whether the stream has an event behind the last one that counts as sent.
func (w *world) sentOnly() bool {
	w.Helper()
	return w.lastSent() > w.count(w.main.db, "SELECT acked FROM event_carrier")
}

// lastSent is the ordinal of the last event in the stream, 0 when there is none.
func (w *world) lastSent() int {
	w.Helper()
	s := w.openStream()
	last := s.CachedInfo().State.LastSeq
	if last == 0 {
		return 0
	}
	var m *jetstream.RawStreamMsg
	// A follower, which may answer, may not have it yet.
	kit.Within(w, patience, "the stream has its last event", func() (err error) {
		m, err = s.GetMsg(w.Context(), last)
		return err
	})
	var event struct {
		Ordinal string `json:"ordinal"`
	}
	if err := json.Unmarshal(m.Data, &event); err != nil {
		w.Fatal(err)
	}
	ordinal, err := strconv.Atoi(event.Ordinal)
	if err != nil {
		w.Fatal(err)
	}
	return ordinal
}

// stopLonger stops relays and importers for longer than their lease: first all of them, then one of
// each, whose work the other takes over.
func (w *world) stopLonger() {
	w.Helper()
	relay, importer := w.main.processes, w.in.processes
	signal := func(s syscall.Signal, processes ...*child) {
		for _, c := range processes {
			c.signal(s)
		}
	}
	signal(syscall.SIGSTOP, relay[0], importer[0], relay[1], importer[1])
	w.pause(6*time.Second, 7*time.Second)
	signal(syscall.SIGCONT, relay[1], importer[1], relay[0], importer[0])
	w.awaitHandled(w.in, w.released/2)
	first, second := w.main.process(w.leaseOf(w.main, "event_carrier").Process), w.in.process(w.leaseOf(w.in, "event_sources").Process)
	signal(syscall.SIGSTOP, first, second)
	w.release(100)
	w.awaitHandled(w.in, w.released-50) // by the other processes
	signal(syscall.SIGCONT, first, second)
}

// cutConnections ends all connections of both databases.
func (w *world) cutConnections() {
	w.Helper()
	for _, s := range w.sites {
		w.count(s.db, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "+
			"pg_backend_pid()")
	}
	w.pause(200*time.Millisecond, 600*time.Millisecond)
}

// leaveSite stops the processes of the site that hears while all events are published: an hour of
// them, with -full. What the stream has forgotten meanwhile, the source sends again.
func (w *world) leaveSite(forgotten bool) {
	w.Helper()
	w.release(100)
	w.awaitHandled(w.in, 50)
	w.in.processes.kill()
	w.release(events())
	w.awaitHandled(w.main, w.released) // by its own consumer
	w.awaitSent()
	if forgotten {
		w.purge()
	}
	w.in.processes.start()
}

// joinSite adds a site when the stream has forgotten what was sent: it gets all events from the
// first one on.
func (w *world) joinSite() {
	w.Helper()
	w.release(events())
	w.awaitSent()
	w.purge()
	w.openSite("new", newURL(w.T), []string{w.main.name}, w.in.consumers...)
	w.release(events() / 10)
}
