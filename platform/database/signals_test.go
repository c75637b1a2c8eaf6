package database_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestSignalsInOneProcess(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var received, other []string
		stop := database.Listen(db, "topic", func(payload string) { received = append(received, payload) })
		defer database.Listen(db, "another", func(payload string) { other = append(other, payload) })()
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, func() { database.Broadcast(tx, "topic", "a") })
			if len(received) > 0 {
				t.Error("received before the commit")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		stop()
		database.Broadcast(db, "topic", "b")
		if len(received) != 1 || received[0] != "a" || len(other) > 0 {
			t.Errorf("received %v and %v", received, other)
		}
	})
}

func TestSignalsBetweenReplicas(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t)
	here, there := kit.Open(t, url), kit.Open(t, url)
	var mu sync.Mutex
	received := map[string]int{}
	defer database.Listen(there, "topic", func(payload string) {
		mu.Lock()
		defer mu.Unlock()
		received[payload]++
	})()
	var own atomic.Int32
	defer database.Listen(here, "topic", func(string) { own.Add(1) })()
	missing := func(payload string) error {
		mu.Lock()
		defer mu.Unlock()
		if received[payload] == 0 {
			return errors.New("nothing received")
		}
		return nil
	}
	sent := int32(0)
	kit.Eventually(t, "the other replica listens", func() error {
		database.Broadcast(here, "topic", "ready")
		sent++
		return missing("ready")
	})

	// These are more than one NOTIFY holds; one of them alone is too long.
	const many = 500
	database.Broadcast(here, "topic", strings.Repeat("x", 9000))
	for i := range many {
		database.Broadcast(here, "topic", fmt.Sprintf("%03d %s", i, strings.Repeat("ü", 20)))
	}
	sent += 1 + many
	for i := range many {
		payload := fmt.Sprintf("%03d %s", i, strings.Repeat("ü", 20))
		kit.Eventually(t, "signal "+payload, func() error { return missing(payload) })
	}
	if got := own.Load(); got != sent {
		t.Errorf("the sender received its %d signals %d times", sent, got)
	}

	// The connection breaks and comes back.
	terminate := "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
	if err := here.Exec(terminate).Error; err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the other replica listens again", func() error {
		database.Broadcast(here, "topic", "again")
		return missing("again")
	})
}

// A signal that several parts of a transaction ask for is sent once, after the other hooks. One of
// a savepoint that was rolled back is not sent.
func TestBroadcastAfterCommit(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var got []string
		defer database.Listen(db, "shop", func(payload string) { got = append(got, payload) })()
		ask := func(tx *gorm.DB, payloads ...string) {
			database.BroadcastAfterCommit(tx, "shop", func() []string { return payloads })
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			ask(tx, "a", "b")
			_ = database.Savepoint(tx, func(tx *gorm.DB) error { ask(tx, "undone"); return errors.New("no") })
			ask(tx, "b", "c")
			database.AfterCommit(tx, func() { got = append(got, "hook") })
			return nil
		})
		if want := []string{"hook", "a", "b", "c"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, got %v, want %v", err, got, want)
		}
	})
}
