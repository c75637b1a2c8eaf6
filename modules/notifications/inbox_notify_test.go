package notifications

import (
	"slices"
	"sync"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit/moduletest"
)

// Without the lock of the inbox (nextNumbers as max(number) + 1, or from a sequence) a reader that
// asks for what comes after the last number misses notifications.
func TestNumbersBecomeVisibleInTheirOrder(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		written := make(chan struct{})
		var seen []int64
		var reading, writing sync.WaitGroup
		reading.Go(func() { seen = readUntil(t, r, a.id, written) })
		const writers, each = 8, 10
		n := newNotifier(r)
		for range writers {
			writing.Go(func() {
				for range each {
					notifyOnce(t, r, n, a.id, id.New())
				}
			})
		}
		writing.Wait()
		close(written)
		reading.Wait()
		if len(seen) != writers*each || !slices.IsSorted(seen) {
			t.Errorf("a stream saw %d of %d: %v", len(seen), writers*each, seen)
		}
	})
}

// readUntil reads an inbox as a stream does, what comes after the last number seen, until written
// is closed and once more.
func readUntil(t *testing.T, r *moduletest.Runner, userID string, written <-chan struct{}) (seen []int64) {
	var last int64
	for ended := false; !ended; {
		select {
		case <-written:
			ended = true
		default:
		}
		found, err := listAfter(r.DB, userID, last, batchSize)
		if err != nil {
			t.Error(err)
			return seen
		}
		for _, n := range found {
			last = n.Number
			seen = append(seen, n.Number)
		}
	}
	return seen
}

// notifyOnce notifies the user of the event.
func notifyOnce(t *testing.T, r *moduletest.Runner, n *notifier, userID, eventID string) {
	t.Helper()
	err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
		return n.notify(tx, causedDraft{welcome(verified(userID)), eventID})
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAnEventThatComesTwiceNotifiesOnce(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		n := newNotifier(r)
		eventID := id.New()
		for range 2 {
			notifyOnce(t, r, n, a.id, eventID)
		}
		requireTitles(t, "the user", a, "Welcome")
	})
}
