package clock

import "testing"

func TestIsZone(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]bool{
		"Europe/Berlin": true, "UTC": true, "Mars/Base": false, "": false, "Local": false, "CET": true, "../Berlin": false,
	} {
		if got := IsZone(given); got != want {
			t.Errorf("time zone %q: %t", given, got)
		}
	}
}
