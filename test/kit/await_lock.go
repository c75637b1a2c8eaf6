package kit

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// AwaitLock waits until a transaction of the database waits for the lock of another. On SQLite it
// returns at once: there is one transaction at a time.
func AwaitLock(t *testing.T, db *gorm.DB) {
	t.Helper()
	if database.Dialect(db) == database.SQLite {
		return
	}
	Eventually(t, "another transaction waits", func() error {
		var waiting int64
		err := db.Raw("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").
			Scan(&waiting).Error
		if err == nil && waiting == 0 {
			err = errors.New("it does not")
		}
		return err
	})
}
