package kit

import "testing"

// Cleanup is t.Cleanup for work that holds a service or a database: testing keeps the functions of
// tests that have ended until all have, and with them here gigabytes.
func Cleanup(t testing.TB, end func()) {
	t.Cleanup(func() {
		end()
		end = nil
	})
}
