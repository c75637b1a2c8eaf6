package kit

import (
	"testing"
	"time"
)

// eventuallyTimeout is how long Eventually tries: longer than anything takes on a busy
// machine.
const eventuallyTimeout = 30 * time.Second

// Eventually calls probe until it returns nil. After 30 s the test ends with what was awaited and
// the probe's last error.
func Eventually(t testing.TB, what string, probe func() error) {
	t.Helper()
	Within(t, eventuallyTimeout, what, probe)
}

// Within is Eventually with another limit: a promise that names one, or what takes longer.
func Within(t testing.TB, limit time.Duration, what string, probe func() error) {
	t.Helper()
	left := limit
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		began := time.Now()
		err := probe()
		if err == nil {
			return
		}
		left -= time.Since(began)
		if left <= 0 {
			t.Fatalf("%s: not within %v: %v", what, limit, err)
		}
		began = time.Now()
		<-time.After(pause)
		// While the machine stood still, what is awaited did too.
		left -= min(time.Since(began), 2*time.Second)
	}
}
