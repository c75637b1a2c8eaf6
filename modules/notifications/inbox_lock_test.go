package notifications

import (
	"errors"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// Two transactions that write into the same inboxes, in different orders, run one after the other.
// Without the lock of either of them PostgreSQL ends one because of a deadlock, and it runs again.
// SQLite has one writer at a time.
func TestInboxesAreWrittenInTurns(t *testing.T) {
	t.Parallel()
	r := moduletest.Postgres(t, build)
	n := newNotifier(r)
	notifying := func(tx *gorm.DB, userID string) error {
		return n.notify(tx, causedDraft{welcome(verified(userID)), id.New()})
	}
	erasing := func(tx *gorm.DB, userID string) error {
		return erase(t.Context(), tx, eventbus.Message[identity.AccountErased]{Event: identity.AccountErased{UserID: userID}})
	}
	for name, write := range map[string]func(tx *gorm.DB, userID string) error{"notifying": notifying, "erasing": erasing} {
		here, there := id.New(), id.New()
		var runs atomic.Int32
		var second <-chan error
		err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
			again := runs.Add(1) > 2
			if err := notifying(tx, here); err != nil || again {
				return err
			}
			second = kit.Contend(t, r.DB, tx, func() error {
				return database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
					runs.Add(1)
					return errors.Join(write(tx, there), write(tx, here))
				})
			})
			return notifying(tx, there)
		})
		if err := errors.Join(err, <-second); err != nil || runs.Load() != 2 {
			t.Errorf("%s: the two transactions ran %d times: %v", name, runs.Load(), err)
		}
	}
}
