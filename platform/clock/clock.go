// Package clock tells the time. Nothing else in the project reads the system's clock, so that tests can move it.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock tells the current time: UTC, truncated to microseconds, which is what both databases keep.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock.
func System() Clock { return system{} }

type system struct{}

func (system) Now() time.Time { return Normalize(time.Now()) }

// Normalize gives t the form in which the project stores and compares times: UTC, whole microseconds, no monotonic part.
func Normalize(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Shifted is the machine's clock plus an offset that tests move. It goes on by itself, so that
// everything that waits for real time goes on too. The zero value is ready and safe for concurrent use.
type Shifted struct{ offset atomic.Int64 }

// Now is the machine's time plus the offset.
func (s *Shifted) Now() time.Time {
	return Normalize(time.Now().Add(time.Duration(s.offset.Load())))
}

// Advance moves the clock by d.
func (s *Shifted) Advance(d time.Duration) { s.offset.Add(int64(d)) }

// FormatDay is the day of t, in UTC, as people write it in the language: "2 January 2026" in English, "02.01.2026" in German.
func FormatDay(t time.Time, locale string) string {
	layout := "2 January 2006"
	if locale == "de" {
		layout = "02.01.2006"
	}
	return t.UTC().Format(layout)
}
