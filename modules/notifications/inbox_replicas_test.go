package notifications

import (
	"sync"
	"testing"

	identity "orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/room"
)

// Consumers of two replicas write to the same inboxes in any order. Red without takePen when the machine is busy: deadlocks take
// a second each, until nothing moves.
func TestTwoReplicasFillTheSameInboxes(t *testing.T) {
	t.Parallel()
	here := room.Postgres(t, build)
	there := here.Replica(t)
	var people []person
	for range 3 {
		people = append(people, join(t, here, identity.RoleAdmin, "en"))
	}
	const rounds = 40
	var publishing sync.WaitGroup
	for i, r := range []*room.Room{here, there, here, there} {
		publishing.Go(func() {
			for n := range rounds {
				e := eventbus.Event(verified(people[(i+n)%len(people)].id))
				if n%2 == i%2 {
					e = wholesale.ApplicationSubmitted{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", SubmittedAt: clock.System().Now(),
						BusinessName: "x", ContactFullName: "x", ContactPhone: "x", ContactEmail: "x@example.com", AddressID: kit.AddressID("x@example.com")}
				}
				if err := r.Announce(t.Context(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	publishing.Wait()
	eventbustest.Drain(t, here.DB)
	var items int64
	if err := here.DB.Model(&item{}).Count(&items).Error; err != nil {
		t.Fatal(err)
	}
	if want := int64(4*rounds/2*len(people) + 4*rounds/2); items != want {
		t.Errorf("%d notifications, want %d", items, want)
	}
}
