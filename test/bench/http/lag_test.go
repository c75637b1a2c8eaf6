package http

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lags is how many deliveries took at most so many seconds, as the service counts them (orderd_event_delivery_seconds), of all consumers.
type lags map[float64]float64

func (s *shop) lags(b *testing.B) lags {
	b.Helper()
	metrics, err := http.Get(s.Ops + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer metrics.Body.Close()
	found := lags{}
	for lines := bufio.NewScanner(metrics.Body); lines.Scan(); {
		rest, is := strings.CutPrefix(lines.Text(), "orderd_event_delivery_seconds_bucket{")
		if !is {
			continue
		}
		_, rest, _ = strings.Cut(rest, `le="`)
		limit, count, _ := strings.Cut(rest, `"} `)
		within, err := strconv.ParseFloat(limit, 64) // "+Inf" too
		if err != nil {
			b.Fatal(err)
		}
		n, err := strconv.ParseFloat(count, 64)
		if err != nil {
			b.Fatal(err)
		}
		found[within] += n
	}
	return found
}

// since leaves out what was counted before.
func (l lags) since(before lags) lags {
	fresh := lags{}
	for limit, n := range l {
		fresh[limit] = n - before[limit]
	}
	return fresh
}

// quantile is about the time within which the share q was handled: as if what lies between two limits were spread evenly.
func (l lags) quantile(q float64) float64 {
	want, low, below := q*l[math.Inf(1)], 0.0, 0.0
	for _, limit := range slices.Sorted(maps.Keys(l)) {
		if l[limit] >= want {
			return low + (limit-low)*(want-below)/max(1, l[limit]-below)
		}
		low, below = limit, l[limit]
	}
	return low
}

func (l lags) String() string {
	return fmt.Sprintf("p50 %.0f ms, p99 %.0f ms (n=%.0f)", 1000*l.quantile(0.5), 1000*l.quantile(0.99), l[math.Inf(1)])
}
