package sites

import (
	"context"
	"fmt"
	"os"
	"time"

	"orderd/test/kit"
)

// killStreamLeader kills the node that leads the stream and starts it again.
func (w *world) killStreamLeader() {
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
	w.pause(500*time.Millisecond, time.Second)
	w.nodes[leader].start()
}

// leaveNodes kills all nodes and starts them after a minute with -full, with or without what they
// had on their disks. Meanwhile the site that publishes goes on: it commits two thirds of the
// events, and its own consumer handles them.
func (w *world) leaveNodes(empty bool) {
	w.Helper()
	w.release(events() / 3)
	w.awaitHandled(w.in, events()/10)
	w.nodes.kill()
	if empty {
		w.emptyDisks()
	}
	back := time.After(time.Duration(scaled(1, 60)) * time.Second)
	const steps = 20
	for range steps {
		w.release(events() * 2 / 3 / steps)
		w.pause(0, time.Duration(scaled(50, 2000))*time.Millisecond)
	}
	w.awaitPublished()
	w.awaitHandled(w.main, w.released)
	<-back
	w.nodes.start()
	w.release(events() / 10)
}

// loseDisks takes the disks from all nodes while they have messages that no importer has seen.
func (w *world) loseDisks() {
	w.Helper()
	w.release(events() / 2)
	w.awaitHandled(w.in, events()/4)
	w.in.processes.stop()
	w.release(events() / 2)
	w.awaitSent()
	w.nodes.kill()
	w.emptyDisks()
	w.nodes.start()
	w.in.processes.start()
}

func (w *world) emptyDisks() {
	w.Helper()
	for _, dir := range w.layout.Dirs {
		if err := os.RemoveAll(dir); err != nil {
			w.Fatal(err)
		}
	}
}
