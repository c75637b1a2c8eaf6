package app

import "testing"

func TestOnlySmallHeapsAreCollectedLessOften(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{
		0: 1000, 1 << 20: 1000, 16 << 20: 400, 32 << 20: 200, 64 << 20: 100, 1 << 30: 100,
	} {
		if got := collectPercent(live); got != want {
			t.Errorf("%d MiB: %d %%, want %d %%", live>>20, got, want)
		}
	}
}
