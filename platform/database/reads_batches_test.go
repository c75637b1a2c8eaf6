package database_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Of the reads of exports two are made at once. A third waits until one has ended, or its caller
// leaves; other reads do not wait.
func TestBatchesAtOnce(t *testing.T) {
	t.Parallel()
	reads := database.PrimaryReads(kit.SQLite(t))
	batch := func(ctx context.Context, read func(*gorm.DB) error) error {
		return reads.ReadSince(ctx, database.Position{}, read)
	}
	var (
		held    sync.WaitGroup
		begun   sync.WaitGroup
		release = make(chan struct{})
	)
	for range 2 {
		begun.Add(1)
		held.Go(func() {
			err := batch(t.Context(), func(*gorm.DB) error {
				begun.Done()
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	begun.Wait()

	left, leave := context.WithCancel(t.Context())
	leave()
	nothing := func(*gorm.DB) error { return nil }
	for range 20 { // with a turn left, either may come first
		if err := batch(left, nothing); !errors.Is(err, context.Canceled) {
			t.Errorf("a third batch: %v", err)
		}
	}
	require(t, reads.Read(t.Context(), nothing))
	close(release)
	held.Wait()
	require(t, batch(t.Context(), nothing))
}
