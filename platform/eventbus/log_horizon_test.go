package eventbus

import (
	"context"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// A reader who follows the horizon misses no event of a transaction that commits late: the horizon
// stays before it. A transaction that only reads holds nothing back.
func TestHorizonWaitsForOpenTransactions(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, Migrations())
	f := newFixture(t, db, Options{})
	var h Horizon
	f.publish(placed{"a", 1})
	first, err := h.Advance(t.Context(), db, time.Second)
	if err != nil || first == 0 {
		t.Fatalf("horizon %d, %v", first, err)
	}
	published, commit, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- database.InTx(context.Background(), db, func(tx *gorm.DB) error {
			err := Publish(tx.Statement.Context, tx, placed{"b", 2})
			close(published)
			<-commit
			return err
		})
	}()
	<-published
	f.publish(placed{"c", 3}) // with a higher number, committed before
	if got, err := h.Advance(t.Context(), db, 20*time.Millisecond); err != nil || got != first {
		t.Errorf("beside an open transaction the horizon is %d, want %d (%v)", got, first, err)
	}
	close(commit)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	last, err := h.Advance(t.Context(), db, 5*time.Second)
	if err != nil || last != first+2 {
		t.Errorf("after the commit it is %d, want %d (%v)", last, first+2, err)
	}
	entries, err := ReadForward(t.Context(), db, LogFilter{After: first}, 10)
	if err != nil || len(entries) != 2 || entries[0].Key != "b" || entries[1].Key != "c" {
		t.Errorf("%+v %v", entries, err)
	}
	err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT count(*) FROM events").Error; err != nil {
			return err
		}
		published := make(chan struct{})
		go func() { f.publish(placed{"d", 4}); close(published) }()
		<-published
		got, err := h.Advance(context.Background(), db, 5*time.Second)
		if got != last+1 {
			t.Errorf("beside a reader it is %d, want %d", got, last+1)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Readers who come together beside an open transaction share a look: none waits for the looks of
// all others. Most of them come before the first look ends, however busy the machine is.
func TestReadersShareALook(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, Migrations())
	f := newFixture(t, db, Options{})
	published, commit, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- database.InTx(context.Background(), db, func(tx *gorm.DB) error {
			err := Publish(tx.Statement.Context, tx, placed{"a", 1})
			close(published)
			<-commit
			return err
		})
	}()
	<-published
	f.publish(placed{"b", 2})
	const readers = 20
	var h Horizon
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			if got, err := h.Advance(t.Context(), db, 500*time.Millisecond); err != nil || got != 0 {
				t.Errorf("the horizon is %d, %v", got, err)
			}
		})
	}
	all.Wait()
	if looks := h.begun.Load(); looks > readers/2 {
		t.Errorf("%d readers looked %d times", readers, looks)
	}
	close(commit)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
