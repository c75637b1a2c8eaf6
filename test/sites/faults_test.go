package sites

import (
	"math/rand/v2"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// scaled is how often a fault happens: a few times, or with -full as often as is promised.
func scaled(few, promised int) int {
	if *full {
		return promised
	}
	return few
}

// faults happen while the events of a test are published. Each returns when it has happened.
var faults = map[string]func(w *world){
	"none":                            func(w *world) { w.release(events()) },
	"the leader of the stream killed": func(w *world) { w.rounds(scaled(2, 10), w.killStreamLeader) },
	"all nodes away":                  func(w *world) { w.leaveNodes(false) },
	"all nodes away and back with empty disks":                 func(w *world) { w.leaveNodes(true) },
	"a relay killed between sending and record":                func(w *world) { w.killRelays(scaled(2, 50)) },
	"an importer killed":                                       func(w *world) { w.killImporters(scaled(2, 50)) },
	"relays and importers stopped for longer than their lease": func(w *world) { w.rounds(scaled(2, 8), w.stopLonger) },
	"old messages again": func(w *world) {
		w.rounds(scaled(4, 10), func() { w.repeatMessages(scaled(100, 200)) })
	},
	"messages doubled and dropped on the way":      func(w *world) { w.rounds(scaled(4, 20), func() { w.disturbMessages(100) }) },
	"unread messages deleted":                      func(w *world) { w.deleteUnread(scaled(2, 20), false) },
	"the last messages deleted":                    func(w *world) { w.deleteUnread(scaled(2, 20), true) },
	"the disks of all nodes lost":                  (*world).loseDisks,
	"connections of both databases cut":            func(w *world) { w.rounds(scaled(3, 12), w.cutConnections) },
	"a site away":                                  func(w *world) { w.leaveSite(false) },
	"a site away for longer than the stream keeps": func(w *world) { w.leaveSite(true) },
	"a new site from nothing":                      (*world).joinSite,
}

// TestFaults requires after each fault that every committed event was handled once by every
// consumer of each site, in the order of its key.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, happen := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			happen(w)
			w.settle()
		})
	}
}

// TestLostTail deletes the last messages before the importer sees them, and nothing follows.
func TestLostTail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.release(events())
	w.awaitHandled(w.in, w.released)
	w.in.processes.stop()
	w.release(200)
	w.awaitSent()
	w.deleteLast(50, true)
	w.in.processes.start()
	w.settle()
}

// TestRestartedDatabases kills the PostgreSQL server of each site in turn, all its processes at
// once, and starts it again.
func TestRestartedDatabases(t *testing.T) {
	t.Parallel()
	servers := []*postgres.Server{kit.PostgresServer(t), kit.PostgresServer(t)}
	w := newWorldOn(t, servers[0].URL("postgres"), servers[1].URL("postgres"))
	turn := 0
	w.rounds(scaled(2, 10), func() {
		server := servers[turn%2]
		turn++
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		w.pause(0, time.Second)
		if err := server.Resume(); err != nil {
			t.Fatal(err)
		}
	})
	w.settle()
}

// pause waits for up to a moment, so that the fault meets different states.
func pause(random *rand.Rand, least, most time.Duration) {
	<-time.After(least + time.Duration(random.Int64N(int64(most-least))))
}

func (w *world) pause(least, most time.Duration) { pause(w.random, least, most) }
