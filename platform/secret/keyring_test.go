package secret

import (
	"bytes"
	"encoding/hex"
	"slices"
	"testing"
)

const (
	older = "older-older-older-older-older-older"
	newer = "newer-newer-newer-newer-newer-newer"
)

// What was signed before an upgrade must verify after it: the derivation never changes.
func TestMACIsStable(t *testing.T) {
	t.Parallel()
	const want = "700b993fcd3ac8edef072a26765b775de94834491085a017ab392446b0850f40"
	if got := hex.EncodeToString(New(older).MAC("network", "192.0.2.1")); got != want {
		t.Errorf("got %s", got)
	}
}

func TestMACDependsOnEverything(t *testing.T) {
	t.Parallel()
	r := New(older)
	seen := [][]byte{New(newer).MAC("p", "a", "b")}
	for _, parts := range [][]string{{"p", "a", "b"}, {"q", "a", "b"}, {"p", "b", "a"}, {"p", "ab"}, {"p", "a", "b", ""}, {"pa", "b"}, {"p"}} {
		m := r.MAC(parts[0], parts[1:]...)
		if slices.ContainsFunc(seen, func(other []byte) bool { return bytes.Equal(m, other) }) {
			t.Errorf("%q has the MAC of another list", parts)
		}
		seen = append(seen, m)
	}
}

// A secret is replaced by putting another one first: the signatures of the older one verify while
// it is in the list.
func TestRotation(t *testing.T) {
	t.Parallel()
	before, both, after := New(older), New(newer, older), New(newer)
	old, fresh := before.MAC("p", "a"), both.MAC("p", "a")
	if !bytes.Equal(fresh, after.MAC("p", "a")) || bytes.Equal(fresh, old) {
		t.Error("the first secret does not sign")
	}
	if !both.Verify(old, "p", "a") || !both.Verify(fresh, "p", "a") {
		t.Error("not all secrets verify")
	}
	if after.Verify(old, "p", "a") || before.Verify(fresh, "p", "a") || both.Verify(old, "p", "b") || both.Verify(nil, "p", "a") {
		t.Error("something verifies that should not")
	}
	if all := slices.Collect(both.MACs("p", "a")); len(all) != 2 || !bytes.Equal(all[0], fresh) || !bytes.Equal(all[1], old) {
		t.Errorf("MACs gives %d", len(all))
	}
	for range both.MACs("p") {
		break // an early end is fine
	}
	if keys := slices.Collect(both.Keys()); string(keys[0]) != newer || string(keys[1]) != older || string(both.First()) != newer {
		t.Error("the order of the secrets is not kept")
	}
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	var none Keyring
	if !none.Empty() || New(older).Empty() || none.Verify(nil, "p") {
		t.Error("an empty keyring verifies, or is none")
	}
	for name, misuse := range map[string]func(){
		"an empty secret": func() { New("") },
		"no secret":       func() { none.MAC("p") },
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
