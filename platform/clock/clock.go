// Package clock reads the time. No other package reads the machine's clock, so that tests can move
// it. It owns the form of times: UTC, whole microseconds. Enter by System; tests use Shifted.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock returns the current time in UTC, truncated to microseconds, the precision of both
// databases.
type Clock interface {
	Now() time.Time
}

// System returns the machine's clock.
func System() Clock { return system{} }

type system struct{}

func (system) Now() time.Time { return Normalize(time.Now()) }

// Normalize returns t in the form in which the project stores and compares times: UTC, whole
// microseconds, no monotonic part.
func Normalize(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Shifted is the machine's clock plus an offset that tests set. It keeps running, so that code that
// waits for real time works. The zero value is ready, and safe for concurrent use.
type Shifted struct{ offset atomic.Int64 }

// Now returns the machine's time plus the offset.
func (s *Shifted) Now() time.Time {
	return Normalize(time.Now().Add(time.Duration(s.offset.Load())))
}

// Advance moves the clock by d.
func (s *Shifted) Advance(d time.Duration) { s.offset.Add(int64(d)) }

// Earlier returns the one of two moments that comes first.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Later returns the one of two moments that comes last.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// FormatDay returns the day of t where t's location is, as people write it in the language: "2
// January 2026" in English, "02.01.2026" in German.
func FormatDay(t time.Time, locale string) string {
	layout := "2 January 2006"
	if locale == "de" {
		layout = "02.01.2006"
	}
	return t.Format(layout)
}
