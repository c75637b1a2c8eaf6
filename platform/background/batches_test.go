package background_test

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/test/kit"
)

// Each batch is committed for itself: an error undoes its own batch alone, and ends the work.
func TestInBatches(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := createErrands(db); err != nil {
			t.Fatal(err)
		}
		insert := func(until int, failure error) func(tx *gorm.DB) (bool, error) {
			n := 0
			return func(tx *gorm.DB) (bool, error) {
				n++
				if err := tx.Create(newErrand()).Error; err != nil || n < until {
					return true, err
				}
				return false, failure
			}
		}
		count := func() (n int64) {
			if err := db.Model(&errand{}).Count(&n).Error; err != nil {
				t.Fatal(err)
			}
			return n
		}
		if err := background.InBatches(t.Context(), db, insert(3, nil)); err != nil || count() != 3 {
			t.Errorf("%d of 3 batches are stored, %v", count(), err)
		}
		failure := errors.New("no luck")
		if err := background.InBatches(t.Context(), db, insert(2, failure)); !errors.Is(err, failure) || count() != 4 {
			t.Errorf("%d rows after a failure, want 4: %v", count(), err)
		}
	})
}
