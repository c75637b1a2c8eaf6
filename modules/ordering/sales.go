package ordering

import (
	"time"
	_ "time/tzdata" // the days of a time zone do not depend on the machine

	"orderd/platform/convert"
)

// salesInterval is what sales are added up by: days, weeks that begin on Monday (ISO 8601), or
// months of the calendar.
type salesInterval string

const (
	salesByDay   salesInterval = "day"
	salesByWeek  salesInterval = "week"
	salesByMonth salesInterval = "month"
)

// Values are all of them.
func (salesInterval) Values() []string { return convert.Strings(salesByDay, salesByWeek, salesByMonth) }

// maxSalesIntervals is how many intervals one report has at most.
const maxSalesIntervals = 1000

// salesPeriod is the period of a report, cut into intervals where the days of the time zone begin:
// the n-th interval is [boundaries[n], boundaries[n+1]).
type salesPeriod struct{ boundaries []time.Time }

func (p salesPeriod) from() time.Time { return p.boundaries[0] }
func (p salesPeriod) to() time.Time   { return p.boundaries[len(p.boundaries)-1] }
func (p salesPeriod) intervals() int  { return len(p.boundaries) - 1 }

// newSalesPeriod cuts [from, to) into intervals; false when there are more than maxSalesIntervals.
func newSalesPeriod(from, to time.Time, by salesInterval, zone *time.Location) (salesPeriod, bool) {
	p := salesPeriod{[]time.Time{from}}
	for next := by.next(from, zone); next.Before(to); next = by.next(next, zone) {
		if len(p.boundaries) == maxSalesIntervals {
			return salesPeriod{}, false
		}
		p.boundaries = append(p.boundaries, next)
	}
	p.boundaries = append(p.boundaries, to)
	return p, true
}

// next is where the interval after that of the moment begins.
func (by salesInterval) next(at time.Time, zone *time.Location) time.Time {
	local := at.In(zone)
	year, month, day := local.Date()
	switch by {
	case salesByMonth:
		month, day = month+1, 1
	case salesByWeek:
		day += 7 - (int(local.Weekday())+6)%7
	default:
		day++
	}
	next := startOfDay(year, month, day, zone)
	for ; !next.After(at); day++ { // a day that the time zone left out, by crossing the date line
		next = startOfDay(year, month, day+1, zone)
	}
	return next
}

// startOfDay is the first moment of a day in the time zone. That is not always midnight: clocks may
// skip it, or show it twice.
func startOfDay(year int, month time.Month, day int, zone *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if t.Hour() >= 12 { // midnight is skipped, and this is an hour before
		_, t = t.ZoneBounds()
	}
	if earlier := t.Add(-time.Hour); earlier.Day() == t.Day() {
		t = earlier // midnight came twice
	}
	return t.UTC()
}

// defaultSalesPeriod is the 30 days of the time zone that end with that of now.
func defaultSalesPeriod(now time.Time, zone *time.Location) (from, to time.Time) {
	year, month, day := now.In(zone).Date()
	return startOfDay(year, month, day-29, zone), startOfDay(year, month, day+1, zone)
}
