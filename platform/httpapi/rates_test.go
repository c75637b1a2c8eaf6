package httpapi

import (
	"fmt"
	"testing"
	"time"
)

func TestParseRate(t *testing.T) {
	t.Parallel()
	for s, good := range map[string]bool{
		"30/1m": true, "10/1m,60/1h": true, "1/1m, 5/1h": true, "5/24h": true, "1/1s": true,
		"": false, "30": false, "30/m": false, "0/1m": false, "-1/1m": false, "x/1m": false, "30/0s": false, "30/-1m": false, "30/1m,": false, "1/1m,1/1m,1/1m,1/1m": false, "9/1ns": false,
	} {
		if _, err := parseRate("x", s); (err == nil) != good {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// TestLimiterIsBounded: however many callers there are, the memory is that of maxCallers, and a busy one is not forgotten first.
func TestLimiterIsBounded(t *testing.T) {
	t.Parallel()
	l, err := newLimiter(Limits{Enabled: true, Rates: map[string]string{"login": "1/1m"}})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1_800_000_000, 0)
	now := func() time.Time { return at }
	for i := range maxCallers {
		l.take("login", fmt.Sprint(i), now)
	}
	at = at.Add(2 * time.Minute)
	l.take("login", "busy", now)
	if len(l.calls) != 1 {
		t.Fatalf("%d callers are kept, want the one that counts", len(l.calls))
	}
	for i := range 2 * maxCallers {
		l.take("login", fmt.Sprint(i), now)
	}
	if len(l.calls) > maxCallers {
		t.Fatalf("%d callers are kept", len(l.calls))
	}
}

func BenchmarkTake(b *testing.B) {
	l, err := newLimiter(Limits{Enabled: true, Rates: map[string]string{"reads": "300/1m"}})
	if err != nil {
		b.Fatal(err)
	}
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	for b.Loop() {
		l.take("reads", "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f", now)
	}
}
