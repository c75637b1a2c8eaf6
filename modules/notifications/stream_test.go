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
	"orderd/test/kit/room"
)

// listener is a client's end of a stream.
type listener struct {
	mu       sync.Mutex
	numbers  []int64
	comments int
	broken   error // what the next write fails with
}

func (l *listener) Event(number int64, _ string, _ any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken == nil {
		l.numbers = append(l.numbers, number)
	}
	return l.broken
}

func (l *listener) Comment(string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.comments++
	return l.broken
}

func (l *listener) heard() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.numbers)
}

// requireHeard waits until the client has heard these numbers, in this order and no others.
func (l *listener) requireHeard(t *testing.T, want ...int64) {
	t.Helper()
	kit.Eventually(t, "the client hears the notifications", func() error {
		if got := l.heard(); len(got) < len(want) {
			return errors.New("it heard too few")
		}
		return nil
	})
	if got := l.heard(); !slices.Equal(got, want) {
		t.Errorf("the client heard %v, want %v", got, want)
	}
}

// bench is a hub of its own, with what writes into inboxes.
type bench struct {
	*hub
	n *notifier
}

// newBench runs a hub until the test ends.
func newBench(t *testing.T, r *room.Room, change ...func(*hub)) bench {
	t.Helper()
	b := bench{newHub(r.DB, zap.NewNop()), &notifier{db: r.DB, clock: r.Clock}}
	for _, c := range change {
		c(b.hub)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- b.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return b
}

// put writes n notifications for the user.
func (b bench) put(t *testing.T, userID string, n int) {
	t.Helper()
	for range n {
		err := database.InTx(t.Context(), b.db, func(tx *gorm.DB) error {
			return b.n.notify(tx, id.New(), notice{kind: "welcome", to: theUser(userID), locale: "en"})
		})
		if err != nil {
			t.Error(err)
			return
		}
	}
}

// listen connects a client; the channel gives the end of its stream.
func (b bench) listen(t *testing.T, userID string, lastSeen *int64, alive func() bool) (*listener, <-chan error) {
	t.Helper()
	s, err := b.open(userID)
	if err != nil {
		t.Fatal(err)
	}
	l, ended := &listener{}, make(chan error, 1)
	if err := s.start(t.Context(), lastSeen); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer b.close(s)
		ended <- s.run(t.Context(), l, alive)
	}()
	return l, ended
}

func always() bool { return true }

func TestAStreamSendsWhatComesAfterWhatWasSeen(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b, userID := newBench(t, r), id.New()
		number := func(n int64) *int64 { return &n }
		early, _ := b.listen(t, userID, nil, always)
		b.put(t, userID, 3)
		fresh, _ := b.listen(t, userID, nil, always)
		again, _ := b.listen(t, userID, number(2), always)
		whole, _ := b.listen(t, userID, number(0), always)
		wrong, _ := b.listen(t, userID, number(1000), always)
		b.put(t, id.New(), 1)
		b.put(t, userID, 2)
		early.requireHeard(t, 1, 2, 3, 4, 5)
		fresh.requireHeard(t, 4, 5)
		again.requireHeard(t, 3, 4, 5)
		whole.requireHeard(t, 1, 2, 3, 4, 5)
		wrong.requireHeard(t, 4, 5)
	})
}

func TestAStreamSendsMoreThanABatch(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b, userID := newBench(t, r), id.New()
		b.put(t, userID, 2*batchSize+1)
		from := int64(0)
		l, _ := b.listen(t, userID, &from, always)
		var want []int64
		for n := range int64(2*batchSize + 1) {
			want = append(want, n+1)
		}
		l.requireHeard(t, want...)
	})
}

func TestALostSignalIsMadeGoodWithinASecond(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b, userID := newBench(t, r), id.New()
		l, _ := b.listen(t, userID, nil, always)
		err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error { // as put does, without the signal
			number, err := nextNumber(tx, userID)
			if err != nil {
				return err
			}
			return insert(tx, item{ID: id.New(), UserID: userID, Number: number, Kind: "welcome", Data: ids{}, CreatedAt: r.Clock.Now(), EventID: id.New()})
		})
		if err != nil {
			t.Fatal(err)
		}
		l.requireHeard(t, 1)
	})
}

func TestAStreamBeats(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b := newBench(t, r, func(h *hub) { h.beat = time.Millisecond })
		l, _ := b.listen(t, id.New(), nil, always)
		kit.Eventually(t, "comments", func() error {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.comments < 5 {
				return errors.New("too few")
			}
			return nil
		})
	})
}

func TestAStreamEnds(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b, userID := newBench(t, r, func(h *hub) { h.beat = time.Millisecond }), id.New()
		t.Run("when the caller may not listen any more", func(t *testing.T) {
			ctx, revoke := context.WithCancel(t.Context())
			_, ended := b.listen(t, userID, nil, func() bool { return ctx.Err() == nil })
			revoke()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		t.Run("when the client is gone", func(t *testing.T) {
			gone := errors.New("gone")
			l, ended := b.listen(t, userID, nil, always)
			l.mu.Lock()
			l.broken = gone
			l.mu.Unlock()
			if err := <-ended; !errors.Is(err, gone) {
				t.Error(err)
			}
		})
	})
}

func TestAUserHasAFewStreams(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		b, userID := newBench(t, r), id.New()
		var open []*stream
		for range maxStreams {
			s, err := b.open(userID)
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, s)
		}
		if _, err := b.open(userID); !fault.Is(err, fault.RateLimited) {
			t.Error(err)
		}
		if _, err := b.open(id.New()); err != nil {
			t.Error(err)
		}
		b.close(open[2])
		if _, err := b.open(userID); err != nil {
			t.Error(err)
		}
	})
}

func TestASignalGoesFromReplicaToReplica(t *testing.T) {
	t.Parallel()
	here := room.Postgres(t, build)
	there := here.Replica(t)
	noPoll := func(h *hub) { h.safety = time.Hour }
	writing, streaming, userID := newBench(t, here, noPoll), newBench(t, there, noPoll), id.New()
	l, _ := streaming.listen(t, userID, nil, always)
	// Until the other replica's connection listens, signals get lost, as they may: write until one arrives.
	var written []int64
	kit.Eventually(t, "a signal arrives", func() error {
		writing.put(t, userID, 1)
		written = append(written, int64(len(written)+1))
		if len(l.heard()) == 0 {
			return errors.New("none has")
		}
		return nil
	})
	writing.put(t, userID, 1)
	l.requireHeard(t, append(written, int64(len(written)+1))...)
}

func TestStreamsOfTwoReplicasHearTheSameInOrder(t *testing.T) {
	t.Parallel()
	here := room.Postgres(t, build)
	benches := []bench{newBench(t, here), newBench(t, here.Replica(t))}
	userID := id.New()
	var listeners []*listener
	for _, b := range benches {
		l, _ := b.listen(t, userID, nil, always)
		listeners = append(listeners, l)
	}
	const each = 50
	var writing sync.WaitGroup
	for _, b := range benches {
		for range 2 {
			writing.Go(func() { b.put(t, userID, each) })
		}
	}
	writing.Wait()
	var want []int64
	for n := range int64(4 * each) {
		want = append(want, n+1)
	}
	for _, l := range listeners {
		l.requireHeard(t, want...)
	}
}
