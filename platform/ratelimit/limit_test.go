package ratelimit

import (
	"fmt"
	"testing"
	"time"
)

func TestParseLimit(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"30/1m":       true,
		"10/1m,60/1h": true,
		"1/1m, 5/1h":  true,
		"5/24h":       true,
		"1/1s":        true,

		"":                    false,
		"30":                  false,
		"30/m":                false,
		"0/1m":                false,
		"-1/1m":               false,
		"x/1m":                false,
		"30/0s":               false,
		"30/-1m":              false,
		"30/1m,":              false,
		"1/1m,1/1m,1/1m,1/1m": false,
		"9/1ns":               false,
	} {
		if _, err := parseLimit("x", text); (err == nil) != valid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// fixedClock shows the time that the test sets.
type fixedClock struct{ now time.Time }

func (c *fixedClock) Now() time.Time { return c.now }

// TestLimiterIsBounded: however many callers there are, the memory is that of maxBuckets, and a
// busy caller is not dropped first.
func TestLimiterIsBounded(t *testing.T) {
	t.Parallel()
	clock := &fixedClock{time.Unix(1_800_000_000, 0)}
	l, err := New(nil, clock, Limits{Enabled: true, Rates: map[string]string{"login": "1/1m"}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxBuckets {
		l.TakeHere("login", fmt.Sprint(i))
	}
	clock.now = clock.now.Add(2 * time.Minute)
	l.TakeHere("login", "busy")
	if len(l.calls) != 1 {
		t.Fatalf("%d callers are kept, want the one that counts", len(l.calls))
	}
	for i := range 2 * maxBuckets {
		l.TakeHere("login", fmt.Sprint(i))
	}
	if len(l.calls) > maxBuckets {
		t.Fatalf("%d callers are kept", len(l.calls))
	}
}

func BenchmarkTakeHere(b *testing.B) {
	l, err := New(nil, &fixedClock{time.Unix(1_800_000_000, 0)}, Limits{Enabled: true, Rates: map[string]string{"reads": "300/1m"}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.TakeHere("reads", "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f")
	}
}

// A wide network has eight times the limit of a narrow one, however many of those it has. What it
// is refused counts against none of them.
func TestWideNetworks(t *testing.T) {
	t.Parallel()
	clock := &fixedClock{time.Unix(1_800_000_000, 0)}
	l, err := New(nil, clock, Limits{Enabled: true, Rates: map[string]string{"login": "2/1m"}})
	if err != nil {
		t.Fatal(err)
	}
	allowed := 0
	for n := range 100 {
		for range 3 {
			if l.TakeHereWide("login", fmt.Sprint("narrow ", n), "wide").Allowed() {
				allowed++
			}
		}
	}
	if allowed != 16 {
		t.Errorf("%d calls of a wide network", allowed)
	}
	if !l.TakeHere("login", "narrow 99").Allowed() || !l.TakeHereWide("login", "narrow 99", "").Allowed() || !l.TakeHereWide("none", "a", "b").
		Allowed() {
		t.Error("a refusal of the wide network counted against a narrow one")
	}
	clock.now = clock.now.Add(time.Minute)
	if !l.TakeHereWide("login", "narrow 0", "wide").Allowed() {
		t.Error("the bucket is not filled again")
	}
}
