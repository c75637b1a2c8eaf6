package faults

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Clients who leave while their statements run cost PostgreSQL no connection: who sends requests
// and leaves could else have it start processes all day.
func TestClientsThatLeave(t *testing.T) {
	t.Parallel()
	address := kit.PostgresURL(t)
	w := prepare(t, address, 1, "ORDERD_DATABASE_URL="+address+"&lock_timeout=30000&statement_timeout=30000")
	w.launch()
	_, access := w.customer("fickle")
	c := &lockedClients{world: w, access: access, holder: kit.Open(t, address+"&idle_in_transaction_session_timeout=0")}

	rounds, quick := scaled(5, 100), 0
	var closed []int
	// What takes longer than a connection is kept for says nothing, and is tried again.
	for tries := 0; quick < rounds && tries < 10*rounds; tries++ {
		asked, took := c.leave(t)
		// By now the connections have ended, or serve again.
		var stay sync.WaitGroup
		c.whileLocked(t, func() { c.ask(t.Context(), t, &stay) })
		stay.Wait()
		if took < cancelLimit {
			quick++
			alive := query[int](w, "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
			closed = append(closed, slices.DeleteFunc(asked, func(pid int) bool { return slices.Contains(alive, pid) })...)
		}
	}
	t.Logf("%d clients left in %d quick rounds: %d connections were closed", quick*clientsAtOnce, quick, len(closed))
	if quick == 0 || len(closed) > 0 {
		t.Error("a client who leaves costs a connection")
	}
	checkEverything(t, w)
}

// cancelLimit is how long a connection is kept for a statement that is being cancelled
// (platform/database).
const cancelLimit = 500 * time.Millisecond

// leave sends requests and leaves while their statements wait. It returns PostgreSQL's processes,
// and how long it took until none of them had a statement.
func (c *lockedClients) leave(t *testing.T) (asked []int, took time.Duration) {
	t.Helper()
	var (
		askers sync.WaitGroup
		left   time.Time
	)
	c.whileLocked(t, func() {
		ctx, leave := context.WithCancel(t.Context())
		asked = c.ask(ctx, t, &askers)
		left = time.Now()
		leave()
		kit.Eventually(t, "no statement waits for a client that has left", func() error {
			if n := len(c.waiting()); n > 0 {
				return fmt.Errorf("%d do", n)
			}
			return nil
		})
	})
	askers.Wait()
	kit.Eventually(t, "the connections are free or closed", func() error {
		if n := c.number("SELECT count(*) FROM pg_stat_activity WHERE pid IN ? AND state <> 'idle'", asked); n > 0 {
			return fmt.Errorf("%d are not", n)
		}
		return nil
	})
	return asked, time.Since(left)
}

const clientsAtOnce = 10

// lockedClients are clients whose requests wait for a lock that the test holds.
type lockedClients struct {
	*world
	access string
	holder *gorm.DB
}

// whileLocked runs do while the table of users is locked.
func (c *lockedClients) whileLocked(t *testing.T, do func()) {
	t.Helper()
	err := database.InTx(t.Context(), c.holder, func(tx *gorm.DB) error {
		err := tx.Exec("LOCK TABLE identity_users IN ACCESS EXCLUSIVE MODE").Error
		if err == nil {
			do()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// waiting are PostgreSQL's processes whose statements wait for a lock.
func (c *lockedClients) waiting() []int {
	// Not what the index of the search reads by itself, page by page.
	return query[int](c.world, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query "+
		"NOT LIKE '%OFFSET%'")
}

// ask sends requests that end with ctx, and returns PostgreSQL's processes when the statement of
// each waits.
func (c *lockedClients) ask(ctx context.Context, t *testing.T, askers *sync.WaitGroup) (now []int) {
	t.Helper()
	for range clientsAtOnce {
		askers.Go(func() {
			request, err := http.NewRequestWithContext(ctx, "GET", c.replicas[0].Base+"/v1/users/me", nil)
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Authorization", "Bearer "+c.access)
			if answer, err := http.DefaultClient.Do(request); err == nil {
				answer.Body.Close()
			}
		})
	}
	kit.Eventually(t, "the statements wait", func() error {
		if now = c.waiting(); len(now) < clientsAtOnce {
			return fmt.Errorf("%d of %d", len(now), clientsAtOnce)
		}
		return nil
	})
	return now
}
