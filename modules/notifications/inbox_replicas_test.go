package notifications

import (
	"sync"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit/moduletest"
)

// Consumers of two replicas write into the same inboxes in any order. Without lockInboxes they run
// into deadlocks of a second each when the machine is busy, until nothing moves.
func TestTwoReplicasFillTheSameInboxes(t *testing.T) {
	t.Parallel()
	here := moduletest.Postgres(t, build)
	there := here.Replica(t)
	var accounts []account
	for range 3 {
		accounts = append(accounts, join(t, here, identity.RoleAdmin, "en"))
	}
	const rounds = 40
	var publishing sync.WaitGroup
	for i, r := range []*moduletest.Runner{here, there, here, there} {
		publishing.Go(func() {
			for n := range rounds {
				e := eventbus.Event(verified(accounts[(i+n)%len(accounts)].id))
				if n%2 == i%2 {
					e = applied(id.New(), "x@example.com")
				}
				if err := r.Announce(t.Context(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	publishing.Wait()
	eventbustest.Drain(t, here.DB)
	var found int64
	if err := here.DB.Model(&notification{}).Count(&found).Error; err != nil {
		t.Fatal(err)
	}
	if want := int64(4*rounds/2*len(accounts) + 4*rounds/2); found != want {
		t.Errorf("%d notifications, want %d", found, want)
	}
}
