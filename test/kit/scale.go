package kit

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// RequireScale fails the test when large takes more than 3 times as long as small, and 5 ms: the
// same list of many rows and of few. A page of few rows takes 1 ms, and what no index finds of
// 100 000 takes 50. The two are called in turns and the quickest compared, so that the machine's
// other work does not count; the more often, the less it looks as it should. before is called
// before each turn, and its time does not count: it makes a service forget what it has answered.
// The names of tests that use it end in AtScale, by which make test leaves them to make scale.
func RequireScale(t testing.TB, what string, small, large func(), before ...func()) {
	t.Helper()
	var quickest [2]time.Duration
	tooLong := func() bool { return quickest[1] > 3*quickest[0]+5*time.Millisecond }
	for n := 0; n < 20 || n < 200 && tooLong(); n++ {
		for _, prepare := range before {
			prepare()
		}
		for i, call := range []func(){small, large} {
			began := time.Now()
			call()
			if took := time.Since(began); quickest[i] == 0 || took < quickest[i] {
				quickest[i] = took
			}
		}
	}
	t.Logf("%s: %v with few rows, %v with many", what, quickest[0], quickest[1])
	if tooLong() {
		t.Errorf("%s takes %v with few rows and %v with many", what, quickest[0], quickest[1])
	}
}

// RequireWithin prints how long the call takes beside its bar, which holds for two quiet cores, and
// fails the test when it takes more than four times as long: a machine may be slow, and what no
// index finds takes fifty times as long. The quickest of up to 200 calls counts, so that the
// machine's other work does not. before is called before each of them. It is for tests whose names
// end in AtScale, too.
func RequireWithin(t testing.TB, what string, bar time.Duration, call func(), before ...func()) {
	t.Helper()
	var quickest time.Duration
	for n := 0; n < 20 || n < 200 && quickest > bar; n++ {
		for _, prepare := range before {
			prepare()
		}
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

// Vacuum does what a database does by itself some time after many rows have come, however long it
// takes.
func Vacuum(t testing.TB, db *gorm.DB) {
	t.Helper()
	statements := []string{"ANALYZE"}
	if database.Dialect(db) == database.Postgres {
		statements = []string{"SET statement_timeout = 0", "VACUUM ANALYZE", "RESET statement_timeout"}
	}
	err := db.Connection(func(one *gorm.DB) error {
		for _, statement := range statements {
			if err := one.Exec(statement).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
