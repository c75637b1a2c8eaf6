package faults

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

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

	rounds := scaled(5, 100)
	for range rounds {
		var askers sync.WaitGroup
		c.whileLocked(t, func() {
			ctx, leave := context.WithCancel(t.Context())
			c.ask(ctx, t, &askers)
			leave()
			kit.Eventually(t, "no statement waits for a client that has left", func() error {
				if n := len(c.waiting()); n > 0 {
					return fmt.Errorf("%d do", n)
				}
				return nil
			})
		})
		askers.Wait()
	}
	var stay sync.WaitGroup
	// By now the connections of the rounds have ended, or serve again.
	c.whileLocked(t, func() { c.ask(t.Context(), t, &stay) })
	stay.Wait()
	alive := query[int](w, "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
	slices.Sort(c.asked)
	asked := slices.Compact(c.asked)
	gone := slices.DeleteFunc(slices.Clone(asked), func(pid int) bool { return slices.Contains(alive, pid) })
	t.Logf("%d clients left: %d of %d connections were closed", rounds*clientsAtOnce, len(gone), len(asked))
	if len(gone) > 0 {
		t.Error("a client who leaves costs a connection")
	}
	checkEverything(t, w)
}

const clientsAtOnce = 10

// lockedClients are clients whose requests wait for a lock that the test holds.
type lockedClients struct {
	*world
	access string
	holder *gorm.DB
	asked  []int // PostgreSQL's processes that have waited for a request
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

// ask sends requests that end with ctx, and returns when the statement of each waits.
func (c *lockedClients) ask(ctx context.Context, t *testing.T, askers *sync.WaitGroup) {
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
	var now []int
	kit.Eventually(t, "the statements wait", func() error {
		if now = c.waiting(); len(now) < clientsAtOnce {
			return fmt.Errorf("%d of %d", len(now), clientsAtOnce)
		}
		return nil
	})
	c.asked = append(c.asked, now...)
}
