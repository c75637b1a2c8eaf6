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
	const atOnce = 10
	address := kit.PostgresURL(t)
	w := prepare(t, address, 1, "ORDERD_DATABASE_URL="+address+"&lock_timeout=30000&statement_timeout=30000")
	w.launch()
	_, access := w.customer("fickle")
	holder := kit.Open(t, address+"&idle_in_transaction_session_timeout=0")

	rounds := often(5, 100)
	held := func(round func()) {
		err := database.InTx(t.Context(), holder, func(tx *gorm.DB) error {
			err := tx.Exec("LOCK TABLE identity_users IN ACCESS EXCLUSIVE MODE").Error
			if err == nil {
				round()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	waiting := func() []int {
		return query[int](w, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
	}
	var asked []int // the server's processes
	ask := func(ctx context.Context, askers *sync.WaitGroup) {
		for range atOnce {
			askers.Go(func() {
				request, err := http.NewRequestWithContext(ctx, "GET", w.replicas[0].Base+"/v1/users/me", nil)
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("Authorization", "Bearer "+access)
				if answer, err := http.DefaultClient.Do(request); err == nil {
					answer.Body.Close()
				}
			})
		}
		var now []int
		kit.Eventually(t, "the statements wait", func() error {
			if now = waiting(); len(now) < atOnce {
				return fmt.Errorf("%d of %d", len(now), atOnce)
			}
			return nil
		})
		asked = append(asked, now...)
	}

	for range rounds {
		var askers sync.WaitGroup
		held(func() {
			ctx, leave := context.WithCancel(t.Context())
			ask(ctx, &askers)
			leave()
			kit.Eventually(t, "no statement waits for who has left", func() error {
				if n := len(waiting()); n > 0 {
					return fmt.Errorf("%d do", n)
				}
				return nil
			})
		})
		askers.Wait()
	}
	var stay sync.WaitGroup
	held(func() { ask(t.Context(), &stay) }) // by now those of the rounds have ended, or serve again
	stay.Wait()
	alive := query[int](w, "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
	slices.Sort(asked)
	asked = slices.Compact(asked)
	gone := slices.DeleteFunc(slices.Clone(asked), func(pid int) bool { return slices.Contains(alive, pid) })
	t.Logf("%d clients left: %d of %d connections were closed", rounds*atOnce, len(gone), len(asked))
	if len(gone) > 0 {
		t.Error("a client who leaves costs a connection")
	}
	check(t, w)
}
