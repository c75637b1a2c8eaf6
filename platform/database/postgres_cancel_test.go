package database_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// cancelLimit is how long a cancelled statement may take before its connection is closed.
const cancelLimit = 500 * time.Millisecond

func sleepLong(tx *gorm.DB) *gorm.DB { return tx.Exec("SELECT pg_sleep(60)") }

// leavingClients are uses of the database by a client that leaves. Those that sleep leave while the
// statement runs; the others call leave themselves.
var leavingClients = map[string]func(ctx context.Context, db *gorm.DB, leave func()) error{
	"a read": func(ctx context.Context, db *gorm.DB, _ func()) error {
		var slept []string
		return db.WithContext(ctx).Raw("SELECT pg_sleep(60)").Scan(&slept).Error
	},
	"a statement of a transaction": func(ctx context.Context, db *gorm.DB, _ func()) error {
		return database.InTx(ctx, db, func(tx *gorm.DB) error {
			return errors.Join(tx.Create(newBrand()).Error, sleepLong(tx).Error)
		})
	},
	"a snapshot": func(ctx context.Context, db *gorm.DB, _ func()) error {
		db = db.WithContext(ctx)
		var n int64
		return database.Snapshot(db, countBrands(db, &n), database.Select{Query: db.Raw("SELECT pg_sleep(60)")})
	},
	"reads that go with the begin": func(ctx context.Context, db *gorm.DB, _ func()) error {
		return database.InTx(ctx, db, func(tx *gorm.DB) error {
			var slept []string
			return database.BatchReads(tx, database.Read{Query: tx.Raw("SELECT pg_sleep(60)::text"), Into: &slept})
		})
	},
	"a statement that goes with the commit": func(ctx context.Context, db *gorm.DB, _ func()) error {
		return database.InTx(ctx, db, func(tx *gorm.DB) error {
			return errors.Join(tx.Create(newBrand()).Error, database.AtCommit(tx, sleepLong))
		})
	},
	"between two statements": func(ctx context.Context, db *gorm.DB, leave func()) error {
		return database.InTx(ctx, db, func(tx *gorm.DB) error {
			err := tx.Create(newBrand()).Error
			leave()
			return errors.Join(err, tx.Create(newBrand()).Error)
		})
	},
	"before the first statement": func(ctx context.Context, db *gorm.DB, leave func()) error {
		return database.InTx(ctx, db, func(tx *gorm.DB) error {
			leave()
			return tx.Create(newBrand()).Error
		})
	},
}

// A statement whose context ends is cancelled on the server: its transaction is rolled back, and
// its connection stays in the pool. A new connection for each client that leaves would cost
// PostgreSQL a process each. On a busy machine the server may take longer than a connection is kept
// for it (cancelLimit): what takes so long says nothing, and is tried again.
func TestCancelledStatementsKeepTheirConnection(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t, shop)
	observer := kit.Open(t, url)
	for name, run := range leavingClients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := openOneConnection(t, url)
			server, quick, replaced := backend(t, one), 0, 0
			for tries := 0; quick < 10 && tries < 100; tries++ {
				ctx, cancel := context.WithCancel(t.Context())
				var left time.Time
				leave := sync.OnceFunc(func() { left = time.Now(); cancel() })
				ended := make(chan error, 1)
				go func() { ended <- run(ctx, one, leave) }()
				kit.Eventually(t, "the statement runs", func() error {
					select {
					case <-ctx.Done():
						return nil
					default:
						return sleeps(observer, server)
					}
				})
				leave()
				if err := <-ended; !errors.Is(err, context.Canceled) || database.IsUnavailable(err) {
					t.Errorf("the error for the client that left: %v", err)
				}
				now := backend(t, one)
				if time.Since(left) < cancelLimit {
					quick++
					if now != server {
						replaced++
					}
				}
				server = now
			}
			if quick == 0 || replaced > 0 {
				t.Errorf("%d of %d connections were replaced", replaced, quick)
			}
			if n := count(t, one, &brand{}); n != 0 {
				t.Errorf("%d rows of transactions that were cancelled", n)
			}
		})
	}
}

// openOneConnection opens the database with a pool of one connection.
func openOneConnection(t *testing.T, url string) *gorm.DB {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: url, MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := database.Close(db); err != nil {
			t.Error(err)
		}
	})
	return db
}

// backend returns the id of the server's process behind the one connection of db.
func backend(t *testing.T, db *gorm.DB) (pid int) {
	t.Helper()
	if err := db.WithContext(t.Context()).Raw("SELECT pg_backend_pid()").Scan(&pid).Error; err != nil {
		t.Fatal(err)
	}
	return pid
}

// sleeps returns an error while the process does not run pg_sleep.
func sleeps(db *gorm.DB, pid int) error {
	var event string
	err := db.Raw("SELECT coalesce(wait_event, '') FROM pg_stat_activity WHERE pid = ?", pid).Scan(&event).Error
	if err == nil && event != "PgSleep" {
		err = fmt.Errorf("it waits for %q", event)
	}
	return err
}
