package database_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/test/kit"
)

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
