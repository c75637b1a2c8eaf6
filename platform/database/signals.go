package database

import (
	"slices"
	"sync"

	"gorm.io/gorm"
)

// Broadcast wakes the listeners of topic: in this process at once, in other processes on the same PostgreSQL by one
// coalesced NOTIFY a few milliseconds later. Payloads are short (ids). A signal may get lost: a poll must stand behind it.
// Call it from AfterCommit.
func Broadcast(db *gorm.DB, topic, payload string) {
	s := stateOf(db).signals
	s.deliver(signal{topic, payload})
	if s.remote != nil {
		s.remote.send(signal{topic, payload})
	}
}

// Listen calls fn for every signal of topic, one at a time, until the function it returns is called; after that has returned, fn runs no
// more. fn must not block, and neither broadcast topic nor stop itself.
func Listen(db *gorm.DB, topic string, fn func(payload string)) (stop func()) {
	s := stateOf(db).signals
	l := &listener{fn: fn}
	s.mu.Lock()
	s.listeners[topic] = append(s.listeners[topic], l)
	s.mu.Unlock()
	if s.remote != nil {
		s.remote.startListening(s.deliver)
	}
	return func() {
		s.mu.Lock()
		s.listeners[topic] = slices.DeleteFunc(slices.Clone(s.listeners[topic]), func(o *listener) bool { return o == l })
		s.mu.Unlock()
		l.stop()
	}
}

type signal struct{ topic, payload string }

// signals are the listeners of one handle.
type signals struct {
	mu        sync.Mutex
	listeners map[string][]*listener // a slice in it is never changed, only replaced or grown
	remote    *remote                // nil on SQLite, which one process owns
}

func newSignals(r *remote) *signals {
	return &signals{listeners: map[string][]*listener{}, remote: r}
}

func (s *signals) deliver(sig signal) {
	s.mu.Lock()
	listeners := s.listeners[sig.topic]
	s.mu.Unlock()
	for _, l := range listeners {
		l.call(sig.payload)
	}
}

func (s *signals) close() {
	if s.remote != nil {
		s.remote.close()
	}
}

type listener struct {
	mu sync.Mutex
	fn func(payload string) // nil once stopped
}

func (l *listener) call(payload string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fn != nil {
		l.fn(payload)
	}
}

func (l *listener) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fn = nil
}
