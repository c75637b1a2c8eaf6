package kit

import (
	"testing"
	"time"
)

// RequireScale fails the test when large takes more than 3 times as long as small: the same list of
// many rows and of few. The two are called in turns and the quickest compared, so that the
// machine's other work does not count; the more often, the less it looks as it should. The names of
// tests that use it end in AtScale, by which make test leaves them to make scale.
func RequireScale(t testing.TB, what string, small, large func()) {
	t.Helper()
	var quickest [2]time.Duration
	for n := 0; n < 20 || n < 200 && quickest[1] > 3*quickest[0]; n++ {
		for i, call := range []func(){small, large} {
			began := time.Now()
			call()
			if took := time.Since(began); quickest[i] == 0 || took < quickest[i] {
				quickest[i] = took
			}
		}
	}
	t.Logf("%s: %v with few rows, %v with many", what, quickest[0], quickest[1])
	if quickest[1] > 3*quickest[0] {
		t.Errorf("%s takes %v with few rows and %v with many", what, quickest[0], quickest[1])
	}
}

// RequireWithin fails the test when the call takes longer than the bar, which holds for a machine
// as quick as that of the figures; on a slower one it is as much higher. The quickest of up to 200
// calls counts, so that the machine's other work does not. It is for tests whose names end in
// AtScale, too.
func RequireWithin(t testing.TB, what string, bar time.Duration, call func()) {
	t.Helper()
	took := quickest(bar, call)
	if took > bar {
		slowness := max(1, float64(quickest(reference, work))/float64(reference))
		bar = time.Duration(float64(bar) * slowness)
	}
	t.Logf("%s: %v", what, took)
	if took > bar {
		t.Errorf("%s takes %v, more than %v", what, took, bar)
	}
}

// quickest is the least time of 20 calls or, until one takes no longer than enough, of 200.
func quickest(enough time.Duration, call func()) (least time.Duration) {
	for n := 0; n < 20 || n < 200 && least > enough; n++ {
		began := time.Now()
		call()
		if took := time.Since(began); least == 0 || took < least {
			least = took
		}
	}
	return least
}

// reference is how long work takes on the machine of the figures: two quiet cores of 2025.
const reference = 8 * time.Millisecond

// work is some of what a request makes a processor do: it fills a map.
func work() {
	filled := map[int]int{}
	for i := range 100_000 {
		filled[i*7919%100_003] = i
	}
}
