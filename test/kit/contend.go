package kit

import (
	"errors"
	"testing"

	"gorm.io/gorm"
)

// Contend starts work and returns when it waits for a lock that tx holds, or has ended. tx is a
// transaction on PostgreSQL, and db another handle on the same database. The caller ends tx and
// then receives the result of work from the channel. SQLite has one writer at a time, so that there
// work would wait before its first statement.
func Contend(t testing.TB, db, tx *gorm.DB, work func() error) <-chan error {
	t.Helper()
	var holder int
	if err := tx.Raw("SELECT pg_backend_pid()").Scan(&holder).Error; err != nil {
		t.Fatal(err)
	}
	result := make(chan error, 1)
	go func() { result <- work() }()
	Eventually(t, "the work waits or has ended", func() error {
		var waiting int
		err := db.Raw("SELECT count(*) FROM pg_stat_activity WHERE ? = ANY (pg_blocking_pids(pid))", holder).Scan(&waiting).Error
		if err == nil && waiting == 0 && len(result) == 0 {
			err = errors.New("it does neither")
		}
		return err
	})
	return result
}
