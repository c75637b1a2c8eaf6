package notifications

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// client is the client's end of a stream.
type client struct {
	mu       sync.Mutex
	numbers  []int64
	comments int
	broken   error // what the next write fails with
}

func (c *client) Event(number int64, _ string, _ any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil {
		c.numbers = append(c.numbers, number)
	}
	return c.broken
}

func (c *client) Comment(string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.comments++
	return c.broken
}

func (c *client) received() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.numbers)
}

// requireReceived waits until the client has received these numbers, in this order and no others.
func (c *client) requireReceived(t *testing.T, want ...int64) {
	t.Helper()
	kit.Eventually(t, "the client receives the notifications", func() error {
		if got := c.received(); len(got) < len(want) {
			return errors.New("too few")
		}
		return nil
	})
	if got := c.received(); !slices.Equal(got, want) {
		t.Errorf("the client received %v, want %v", got, want)
	}
}

// testHub is a hub of its own, with a notifier that writes into inboxes.
type testHub struct {
	*hub
	notifier *notifier
}

// newTestHub runs a hub until the test ends.
func newTestHub(t *testing.T, r *moduletest.Runner, change ...func(*hub)) testHub {
	t.Helper()
	h := testHub{newHub(r.DB, zap.NewNop()), newNotifier(r)}
	for _, c := range change {
		c(h.hub)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- h.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return h
}

// notify writes n notifications into the inbox of the user.
func (h testHub) notify(t *testing.T, userID string, n int) {
	t.Helper()
	for range n {
		err := database.InTx(t.Context(), h.db, func(tx *gorm.DB) error {
			return h.notifier.notify(tx, causedDraft{welcome(verified(userID)), id.New()})
		})
		if err != nil {
			t.Error(err)
			return
		}
	}
}

// listen connects a client. The channel has the error with which its stream ends.
func (h testHub) listen(t *testing.T, userID string, lastSeen *int64, allowed func() bool) (*client, <-chan error) {
	t.Helper()
	s, err := h.open(userID)
	if err != nil {
		t.Fatal(err)
	}
	c, ended := &client{}, make(chan error, 1)
	if err := s.seek(t.Context(), lastSeen); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer h.close(s)
		ended <- s.run(t.Context(), c, allowed)
	}()
	return c, ended
}

func always() bool { return true }

func TestAStreamSendsWhatComesAfterWhatWasSeen(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h, userID := newTestHub(t, r), id.New()
		number := func(n int64) *int64 { return &n }
		early, _ := h.listen(t, userID, nil, always)
		h.notify(t, userID, 3)
		fresh, _ := h.listen(t, userID, nil, always)
		again, _ := h.listen(t, userID, number(2), always)
		whole, _ := h.listen(t, userID, number(0), always)
		wrong, _ := h.listen(t, userID, number(1000), always)
		h.notify(t, id.New(), 1)
		h.notify(t, userID, 2)
		early.requireReceived(t, 1, 2, 3, 4, 5)
		fresh.requireReceived(t, 4, 5)
		again.requireReceived(t, 3, 4, 5)
		whole.requireReceived(t, 1, 2, 3, 4, 5)
		wrong.requireReceived(t, 4, 5)
	})
}

func TestAStreamSendsMoreThanABatch(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h, userID := newTestHub(t, r), id.New()
		h.notify(t, userID, 2*batchSize+1)
		from := int64(0)
		c, _ := h.listen(t, userID, &from, always)
		var want []int64
		for n := range int64(2*batchSize + 1) {
			want = append(want, n+1)
		}
		c.requireReceived(t, want...)
	})
}

func TestALostSignalIsFoundWithinASecond(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h, userID := newTestHub(t, r), id.New()
		c, _ := h.listen(t, userID, nil, always)
		err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error { // no signal
			first, err := nextNumbers(tx, []string{userID}, map[string]int64{userID: 1})
			if err != nil {
				return err
			}
			return insert(tx, []notification{{
				ID: id.New(), UserID: userID, Number: first[userID], Kind: kindWelcome, Data: ids{}, CreatedAt: r.Clock.Now(), EventID: id.New(),
			}})
		})
		if err != nil {
			t.Fatal(err)
		}
		c.requireReceived(t, 1)
	})
}

func TestAStreamSendsHeartbeats(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h := newTestHub(t, r, func(h *hub) { h.heartbeat = time.Millisecond })
		c, _ := h.listen(t, id.New(), nil, always)
		kit.Eventually(t, "comments", func() error {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.comments < 5 {
				return errors.New("too few")
			}
			return nil
		})
	})
}

func TestAStreamEnds(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h, userID := newTestHub(t, r, func(h *hub) { h.heartbeat = time.Millisecond }), id.New()
		t.Run("when the caller may not listen any more", func(t *testing.T) {
			ctx, revoke := context.WithCancel(t.Context())
			_, ended := h.listen(t, userID, nil, func() bool { return ctx.Err() == nil })
			revoke()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		t.Run("when the client is gone", func(t *testing.T) {
			gone := errors.New("gone")
			c, ended := h.listen(t, userID, nil, always)
			c.mu.Lock()
			c.broken = gone
			c.mu.Unlock()
			if err := <-ended; !errors.Is(err, gone) {
				t.Error(err)
			}
		})
	})
}

func TestAUserHasAFewStreams(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		h, userID := newTestHub(t, r), id.New()
		var open []*stream
		for range maxStreams {
			s, err := h.open(userID)
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, s)
		}
		if _, err := h.open(userID); !fault.Is(err, fault.RateLimited) {
			t.Error(err)
		}
		if _, err := h.open(id.New()); err != nil {
			t.Error(err)
		}
		h.close(open[2])
		if _, err := h.open(userID); err != nil {
			t.Error(err)
		}
	})
}

func TestASignalGoesFromReplicaToReplica(t *testing.T) {
	t.Parallel()
	here := moduletest.Postgres(t, build)
	there := here.Replica(t)
	noPoll := func(h *hub) { h.pollInterval = time.Hour }
	writing, streaming, userID := newTestHub(t, here, noPoll), newTestHub(t, there, noPoll), id.New()
	c, _ := streaming.listen(t, userID, nil, always)
	// Signals get lost until the connection of the other replica listens: write until one arrives.
	var written []int64
	kit.Eventually(t, "a signal arrives", func() error {
		writing.notify(t, userID, 1)
		written = append(written, int64(len(written)+1))
		if len(c.received()) == 0 {
			return errors.New("none has")
		}
		return nil
	})
	writing.notify(t, userID, 1)
	c.requireReceived(t, append(written, int64(len(written)+1))...)
}

func TestStreamsOfTwoReplicasSendTheSameInOrder(t *testing.T) {
	t.Parallel()
	here := moduletest.Postgres(t, build)
	hubs := []testHub{newTestHub(t, here), newTestHub(t, here.Replica(t))}
	userID := id.New()
	var clients []*client
	for _, h := range hubs {
		c, _ := h.listen(t, userID, nil, always)
		clients = append(clients, c)
	}
	const each = 50
	var writing sync.WaitGroup
	for _, h := range hubs {
		for range 2 {
			writing.Go(func() { h.notify(t, userID, each) })
		}
	}
	writing.Wait()
	var want []int64
	for n := range int64(4 * each) {
		want = append(want, n+1)
	}
	for _, c := range clients {
		c.requireReceived(t, want...)
	}
}
