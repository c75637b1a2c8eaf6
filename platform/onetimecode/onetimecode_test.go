package onetimecode

import (
	"fmt"
	"testing"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

const challenge = "0190b8a2-7c00-7000-8000-000000000001"

// A code in a mail that was sent before an upgrade must work after it: the derivation never
// changes.
func TestDeriveIsStable(t *testing.T) {
	t.Parallel()
	for purpose, want := range map[Purpose]string{Registration: "063395", Password: "95523877", OrderLookup: "41133940"} {
		if got := Derive(secret, purpose, challenge); got != want {
			t.Errorf("%s: got %s, want %s", purpose, got, want)
		}
	}
}

func TestDeriveDependsOnEverything(t *testing.T) {
	t.Parallel()
	reference := Derive(secret, Password, challenge)
	for name, code := range map[string]string{
		"secret":    Derive([]byte("another secret"), Password, challenge),
		"purpose":   Derive(secret, Registration, challenge),
		"challenge": Derive(secret, Password, "0190b8a2-7c00-7000-8000-000000000002"),
	} {
		if code == reference || code == reference[:6] || code == reference[2:] {
			t.Errorf("another %s gives the same code", name)
		}
	}
}

// Each digit is equally frequent at each place, the leading zero too.
func TestDeriveIsUniform(t *testing.T) {
	t.Parallel()
	const codes = 20_000
	var counts [6][10]int
	for i := range codes {
		code := Derive(secret, Registration, fmt.Sprint(i))
		if len(code) != 6 {
			t.Fatalf("code %q has not 6 digits", code)
		}
		for place, digit := range code {
			counts[place][digit-'0']++
		}
	}
	const expected, tolerance = codes / 10, 250 // six standard deviations
	for place := range counts {
		for digit, n := range counts[place] {
			if n < expected-tolerance || n > expected+tolerance {
				t.Errorf("digit %d stands %d times at place %d, expected about %d", digit, n, place, expected)
			}
		}
	}
}

func TestDeriveRefusesMisuse(t *testing.T) {
	t.Parallel()
	for name, misuse := range map[string]func(){
		"empty secret":    func() { Derive(nil, Password, challenge) },
		"unknown purpose": func() { Derive(secret, "login", challenge) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse()
		})
	}
}

func TestEqual(t *testing.T) {
	t.Parallel()
	if !Equal("012345", "012345") {
		t.Error("equal codes differ")
	}
	for _, other := range []string{"", "01234", "012346", "0123450"} {
		if Equal("012345", other) {
			t.Errorf("%q equals 012345", other)
		}
	}
}
