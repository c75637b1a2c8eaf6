package clock_test

import (
	"testing"
	"time"

	"orderd/platform/clock"
)

func TestDay(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 11, 5, 23, 30, 0, 0, time.FixedZone("", -3600))
	for locale, want := range map[string]string{"en": "5 November 2026", "de": "05.11.2026"} {
		if got := clock.FormatDay(late, locale); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}
