package webhooks

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit/moduletest"
)

// A replay that goes on locks its endpoint before itself, as the deletion of an endpoint does: in
// the other order the two would wait for each other. SQLite has one writer.
func TestReplayLocksItsEndpointFirst(t *testing.T) {
	t.Parallel()
	w := newSteps(t, moduletest.Postgres(t, idle))
	from := w.Clock.Now().Add(-time.Hour).Format(time.RFC3339)
	replayID := w.admin.Do(t, "POST", replays, body{"endpointId": w.endpointID, "from": from}).Require(t, 201).Text("id")
	release := w.hold(t, func(tx *gorm.DB) error {
		_, err := lockEndpoint(tx, w.endpointID)
		return err
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := database.InTx(t.Context(), w.DB, func(tx *gorm.DB) error {
			_, err := w.d.continueReplay(t.Context(), tx, replayID)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}()
	w.awaitLock(t, done)
	if err := w.DB.WithContext(t.Context()).Exec("SELECT 1 FROM webhooks_replays WHERE id = ? FOR UPDATE NOWAIT", replayID).Error; err != nil {
		t.Errorf("the replay is locked while it waits for its endpoint: %v", err)
	}
	release()
	<-done
}
