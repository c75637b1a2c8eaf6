package kit

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Lags is how many deliveries were handled within so many seconds of their event, of all consumers.
type Lags map[float64]float64

// Lags are those that the process has counted since its start (orderd_event_delivery_seconds).
func (p *Process) Lags() Lags {
	p.t.Helper()
	metrics, err := http.Get(p.Ops + "/metrics")
	if err != nil {
		p.t.Fatal(err)
	}
	defer metrics.Body.Close()
	found := Lags{}
	for lines := bufio.NewScanner(metrics.Body); lines.Scan(); {
		rest, is := strings.CutPrefix(lines.Text(), "orderd_event_delivery_seconds_bucket{")
		if !is {
			continue
		}
		_, rest, _ = strings.Cut(rest, `le="`)
		limit, count, _ := strings.Cut(rest, `"} `)
		within, err := strconv.ParseFloat(limit, 64) // "+Inf" too
		if err != nil {
			p.t.Fatal(err)
		}
		n, err := strconv.ParseFloat(count, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		found[within] += n
	}
	return found
}

// Since leaves out what was counted before.
func (l Lags) Since(before Lags) Lags {
	fresh := Lags{}
	for limit, n := range l {
		fresh[limit] = n - before[limit]
	}
	return fresh
}

// Quantile is about the seconds within which the share q was handled: as if what lies between two
// limits were spread evenly.
func (l Lags) Quantile(q float64) float64 {
	want, low, below := q*l[math.Inf(1)], 0.0, 0.0
	for _, limit := range slices.Sorted(maps.Keys(l)) {
		if l[limit] >= want {
			return low + (limit-low)*(want-below)/max(1, l[limit]-below)
		}
		low, below = limit, l[limit]
	}
	return low
}

func (l Lags) String() string {
	return fmt.Sprintf("p50 %.0f ms, p99 %.0f ms (n=%.0f)", 1000*l.Quantile(0.5), 1000*l.Quantile(0.99), l[math.Inf(1)])
}
