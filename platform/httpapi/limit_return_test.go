package httpapi_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/test/kit"
)

// Returned calls do not count, in any window; the others do, on every replica.
func TestGiveBack(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		rates := map[string]string{"email": "2/1m,3/1h"}
		b := setup(t, db, limited(rates))
		replicas := []*bundle{b, b.replica(t, rates)}
		take := func(i int, want bool) {
			t.Helper()
			if err := replicas[i%2].TakeToken(t.Context(), "email", "ada@example.com"); fault.Is(err, fault.RateLimited) == want || err != nil &&
				want {
				t.Errorf("take %d: %v", i, err)
			}
		}
		giveBack := func(i int) {
			t.Helper()
			if err := replicas[i%2].ReturnToken(t.Context(), "email", "ada@example.com"); err != nil {
				t.Error(err)
			}
		}
		for i := range 5 {
			take(i, true)
			giveBack(i + 1)
		}
		take(0, true)
		take(1, true)
		take(0, false)
		giveBack(1)
		take(0, true)
		take(1, false)
		b.clock.Advance(time.Minute)
		take(1, true) // the third of the hour
		take(0, false)
		if err := b.ReturnToken(t.Context(), "unknown", "ada@example.com"); err != nil {
			t.Error(err)
		}
		if err := b.ReturnToken(t.Context(), "email", "never@example.com"); err != nil {
			t.Error(err)
		}
	}, migrations...)
}
