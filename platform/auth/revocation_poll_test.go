package auth_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/test/kit"
)

// Requests that come at once to a process that has just started share one poll of the revocations.
func TestFirstRequestsPollOnce(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		a := newAuthority(db, load(t, keysFile(t)), clock.System())
		token := issue(t, a, newPrincipal(auth.RoleCustomer))
		const callers = 50
		var began, finished sync.WaitGroup
		began.Add(callers)
		var polls atomic.Int64
		poll := func(*gorm.DB) {
			polls.Add(1)
			began.Wait() // no request ends before all have begun
		}
		if err := db.Callback().Row().Before("gorm:row").Register("poll", poll); err != nil {
			t.Fatal(err)
		}
		if err := db.Callback().Query().Before("gorm:query").Register("poll", poll); err != nil {
			t.Fatal(err)
		}
		for range callers {
			finished.Go(func() {
				began.Done()
				if _, err := a.Verify(token); err != nil {
					t.Error(err)
				}
			})
		}
		finished.Wait()
		if n := polls.Load(); n != 1 {
			t.Errorf("%d polls", n)
		}
	}, auth.Migrations())
}
