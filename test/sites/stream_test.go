package sites

import (
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"orderd/test/kit"
)

// repeatMessages sends n old messages again, without the id by which the stream could see it.
func (w *world) repeatMessages(n int) {
	w.Helper()
	w.awaitHandled(w.in, 1)
	s := w.openStream()
	for range n {
		w.repeat(s, 1+w.random.Uint64N(s.CachedInfo().State.LastSeq))
	}
}

// repeat sends a message again, unless it is gone.
func (w *world) repeat(s jetstream.Stream, seq uint64) {
	w.Helper()
	kit.Within(w, time.Minute, "a message is sent again", func() error {
		m, err := s.GetMsg(w.Context(), seq)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil {
			_, err = w.client.Publish(w.Context(), m.Subject, m.Data)
		}
		return err
	})
}

// remove deletes a message, unless it is gone.
func (w *world) remove(s jetstream.Stream, seq uint64) {
	w.Helper()
	kit.Within(w, time.Minute, "a message is deleted", func() error {
		err := s.DeleteMsg(w.Context(), seq)
		if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return nil
		}
		return err
	})
}

// disturbMessages deletes and repeats n of the newest messages each while they are being read.
func (w *world) disturbMessages(n int) {
	w.Helper()
	w.awaitHandled(w.in, 1)
	for range n {
		s := w.openStream()
		last := s.CachedInfo().State.LastSeq
		w.repeat(s, last-w.random.Uint64N(min(last, 100)))
		w.remove(s, last-w.random.Uint64N(min(last, 5)))
	}
}

// deleteUnread deletes messages that no importer has seen, in so many rounds: of the last fifty
// all, or some.
func (w *world) deleteUnread(rounds int, all bool) {
	w.Helper()
	for range rounds {
		w.in.processes.stop()
		w.release(events() / rounds)
		w.awaitSent()
		w.deleteLast(50, all)
		w.in.processes.start()
		w.awaitHandled(w.in, w.released-events()/rounds/2)
	}
}

// deleteLast deletes the last n messages, or about half of them.
func (w *world) deleteLast(n uint64, all bool) {
	w.Helper()
	s := w.openStream()
	last := s.CachedInfo().State.LastSeq
	for seq := last - n + 1; seq <= last; seq++ {
		if !all && w.random.IntN(2) == 0 {
			continue
		}
		w.remove(s, seq)
	}
}

// purge lets the stream forget all messages.
func (w *world) purge() {
	w.Helper()
	kit.Within(w, time.Minute, "the stream is purged", func() error { return w.openStream().Purge(w.Context()) })
}
