package eventbus

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/test/kit"
)

// received records the messages that a handler got.
type received[E Event] struct {
	mu       sync.Mutex
	messages []Message[E]
}

func (s *received[E]) handle(_ context.Context, _ *gorm.DB, m Message[E]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, m)
	return nil
}

func (s *received[E]) handleBatch(_ context.Context, _ *gorm.DB, messages []Message[E]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, messages...)
	return nil
}

func (s *received[E]) all() []Message[E] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message[E](nil), s.messages...)
}

// wait waits until n messages have come.
func (s *received[E]) wait(t *testing.T, n int) []Message[E] {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("%d messages", n), func() error {
		if got := len(s.all()); got < n {
			return fmt.Errorf("%d came", got)
		}
		return nil
	})
	return s.all()
}

// gate is a handler that waits until the test opens it.
type gate[E Event] struct {
	entered, open chan struct{}
}

func newGate[E Event]() *gate[E] {
	return &gate[E]{entered: make(chan struct{}, 100), open: make(chan struct{})}
}

func (g *gate[E]) handle(ctx context.Context, _ *gorm.DB, _ Message[E]) error {
	g.entered <- struct{}{}
	select {
	case <-g.open:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// createEffects makes a table for the effects of handlers. It has no constraint, so that an effect
// that happens twice shows.
func (f *fixture) createEffects() {
	f.t.Helper()
	if err := f.db.Exec("CREATE TABLE effects (consumer text NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		f.t.Fatal(err)
	}
}

func saveEffect[E Event](consumer string, tx *gorm.DB, m Message[E]) error {
	return tx.Exec("INSERT INTO effects (consumer, seq) VALUES (?, ?)", consumer, m.Seq).Error
}
