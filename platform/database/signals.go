package database

import (
	"slices"
	"sync"

	"gorm.io/gorm"
)

// Broadcast sends a signal to the listeners of topic: in this process at once, in other processes
// on the same PostgreSQL by a NOTIFY a few milliseconds later, which carries all signals of that
// time. Payloads are short, such as ids. A signal may get lost, so receivers also poll. Call
// Broadcast from AfterCommit.
func Broadcast(db *gorm.DB, topic, payload string) {
	s := stateOf(db).signals
	s.deliver(signal{topic, payload})
	if s.notifier != nil {
		s.notifier.send(signal{topic, payload})
	}
}

// Listen calls fn for every signal of topic, one at a time, until the caller calls stop. When stop
// has returned, fn does not run any more. fn must not block, broadcast topic or call stop.
func Listen(db *gorm.DB, topic string, fn func(payload string)) (stop func()) {
	s := stateOf(db).signals
	l := &listener{fn: fn}
	s.mu.Lock()
	s.listeners[topic] = append(s.listeners[topic], l)
	s.mu.Unlock()
	if s.notifier != nil {
		s.notifier.startListening(s.deliver)
	}
	return func() {
		s.mu.Lock()
		s.listeners[topic] = slices.DeleteFunc(slices.Clone(s.listeners[topic]), func(o *listener) bool { return o == l })
		s.mu.Unlock()
		l.stop()
	}
}

type signal struct{ topic, payload string }

// signalHub has the listeners of one handle.
type signalHub struct {
	mu        sync.Mutex
	listeners map[string][]*listener // slices are replaced or appended to, never changed in place
	notifier  *notifier              // nil on SQLite, which one process owns
}

func newSignalHub(n *notifier) *signalHub {
	return &signalHub{listeners: map[string][]*listener{}, notifier: n}
}

func (s *signalHub) deliver(sig signal) {
	s.mu.Lock()
	listeners := s.listeners[sig.topic]
	s.mu.Unlock()
	for _, l := range listeners {
		l.call(sig.payload)
	}
}

func (s *signalHub) close() {
	if s.notifier != nil {
		s.notifier.close()
	}
}

type listener struct {
	mu sync.Mutex
	fn func(payload string) // nil after stop
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
