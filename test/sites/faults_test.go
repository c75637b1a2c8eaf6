package sites

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"github.com/nats-io/nats.go/jetstream"

	"orderd/test/kit"
)

// times is how often a fault happens: n with -full, else less.
func times(n int) int {
	if *full {
		return n
	}
	return max(1, n/4)
}

// faults happen while events are published. Each returns when it has happened.
var faults = map[string]func(w *world){
	"none":                                                     func(w *world) { w.progress(2000) },
	"the leader of the stream killed":                          (*world).killLeaders,
	"all nodes killed and away":                                (*world).killAllNodes,
	"a process that imports and handles killed":                func(w *world) { w.killSites(w.importers, times(10)) },
	"a relay killed between sending and record":                (*world).killRelays,
	"relays and importers stopped for longer than their lease": (*world).stopLonger,
	"old messages again":                                       (*world).repeatMessages,
	"unread messages deleted":                                  func(w *world) { w.deleteUnread(false) },
	"the last messages deleted":                                func(w *world) { w.deleteUnread(true) },
	"the disks of all nodes lost":                              (*world).loseDisks,
	"connections of both databases cut":                        (*world).cutConnections,
}

// TestFaults requires after each fault that every committed event was handled once by every
// consumer, in the order of its key.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, happen := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			stop := w.publish()
			defer stop()
			w.progress(200)
			happen(w)
			w.progress(200)
			stop()
			w.settle()
		})
	}
}

// progress waits until the consumers have handled n more events.
func (w *world) progress(n int) {
	w.Helper()
	want := w.handled() + n
	kit.Within(w, 2*time.Minute, "events are handled", func() error {
		if got := w.handled(); got < want {
			return fmt.Errorf("%d of %d", got, want)
		}
		return nil
	})
}

// pause waits for up to a moment, so that the fault meets different states.
func pause(least, most time.Duration) { <-time.After(least + rand.N(most-least)) }

func (w *world) killLeaders() {
	for range times(8) {
		w.killLeader()
		w.progress(100)
	}
}

func (w *world) killLeader() {
	w.Helper()
	var leader int
	kit.Within(w, time.Minute, "the stream has a leader", func() error {
		ctx, cancel := context.WithTimeout(w.Context(), 2*time.Second)
		defer cancel()
		s, err := w.client.Stream(ctx, stream)
		if err != nil {
			return err
		}
		if info := s.CachedInfo(); info.Cluster == nil || info.Cluster.Leader == "" {
			return fmt.Errorf("it has none")
		}
		if s.CachedInfo().Config.Replicas != 3 {
			w.Errorf("the stream has %d replicas, want 3", s.CachedInfo().Config.Replicas)
		}
		_, err = fmt.Sscanf(s.CachedInfo().Cluster.Leader, "n%d", &leader)
		return err
	})
	w.nodes[leader].kill()
	pause(500*time.Millisecond, time.Second)
	w.nodes[leader].start()
}

func (w *world) killAllNodes() {
	for _, n := range w.nodes {
		n.kill()
	}
	before := w.published()
	kit.Within(w, time.Minute, "events are committed meanwhile", func() error {
		if got := w.published() - before; got < 1000 {
			return fmt.Errorf("%d", got)
		}
		return nil
	})
	if *full {
		pause(20*time.Second, 21*time.Second)
	}
	for _, n := range w.nodes {
		n.start()
	}
}

// killSites kills one of two processes after the other, while the other one runs.
func (w *world) killSites(of []*child, n int) {
	for i := range n {
		pause(300*time.Millisecond, 900*time.Millisecond)
		of[i%2].kill()
		of[i%2].start()
		w.progress(50)
	}
}

// killRelays kills relays until events were sent twice, so that the fault has happened.
func (w *world) killRelays() {
	kit.Within(w, 2*time.Minute, "events were sent twice", func() error {
		w.killSites(w.relays, 2)
		if sent, assigned := w.messages(), w.count(w.main, "SELECT assigned FROM event_carrier"); sent <= uint64(assigned) {
			return fmt.Errorf("%d messages for %d events", sent, assigned)
		}
		return nil
	})
	w.killSites(w.relays, times(8))
}

func (w *world) stopLonger() {
	for range times(8) {
		for _, c := range []*child{w.relays[0], w.importers[0], w.relays[1], w.importers[1]} {
			c.signal(syscall.SIGSTOP)
		}
		pause(6*time.Second, 7*time.Second)
		for _, c := range []*child{w.relays[1], w.importers[1], w.relays[0], w.importers[0]} {
			c.signal(syscall.SIGCONT)
		}
		w.progress(100)
		for _, c := range []*child{w.relays[0], w.importers[0]} {
			c.signal(syscall.SIGSTOP)
		}
		w.progress(100) // by the other processes
		pause(time.Second, 2*time.Second)
		for _, c := range []*child{w.relays[0], w.importers[0]} {
			c.signal(syscall.SIGCONT)
		}
		w.progress(100)
	}
}

func (w *world) openStream() jetstream.Stream {
	w.Helper()
	s, err := w.client.Stream(w.Context(), stream)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

func (w *world) messages() uint64 { return w.openStream().CachedInfo().State.LastSeq }

func (w *world) repeatMessages() {
	s := w.openStream()
	for range times(1600) {
		m, err := s.GetMsg(w.Context(), 1+rand.Uint64N(s.CachedInfo().State.LastSeq))
		if err != nil {
			w.Fatal(err)
		}
		if _, err := w.client.Publish(w.Context(), m.Subject, m.Data); err != nil {
			w.Fatal(err)
		}
	}
}

// deleteUnread deletes messages that no importer has seen: of the last fifty all, or some.
func (w *world) deleteUnread(all bool) {
	for _, c := range w.importers {
		c.kill()
	}
	before := w.messages()
	kit.Within(w, time.Minute, "messages are sent", func() error {
		if got := w.messages(); got < before+200 {
			return fmt.Errorf("%d", got-before)
		}
		return nil
	})
	s := w.openStream()
	last := s.CachedInfo().State.LastSeq
	for seq := last - 49; seq <= last; seq++ {
		if !all && rand.IntN(2) == 0 {
			continue
		}
		if err := s.DeleteMsg(w.Context(), seq); err != nil {
			w.Fatal(err)
		}
	}
	for _, c := range w.importers {
		c.start()
	}
}

// TestLostTail deletes the last messages before the importer sees them, and nothing follows.
func TestLostTail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publishSome(100)
	w.settle()
	for _, c := range w.importers {
		c.kill()
	}
	w.publishSome(200)
	kit.Eventually(t, "all is sent", func() error {
		if n := w.count(w.main, "SELECT count(*) FROM deliveries") + w.count(w.main, "SELECT assigned - acked FROM event_carrier"); n > 0 {
			return fmt.Errorf("%d are not", n)
		}
		return nil
	})
	s := w.openStream()
	for seq := s.CachedInfo().State.LastSeq - 49; seq <= s.CachedInfo().State.LastSeq; seq++ {
		if err := s.DeleteMsg(t.Context(), seq); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range w.importers {
		c.start()
	}
	w.settle()
}

func (w *world) loseDisks() {
	for _, c := range w.importers {
		c.kill()
	}
	w.waitPublished(300)
	for i, n := range w.nodes {
		n.kill()
		if err := os.RemoveAll(w.layout.Dirs[i]); err != nil {
			w.Fatal(err)
		}
	}
	for _, n := range w.nodes {
		n.start()
	}
	for _, c := range w.importers {
		c.start()
	}
}

func (w *world) waitPublished(n int) {
	w.Helper()
	want := w.published() + n
	kit.Within(w, time.Minute, "events are committed", func() error {
		if got := w.published(); got < want {
			return fmt.Errorf("%d of %d", got, want)
		}
		return nil
	})
}

func (w *world) cutConnections() {
	for range times(12) {
		for _, db := range []*gorm.DB{w.main, w.in} {
			w.count(db, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		}
		pause(200*time.Millisecond, 600*time.Millisecond)
	}
}
