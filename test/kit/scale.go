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

// RequireWithin prints how long the call takes beside its bar, which holds for two quiet cores, and
// fails the test when it takes more than four times as long: a machine may be slow, and what no
// index finds takes fifty times as long. The quickest of up to 200 calls counts, so that the
// machine's other work does not. It is for tests whose names end in AtScale, too.
func RequireWithin(t testing.TB, what string, bar time.Duration, call func()) {
	t.Helper()
	var quickest time.Duration
	for n := 0; n < 20 || n < 200 && quickest > bar; n++ {
		began := time.Now()
		call()
		if took := time.Since(began); quickest == 0 || took < quickest {
			quickest = took
		}
	}
	t.Logf("%s: %v (bar %v)", what, quickest, bar)
	if quickest > 4*bar {
		t.Errorf("%s takes %v, more than four times %v", what, quickest, bar)
	}
}
