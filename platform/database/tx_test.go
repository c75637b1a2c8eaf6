package database_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestInTx(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var hooks []string
		hook := func(name string) func() { return func() { hooks = append(hooks, name) } }

		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if !database.IsTx(tx) || !database.IsTx(tx.WithContext(t.Context())) || database.IsTx(db) {
				t.Error("IsTx does not tell a transaction from a handle")
			}
			database.AfterCommit(tx, hook("first"))
			database.AfterCommit(tx, func() { panic("a hook") })
			database.AfterCommit(tx.WithContext(context.Background()), hook("second"))
			return tx.Create(newBrand()).Error
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, db, &brand{}); got != 1 {
			t.Errorf("rows after the commit: %d", got)
		}
		if !slices.Equal(hooks, []string{"first", "second"}) {
			t.Errorf("hooks after the commit: %v", hooks)
		}

		refused := errors.New("refused")
		err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, hook("never"))
			return errors.Join(tx.Create(newBrand()).Error, refused)
		})
		if !errors.Is(err, refused) {
			t.Errorf("error of a refused transaction: %v", err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				database.AfterCommit(tx, hook("never"))
				_ = tx.Create(newBrand())
				panic("a bug")
			})
			t.Error("the panic of a transaction was swallowed")
		}()
		if got := count(t, db, &brand{}); got != 1 {
			t.Errorf("rows after two rollbacks: %d", got)
		}
		if slices.Contains(hooks, "never") {
			t.Error("a hook ran after a rollback")
		}
	}, shop)
}

func TestInTxRefusesNesting(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		nothing := func(*gorm.DB) error { return nil }
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if database.InTx(t.Context(), tx, nothing) == nil {
				t.Error("InTx on the handle of a transaction worked")
			}
			if database.InTx(tx.Statement.Context, db, nothing) == nil {
				t.Error("InTx with the context of a transaction worked")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// InTx returns an error for a transaction that the database has ended, and the next transaction on
// the connection does not commit rolled back rows.
func TestInTxCommitsAllOrNothing(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, shop)
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		if err := tx.Create(newBrand()).Error; err != nil {
			return err
		}
		if tx.Exec("SELECT 1 / 0").Error == nil {
			t.Error("zero divides")
		}
		return nil // as if nothing had happened
	})
	if err == nil {
		t.Error("a failed statement was taken for a commit")
	}
	refused := errors.New("no")
	err = database.InTx(t.Context(), db, func(tx *gorm.DB) error { return errors.Join(tx.Create(newBrand()).Error, refused) })
	if !errors.Is(err, refused) {
		t.Error(err)
	}
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Exec("SELECT 1").Error }); err != nil {
		t.Error(err)
	}
	if n := count(t, db, &brand{}); n != 0 {
		t.Errorf("%d rows, want none", n)
	}
}

// Transactions that read first and then write would get SQLite's SQLITE_BUSY without the queue.
func TestConcurrentWritersNeverMeetBusy(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		p := product{ID: id.New()}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			b := newBrand()
			p.BrandID = b.ID
			return errors.Join(tx.Create(b).Error, tx.Create(&p).Error)
		})
		if err != nil {
			t.Fatal(err)
		}
		const writers = 200
		errs := make([]error, writers)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				errs[i] = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
					var read product
					if err := database.ForUpdate(tx).Take(&read, "id = ?", p.ID).Error; err != nil {
						return err
					}
					return tx.Model(&read).Update("stock", read.Stock+1).Error
				})
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		if err := db.Take(&p).Error; err != nil || p.Stock != writers {
			t.Errorf("stock is %d after %d increments: %v", p.Stock, writers, err)
		}
	}, shop)
}

// A cancelled transaction leaves no lock that blocks the next writer.
func TestCancelledTransactions(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
				defer cancel()
				err := database.InTx(ctx, db, func(tx *gorm.DB) error {
					for range 5 {
						if err := tx.Create(newBrand()).Error; err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil && !fault.Is(err, fault.Unavailable) {
					t.Errorf("a transaction over its time: %v", err)
				}
			})
		}
		all.Wait()
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error }); err != nil {
			t.Fatal(err)
		}
		if got := count(t, db, &brand{}); got%5 != 1 {
			t.Errorf("%d rows: a transaction was committed in part", got)
		}
	}, shop)
}

func TestConflictsRunAgain(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, shop)
	a, b := newBrand(), newBrand()
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create([]*brand{a, b}).Error }); err != nil {
		t.Fatal(err)
	}
	var hooks, runs sync.Map
	lockBoth := func(name, first, second string, locked, other chan struct{}) error {
		once := sync.OnceFunc(func() { close(locked) })
		return database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			n, _ := runs.LoadOrStore(name, 0)
			runs.Store(name, n.(int)+1)
			database.AfterCommit(tx, func() {
				n, _ := hooks.LoadOrStore(name, 0)
				hooks.Store(name, n.(int)+1)
			})
			if err := database.ForUpdate(tx).Take(&brand{}, "id = ?", first).Error; err != nil {
				return err
			}
			once()
			<-other
			return database.ForUpdate(tx).Take(&brand{}, "id = ?", second).Error
		})
	}
	one, two := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		if err := lockBoth("one", a.ID, b.ID, one, two); err != nil {
			t.Error(err)
		}
	})
	all.Go(func() {
		if err := lockBoth("two", b.ID, a.ID, two, one); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	n1, _ := runs.Load("one")
	n2, _ := runs.Load("two")
	if n1.(int)+n2.(int) < 3 {
		t.Errorf("no deadlock happened: %v and %v runs", n1, n2)
	}
	for _, name := range []string{"one", "two"} {
		if n, _ := hooks.Load(name); n != 1 {
			t.Errorf("hooks of %s ran %v times", name, n)
		}
	}
}
