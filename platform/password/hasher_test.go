package password

import (
	"context"
	"errors"
	"github.com/alexedwards/argon2id"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"orderd/platform/fault"
)

// each is the memory of one hash.
const each = 19 << 20

func TestHashAndVerify(t *testing.T) {
	t.Parallel()
	h := New()
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1,form=nfkc$") {
		t.Errorf("the hash has other parameters: %s", hash)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horsE": false, "": false} {
		if got, err := h.Verify(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q: got %v, %v, want %v", password, got, err, want)
		}
	}
	if other, _ := h.Hash(t.Context(), "correct horse"); other == hash {
		t.Error("two hashes of one password are equal: no salt")
	}
	if _, err := h.Verify(t.Context(), "correct horse", "plain"); err == nil {
		t.Error("a stored hash that is none gives no error")
	}
}

// Without an account a login computes exactly one hash, as with one, and is never right. The test
// measures memory, because a hash takes 19 MiB; time varies on a busy machine.
func TestVerifyWithoutHash(t *testing.T) {
	h := New()
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	for name, stored := range map[string]string{"with a hash": hash, "without one": ""} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if ok, err := h.Verify(t.Context(), "wrong horse", stored); ok || err != nil {
			t.Fatalf("%s: got %v, %v", name, ok, err)
		}
		runtime.ReadMemStats(&after)
		if hashes := float64(after.TotalAlloc-before.TotalAlloc) / each; hashes < 1 || hashes > 1.5 {
			t.Errorf("%s: %.2f hashes", name, hashes)
		}
	}
}

func TestHasherRefusesWhenFull(t *testing.T) {
	t.Parallel()
	h := New()
	for range cap(h.cores) {
		h.cores <- struct{}{}
	}
	for range cap(h.waiting) {
		h.waiting <- struct{}{}
	}
	_, err := h.Hash(t.Context(), "correct horse")
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.Unavailable || f.RetryAfter <= 0 {
		t.Errorf("a full queue: got %v", err)
	}
	if _, err := h.Verify(t.Context(), "correct horse", ""); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a full queue, no hash: got %v", err)
	}
	if err := h.CheckCapacity(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("the capacity of a full queue: %v", err)
	}
	<-h.waiting
	if err := h.CheckCapacity(); err != nil {
		t.Errorf("a place in the queue is free: %v", err)
	}
}

func TestHashEndsWithItsContext(t *testing.T) {
	t.Parallel()
	h := New()
	for range cap(h.cores) {
		h.cores <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(ctx, "correct horse"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if len(h.waiting) != 0 {
		t.Error("the caller is in the queue still")
	}
}

// 64 hashes at once would take 1.2 GiB. Bounded, they take the memory of the running hashes and of
// those that the garbage collector has yet to free.
func TestHasherBoundsMemory(t *testing.T) {
	h := New()
	runtime.GC()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	var hashed atomic.Int32
	var all sync.WaitGroup
	peaks := make([]uint64, 64)
	for i := range peaks {
		all.Go(func() {
			if _, err := h.Hash(t.Context(), "correct horse"); err == nil {
				hashed.Add(1)
			} else if !fault.Is(err, fault.Unavailable) {
				t.Error(err)
			}
			peaks[i] = heap()
		})
	}
	all.Wait()
	if hashed.Load() == 0 {
		t.Error("none of 64 was hashed")
	}
	peak := slices.Max(peaks)
	if bound := before + uint64(4*runtime.GOMAXPROCS(0)+2)*each; peak > bound {
		t.Errorf("the heap grew to %d MiB, bound %d MiB", peak>>20, bound>>20)
	}
	t.Logf("%d hashed, heap at most %d MiB", hashed.Load(), peak>>20)
}

// A password is the same in every spelling. A hash of before is that of the spelling that was
// typed.
func TestPasswordsInNormalForm(t *testing.T) {
	t.Parallel()
	h := New()
	const composed, decomposed, wide = "Käsekuchen für 2", "Ka\u0308sekuchen fu\u0308r 2", "Käsekuchen für ２"
	of := func(password, hash string) bool {
		t.Helper()
		ok, err := h.Verify(t.Context(), password, hash)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for _, set := range []string{composed, decomposed, wide} {
		hash, err := h.Hash(t.Context(), set)
		if err != nil {
			t.Fatal(err)
		}
		for _, typed := range []string{composed, decomposed, wide} {
			if !of(typed, hash) {
				t.Errorf("%+q is not %+q", typed, set)
			}
		}
		if of("Kasekuchen fur 2", hash) {
			t.Error("another password is right")
		}
		if _, _, _, err := argon2id.DecodeHash(hash); err != nil {
			t.Errorf("an older binary can't read %s: %v", hash, err)
		}
	}
	old, err := argon2id.CreateHash(decomposed, params)
	if err != nil {
		t.Fatal(err)
	}
	if !of(decomposed, old) || of(composed, old) {
		t.Error("an old hash is not of what was typed")
	}
}
