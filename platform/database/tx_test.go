package database_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

type brand struct {
	ID     string
	Slug   string
	Name   string
	MadeAt time.Time
	GoneAt *time.Time
}

func (brand) TableName() string { return "shop_brands" }

type product struct {
	ID      string
	BrandID string
	Stock   int64
}

func (product) TableName() string { return "shop_products" }

func newBrand() *brand {
	unique := id.New()
	return &brand{ID: unique, Slug: unique, Name: unique, MadeAt: clock.System().Now()}
}

func count(t *testing.T, db *gorm.DB, model any) int64 {
	t.Helper()
	var n int64
	if err := db.Model(model).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

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

// Statements of AtCommit run with the COMMIT, in the order in which they were added.
func TestAtCommit(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b, committed := newBrand(), false
		rename := func(tx *gorm.DB) *gorm.DB {
			return tx.Model(b).Where("id = ?", b.ID).Update("name", "Named 'last'")
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, func() { committed = true })
			err := errors.Join(database.AtCommit(tx, create(b)), database.AtCommit(tx, rename))
			if n := count(t, tx, &brand{}); database.Dialect(tx) == database.Postgres && n != 0 {
				t.Errorf("%d rows before the commit", n)
			}
			return err
		})
		var got brand
		if err != nil || !committed || db.Take(&got, "id = ?", b.ID).Error != nil || got.Name != "Named 'last'" {
			t.Errorf("%v, committed %t, %+v", err, committed, got)
		}
	}, shop)
}

func create(b *brand) func(tx *gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB { return tx.Create(b) }
}

// A statement that fails at the commit leaves nothing behind, and the connection is good for more.
func TestAtCommitRollsBack(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		first, twin := newBrand(), newBrand()
		twin.Slug = first.Slug
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return database.AtCommit(tx, create(first)) }); err != nil {
			t.Fatal(err)
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, func() { t.Error("a hook ran after a failure") })
			return errors.Join(tx.Create(newBrand()).Error, database.AtCommit(tx, create(twin), create(newBrand())))
		})
		if !database.IsUnique(err) || database.RefusedBy(err) != "" || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement that fails at the commit: %v", err)
		}
		err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			refused := database.Savepoint(tx, func(tx *gorm.DB) error {
				return errors.Join(database.AtCommit(tx, create(newBrand())), errors.New("no"))
			})
			if refused == nil {
				t.Error("a savepoint returned no error although it failed")
			}
			return nil
		})
		if err != nil || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement in a savepoint that was rolled back: %v", err)
		}
	}, shop)
}

// A guard of the database keeps a transaction from being committed, and the error names it.
func TestRefusedBy(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, shop)
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return errors.Join(tx.Create(newBrand()).Error, database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
			return tx.Exec("DO $$ BEGIN RAISE EXCEPTION 'brands' USING ERRCODE = 'OR001'; END $$")
		}))
	})
	if got := database.RefusedBy(err); got != "brands" || count(t, db, &brand{}) != 0 {
		t.Errorf("refused by %q: %v", got, err)
	}
	for _, other := range []error{nil, errors.New("brands"), db.Exec("SELECT 1 / 0").Error} {
		if got := database.RefusedBy(other); got != "" {
			t.Errorf("%v: refused by %q", other, got)
		}
	}
}

// Batched reads are inside of the transaction, in their order, and see what it has done.
func TestBatchReads(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		add := func(tx *gorm.DB, b *brand) *gorm.DB {
			return tx.Raw("INSERT INTO shop_brands (id, slug, name, made_at) VALUES (?, ?, ?, ?) RETURNING *", b.ID, b.Slug, b.Name, b.MadeAt)
		}
		b, refused := newBrand(), errors.New("no")
		together := func(end error) (added brand, found []brand, err error) {
			err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				all := database.Read{Query: tx.Where("name = ?", b.Name), Into: &found}
				return errors.Join(database.BatchReads(tx, database.Read{Query: add(tx, b), Into: &added}, all), end)
			})
			return added, found, err
		}
		for _, end := range []error{refused, nil} {
			if added, found, err := together(end); !errors.Is(err, end) || added != *b || len(found) != 1 || found[0] != *b {
				t.Errorf("%+v, %+v, %v", added, found, err)
			}
		}
		if _, _, err := together(nil); !database.IsUnique(err) || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement that fails among others: %v", err)
		}
	}, shop)
}

// What the database has given up is not taken for committed, and what was rolled back is not committed by who has the connection next.
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

func TestSavepoint(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var hooks []string
		refused := errors.New("refused")
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			kept := database.Savepoint(tx, func(tx *gorm.DB) error {
				database.AfterCommit(tx, func() { hooks = append(hooks, "kept") })
				return tx.Create(newBrand()).Error
			})
			undone := database.Savepoint(tx, func(tx *gorm.DB) error {
				database.AfterCommit(tx, func() { hooks = append(hooks, "undone") })
				inner := database.Savepoint(tx, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error })
				return errors.Join(inner, refused)
			})
			broken := database.Savepoint(tx, func(tx *gorm.DB) error { return tx.Exec("SELECT * FROM nowhere").Error })
			if kept != nil || !errors.Is(undone, refused) || broken == nil {
				t.Errorf("errors of savepoints: %v, %v, %v", kept, undone, broken)
			}
			func() {
				defer func() { _ = recover() }()
				_ = database.Savepoint(tx, func(tx *gorm.DB) error {
					_ = tx.Create(newBrand())
					panic("a bug")
				})
			}()
			return tx.Create(newBrand()).Error
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, db, &brand{}); got != 2 {
			t.Errorf("rows: %d, want the one kept and the one after", got)
		}
		if !slices.Equal(hooks, []string{"kept"}) {
			t.Errorf("hooks: %v", hooks)
		}
	}, shop)
}

// A read that becomes a write is where SQLite's BUSY comes from.
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

// Cancelled transactions leave nothing behind that blocks the next writer.
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

func TestTimesComeBackTheSame(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		zone := time.FixedZone("far", -7*3600)
		gone := time.Date(2026, 11, 20, 23, 30, 0, 120_000_999, zone)
		in := newBrand()
		in.MadeAt, in.GoneAt = gone, &gone
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create(in).Error }); err != nil {
			t.Fatal(err)
		}
		var out brand
		// The same moment in another zone finds it; as text they differ.
		if err := db.Take(&out, "made_at = ? AND gone_at <= ?", gone.In(time.UTC), gone.In(zone)).Error; err != nil {
			t.Fatal(err)
		}
		want := clock.Normalize(gone)
		if out.MadeAt != want || *out.GoneAt != want {
			t.Errorf("got %#v, want %#v", out.MadeAt, want)
		}
		if out.ID != in.ID {
			t.Errorf("id %q, want %q", out.ID, in.ID)
		}
	}, shop)
}

func TestConstraintErrors(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := newBrand()
		write := func(fn func(tx *gorm.DB) error) error { return database.InTx(t.Context(), db, fn) }
		err := write(func(tx *gorm.DB) error {
			return errors.Join(tx.Create(b).Error, tx.Create(&product{ID: id.New(), BrandID: b.ID}).Error)
		})
		if err != nil {
			t.Fatal(err)
		}
		sameID, sameSlug, sameName, noName := newBrand(), newBrand(), newBrand(), newBrand()
		sameID.ID, sameSlug.Slug, sameName.Name, noName.Name = b.ID, b.Slug, strings.ToUpper(b.Name), ""

		for _, row := range []struct {
			what  string
			do    func(tx *gorm.DB) error
			is    error
			names []string
		}{
			{"primary key", func(tx *gorm.DB) error { return tx.Create(sameID).Error }, gorm.ErrDuplicatedKey, []string{"shop_brands_pkey", "shop_brands.id"}},
			{"unique", func(tx *gorm.DB) error { return tx.Create(sameSlug).Error }, gorm.ErrDuplicatedKey, []string{"shop_brands_slug_key", "shop_brands.slug"}},
			{"unique index", func(tx *gorm.DB) error { return tx.Create(sameName).Error }, gorm.ErrDuplicatedKey, []string{"shop_brands_lower_key"}},
			{"check", func(tx *gorm.DB) error { return tx.Create(noName).Error }, gorm.ErrCheckConstraintViolated, nil},
			{"foreign key", func(tx *gorm.DB) error { return tx.Create(&product{ID: id.New(), BrandID: id.New()}).Error }, gorm.ErrForeignKeyViolated, nil},
			{"restrict", func(tx *gorm.DB) error { return tx.Delete(b).Error }, gorm.ErrForeignKeyViolated, nil},
		} {
			err := write(row.do)
			if !errors.Is(err, row.is) {
				t.Errorf("%s: %v", row.what, err)
			}
			if isUnique := row.is == gorm.ErrDuplicatedKey; database.IsUnique(err) != isUnique || database.IsUnique(err, row.names...) != isUnique {
				t.Errorf("%s: IsUnique does not tell: %v", row.what, err)
			}
			if database.IsUnique(err, "another_key", "another.column") {
				t.Errorf("%s: IsUnique takes it for another", row.what)
			}
			if database.IsUnavailable(err) || database.AsUnavailable(err) != err {
				t.Errorf("%s: taken for an unavailable database", row.what)
			}
		}
	}, shop)
}

func TestUnavailable(t *testing.T) {
	t.Parallel()
	missing := fault.Missing()
	for _, err := range []error{nil, missing, errors.New("a bug"), gorm.ErrRecordNotFound, context.Canceled} {
		if database.AsUnavailable(err) != err {
			t.Errorf("%v was mapped", err)
		}
	}
	err := database.AsUnavailable(fmt.Errorf("query: %w", context.DeadlineExceeded))
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.Unavailable || f.RetryAfter != database.RetryAfter || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a timeout became %v", err)
	}
}
